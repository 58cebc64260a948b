internal import CICU
internal import Synchronization

extension ICUCollator {
  /// Appends the sort key of a string, with its closing zero byte. `ucol_getSortKey`
  ///
  /// Inlined because a call would slow down short names by up to a twentieth.
  @inline(__always)
  func appendSortKey(of utf8: Span<UInt8>, to keys: inout [UInt8]) {
    unsafe withText(of: utf8) { unsafe appendSortKey(of: $0, utf8.count, to: &keys) }
  }

  /// Writes the sort key of a string to memory, with its closing zero byte. Returns its length; if
  /// the memory is shorter, what was written is not a key. `ucol_getSortKey`
  func writeSortKey(of utf8: Span<UInt8>, to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
    unsafe withText(of: utf8) { text in
      let length = unsafe sortKeyLength(of: text, writing: memory)
      // Even an empty string has a key, so this is an allocation failure.
      if length <= 0 { ICUStatus.memoryAllocation.endProcess("make a sort key") }
      return length
    }
  }

  /// Calls `body` with a string in UTF-16, in which no run of marks costs ICU too much.
  @inline(__always)
  private func withText<Result>(
    of utf8: Span<UInt8>, _ body: (UnsafeBufferPointer<CICUUTF16>) -> Result
  ) -> Result {
    unsafe utf8.withUnsafeBufferPointer { utf8 in
      let count = min(utf8.count, maximumLength)
      // A string never has more UTF-16 code units than UTF-8 bytes; one more keeps the buffer from
      // being empty.
      return unsafe withUnsafeTemporaryAllocation(of: CICUUTF16.self, capacity: count + 1) {
        buffer in
        var length: Int32 = 0
        var status = CICUStatus(CICU_ZERO_ERROR)
        unsafe cicu_u_strFromUTF8WithSub(
          buffer.baseAddress!, Int32(buffer.count), &length, utf8.baseAddress, Int32(count), 0xFFFD,
          nil, &status)
        let text = unsafe UnsafeBufferPointer(rebasing: buffer[..<Int(length)])
        guard unsafe ICUMarkRuns.mayBeExpensive(text) else { return unsafe body(text) }
        return unsafe bounded(text).withUnsafeBufferPointer(body)
      }
    }
  }

  /// Returns the form in which ICU gets a text. Not inlined, since few texts need another form.
  @inline(never)
  private func bounded(_ text: UnsafeBufferPointer<CICUUTF16>) -> [CICUUTF16] {
    unsafe ICUMarkRuns.bounded(
      text, isNormalized: (try? value(of: .normalization)) != .off,
      hasNormalizedLevel: (try? value(of: .strength)) == .identical, contractionMarks)
  }

  /// - Parameter byteCount: The number of UTF-8 bytes in the text.
  private func appendSortKey(
    of text: UnsafeBufferPointer<CICUUTF16>, _ byteCount: Int, to keys: inout [UInt8]
  ) {
    // Nearly every key fits in this. If one doesn't, ICU returns its length, and the key is
    // rebuilt. U+FDFA takes ICU longer than any other character: its key has more than forty bytes.
    var capacity = 4 * text.count + 32
    if byteCount > 2 * text.count {
      capacity += unsafe 40 * text.count { $0 == 0xFDFA }
    }
    let needed = unsafe append(to: &keys, capacity: capacity, text)
    // Even an empty string has a key, so this is an allocation failure.
    if needed <= 0 { ICUStatus.memoryAllocation.endProcess("make a sort key") }
    if needed > capacity, unsafe append(to: &keys, capacity: needed, text) != needed {
      ICUStatus.memoryAllocation.endProcess("make a sort key")
    }
  }

  /// Appends the key of a text and returns its length; appends nothing if it exceeds the capacity.
  private func append(
    to bytes: inout [UInt8], capacity: Int, _ text: UnsafeBufferPointer<CICUUTF16>
  ) -> Int {
    var needed = 0
    bytes.append(addingCapacity: capacity) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        needed = unsafe sortKeyLength(
          of: text, writing: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        if needed <= capacity { count += needed }
      }
    }
    return needed
  }

  /// Writes as much of a text's key as fits in memory, and returns its full length.
  private func sortKeyLength(
    of text: UnsafeBufferPointer<CICUUTF16>, writing key: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    // ICU does not accept a null pointer for an empty string.
    var nothing: CICUUTF16 = 0
    return unsafe withUnsafePointer(to: &nothing) { nothing in
      unsafe Int(
        cicu_ucol_getSortKey(
          pointer, text.baseAddress ?? nothing, Int32(text.count), key.baseAddress,
          Int32(clamping: key.count)))
    }
  }

  var contractionMarks: ICUMarkRuns.ContractionMarks {
    do {
      return try foundMarks.value { () throws(ICUFailure) in
        let root = try Self.rootContextualStrings.value { () throws(ICUFailure) in
          try ICUCollator(locale: "root").contextualStrings()
        }
        // Strings of root's data that no tailoring removes are in the collator, too.
        return ICUMarkRuns.ContractionMarks(of: try root + tailoredStrings())
      }
    } catch {
      error.status.endProcess("list a collator's contractions")
    }
  }

  private static let rootContextualStrings = Mutex<[[UInt32]]?>(nil)
}
