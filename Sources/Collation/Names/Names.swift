/// Names as the engine reads them: bytes in memory, the position of each name in them, and its
/// shown text where that differs.
///
/// Every list takes this shape before the engine reads it, so there is only one way to read a name.
/// Records are used in place, without a copy, and so is memory that Swift doesn't own, such as an
/// Arrow array.
///
/// In bounds because a record lies within its buffer, and whoever passes foreign memory vouches for
/// the bytes up to the last offset. Unchecked because its owner also vouches that nobody writes to
/// that memory while it is read.
///
/// A class, so each reader of the names holds a single reference.
@safe
package final class Names: @unchecked Sendable {
  /// The records of the names; for foreign names, only the ranges.
  fileprivate let texts: UTF8Records
  /// The address of position 0, for names in memory that Swift doesn't own.
  fileprivate let foreignBytes: UnsafePointer<UInt8>?
  /// The shown texts of the names that are collated by another text, in the names' order.
  fileprivate let shown: UTF8Records
  /// Each name's index in `shown`, or −1; empty if every name is shown as it is collated.
  fileprivate let shownNumbers: [Int32]

  package convenience init(_ records: UTF8Records) {
    self.init(texts: records, shown: UTF8Records(), shownNumbers: [])
  }

  /// - Parameter shownNumbers: Each name's index in `shown`, or −1; empty if `shown` is.
  package init(texts: UTF8Records, shown: UTF8Records, shownNumbers: [Int32]) {
    precondition(shownNumbers.count == (shown.isEmpty ? 0 : texts.count))
    unsafe foreignBytes = nil
    (self.texts, self.shown, self.shownNumbers) = (texts, shown, shownNumbers)
  }

  /// Borrows names that are contiguous in memory. Specialized, since another module calls it for
  /// long lists.
  ///
  /// - Parameters:
  ///   - bytes: The address of offset 0.
  ///   - offsets: Where each name begins, and where the last one ends.
  /// - Returns: `nil` if an offset is negative or less than the previous one.
  @_specialize(where Offset == Int32)
  @_specialize(where Offset == Int64)
  package init?<Offset: FixedWidthInteger>(
    foreignBytes bytes: UnsafePointer<UInt8>, offsets: UnsafeBufferPointer<Offset>
  ) {
    // All offsets are checked before any memory is allocated for the number of names that an array
    // claims to have.
    var last: Offset = 0
    for place in offsets.indices {
      let offset = unsafe offsets[place]
      if offset < last { return nil }
      last = offset
    }
    let ranges = offsets.indices.dropFirst().map { place in
      unsafe Int(offsets[place - 1])..<Int(offsets[place])
    }
    texts = UTF8Records(bytes: [], places: ranges)
    unsafe foreignBytes = bytes
    (shown, shownNumbers) = (UTF8Records(), [])
  }

  package var count: Int { texts.count }

  /// The number of bytes in the names and their shown texts; an upper bound if the names share a
  /// buffer with others.
  package var byteCount: Int {
    if unsafe foreignBytes == nil { return texts.bytes.count + shown.bytes.count }
    return (texts.ranges.last?.upperBound ?? 0) - (texts.ranges.first?.lowerBound ?? 0)
  }

  private init(_ names: Names, _ range: Range<Int>) {
    texts = UTF8Records(bytes: names.texts.bytes, places: Array(names.texts.ranges[range]))
    unsafe foreignBytes = names.foreignBytes
    shown = names.shown
    shownNumbers = shown.isEmpty ? [] : Array(names.shownNumbers[range])
  }

  /// Some of the names.
  package subscript(range: Range<Int>) -> Names {
    range == texts.indices ? self : Names(self, range)
  }

  /// The names as records, which share the bytes unless the names are foreign.
  package var records: UTF8Records {
    if unsafe foreignBytes == nil { return texts }
    var records = UTF8Records()
    records.reserveCapacity(records: count, bytes: byteCount)
    read { names in
      for number in 0..<count { unsafe records.append(utf8: names[number]) }
    }
    return records
  }
}

// MARK: Reading

extension Names {
  /// Reads names by their numbers in input order.
  @safe
  package struct Reader {
    fileprivate let bytes: UnsafePointer<UInt8>
    fileprivate let ranges: UnsafePointer<Range<Int>>
    fileprivate let shownBytes: UnsafePointer<UInt8>
    fileprivate let shownRanges: UnsafePointer<Range<Int>>
    /// `nil` if every name is shown as it is collated.
    fileprivate let shownNumbers: UnsafePointer<Int32>?

    /// The UTF-8 bytes of a name.
    @inline(__always)
    package subscript(number: Int) -> UnsafeBufferPointer<UInt8> {
      unsafe Self.text(ranges[number], in: bytes)
    }

    /// The UTF-8 bytes of a name's shown text; `nil` if it is the name itself. Names that collate
    /// as equal are ordered by their shown texts, after the names shown as they are, even in
    /// descending order.
    @inline(__always)
    func shown(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
      guard let shownNumbers = unsafe shownNumbers else { return nil }
      let shownNumber = unsafe Int(shownNumbers[number])
      return shownNumber < 0 ? nil : unsafe Self.text(shownRanges[shownNumber], in: shownBytes)
    }

    @inline(__always)
    private static func text(
      _ range: Range<Int>, in bytes: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
      unsafe UnsafeBufferPointer(
        start: bytes + range.lowerBound, count: range.upperBound &- range.lowerBound)
    }
  }

  /// Calls `body` with a reader of the names, whose memory doesn't move until it returns.
  @inline(__always)
  package func read<Result>(_ body: (Reader) -> Result) -> Result {
    unsafe texts.bytes.withUnsafeBufferPointer { bytes in
      unsafe texts.ranges.withUnsafeBufferPointer { ranges in
        unsafe shown.bytes.withUnsafeBufferPointer { shownBytes in
          unsafe shown.ranges.withUnsafeBufferPointer { shownRanges in
            unsafe shownNumbers.withUnsafeBufferPointer { shownNumbers in
              body(
                unsafe Reader(
                  bytes: foreignBytes ?? bytes.address, ranges: ranges.address,
                  shownBytes: shownBytes.address, shownRanges: shownRanges.address,
                  shownNumbers: shownNumbers.isEmpty ? nil : shownNumbers.address))
            }
          }
        }
      }
    }
  }
}

extension UnsafeBufferPointer {
  /// The base address; if there are no elements, some other address, which is never read.
  @inline(__always)
  fileprivate var address: UnsafePointer<Element> {
    unsafe baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }
}

extension Names.Reader {
  /// Returns equal numbers for identical names.
  @inline(__always)
  func digest(_ number: Int) -> UInt64 {
    let name = unsafe self[number]
    guard name.count > 0 else { return 0 }
    return unsafe UInt64(name.count) << 16 | UInt64(name[0]) << 8 | UInt64(name[name.count - 1])
  }

  @inline(__always)
  func haveSameText(_ left: Int, _ right: Int) -> Bool {
    unsafe Span(_unsafeElements: self[left]).isSame(as: Span(_unsafeElements: self[right]))
  }

  @inline(__always)
  func isShownOtherwise(_ number: Int) -> Bool { unsafe shown(number) != nil }

  /// Whether both names have another shown text, and the two shown texts have identical bytes.
  func areShownAlike(_ left: Int, _ right: Int) -> Bool {
    guard let left = unsafe shown(left), let right = unsafe shown(right) else { return false }
    return unsafe Span(_unsafeElements: left).isSame(as: Span(_unsafeElements: right))
  }
}

/// Names that Swift owns, joined from consecutive pieces of a list.
struct JoinedNames {
  private var texts: UTF8Records
  private var shown: UTF8Records
  private var shownNumbers: [Int32] = []

  /// Makes room for the pieces, which are appended one by one.
  init(roomFor pieces: [Names]) {
    texts = UTF8Records(roomFor: pieces.map(\.texts))
    shown = UTF8Records(roomFor: pieces.map(\.shown))
    if pieces.contains(where: { !$0.shown.isEmpty }) {
      shownNumbers.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    }
  }

  mutating func append(_ piece: Names) {
    precondition(unsafe piece.foreignBytes == nil)
    // So far, every name is shown as it is collated.
    if shown.isEmpty && !piece.shown.isEmpty {
      shownNumbers += repeatElement(-1, count: texts.count)
    }
    let shownCount = Int32(shown.count)
    texts.append(piece.texts)
    shown.append(piece.shown)
    if shown.isEmpty { return }
    shownNumbers +=
      piece.shown.isEmpty
      ? [Int32](repeating: -1, count: piece.count)
      : piece.shownNumbers.map { $0 < 0 ? -1 : $0 + shownCount }
  }

  var names: Names { Names(texts: texts, shown: shown, shownNumbers: shownNumbers) }
}
