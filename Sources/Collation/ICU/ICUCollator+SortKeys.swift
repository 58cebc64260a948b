internal import CICU
internal import Synchronization

extension ICUCollator {
  /// Appends the sort key of a string, with its closing zero byte. `ucol_getSortKey`
  ///
  /// Inlined because a call would slow down the keys of short names by up to a twentieth.
  @inline(__always)
  func appendSortKey(of utf8: Span<UInt8>, to keys: inout [UInt8]) {
    unsafe utf8.withUnsafeBufferPointer { utf8 in
      let count = min(utf8.count, Self.maximumLength)
      // A string never has more UTF-16 code units than UTF-8 bytes; one more keeps the buffer from
      // being empty.
      unsafe withUnsafeTemporaryAllocation(of: CICUUTF16.self, capacity: count + 1) { buffer in
        var length: Int32 = 0
        var status = CICUStatus(CICU_ZERO_ERROR)
        unsafe cicu_u_strFromUTF8WithSub(
          buffer.baseAddress!, Int32(buffer.count), &length, utf8.baseAddress, Int32(count), 0xFFFD,
          nil, &status)
        let text = unsafe UnsafeBufferPointer(rebasing: buffer[..<Int(length)])
        if unsafe ICUMarkRuns.mayBeExpensive(text) {
          let bounded = unsafe ICUMarkRuns.bounded(
            text, isNormalized: (try? self.value(of: .normalization)) != .off,
            hasNormalizedLevel: (try? self.value(of: .strength)) == .identical, contractionMarks)
          unsafe bounded.withUnsafeBufferPointer { unsafe appendSortKey(of: $0, count, to: &keys) }
        } else {
          unsafe appendSortKey(of: text, count, to: &keys)
        }
      }
    }
  }

  /// - Parameter byteCount: The number of UTF-8 bytes of the text.
  private func appendSortKey(
    of text: UnsafeBufferPointer<CICUUTF16>, _ byteCount: Int, to keys: inout [UInt8]
  ) {
    // ICU does not accept a null pointer for an empty string.
    var nothing: CICUUTF16 = 0
    unsafe withUnsafePointer(to: &nothing) { nothing in
      func write(_ key: UnsafeMutableBufferPointer<UInt8>) -> Int32 {
        unsafe cicu_ucol_getSortKey(
          pointer, text.baseAddress ?? nothing, Int32(text.count), key.baseAddress!,
          Int32(key.count))
      }
      // Nearly every key fits in this. If one does not, ICU returns its length, and the key is
      // rebuilt. No character takes ICU as long as U+FDFA, whose key has more than forty bytes.
      var capacity = 4 * text.count + 32
      if byteCount > 2 * text.count {
        capacity += unsafe 40 * text.count { $0 == 0xFDFA }
      }
      let needed = unsafe Self.append(to: &keys, capacity: capacity, write)
      // Even an empty string has a longer key, so an allocation has failed.
      if needed <= 0 { ICUStatus.memoryAllocation.endProcess("make a sort key") }
      if needed > capacity, unsafe Self.append(to: &keys, capacity: needed, write) != needed {
        ICUStatus.memoryAllocation.endProcess("make a sort key")
      }
    }
  }

  /// Appends what `write` writes and returns the length it asks for; appends nothing if that is
  /// more than the capacity.
  private static func append(
    to bytes: inout [UInt8], capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int32
  ) -> Int {
    var needed = 0
    bytes.append(addingCapacity: capacity) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        needed = unsafe Int(write(UnsafeMutableBufferPointer(rebasing: buffer[count...])))
        if needed <= capacity { count += needed }
      }
    }
    return needed
  }

  var contractionMarks: ICUMarkRuns.ContractionMarks {
    do {
      return try foundMarks.value { () throws(ICUFailure) in
        let root = try Self.rootContextualStrings.value { () throws(ICUFailure) in
          try ICUCollator(locale: "root").contextualStrings()
        }
        // The strings of root's data that no tailoring removes are the collator's too.
        return ICUMarkRuns.ContractionMarks(of: try root + tailoredStrings())
      }
    } catch {
      error.status.endProcess("list a collator's contractions")
    }
  }

  private static let rootContextualStrings = Mutex<[[UInt32]]?>(nil)
}
