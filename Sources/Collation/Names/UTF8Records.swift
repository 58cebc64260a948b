/// Records of UTF-8 text in one buffer, such as the lines of a file.
///
/// ```swift
/// let lines = UTF8Records(Array("Öberg\nZorn\nÅberg\n".utf8))
/// let order = try Collator(locale: "sv").sortedIndices(of: NameList(lines))  // [1, 2, 0]
/// ```
///
/// A record keeps its bytes as they are, even ill-formed UTF-8, and never becomes a string. You can
/// also append records one by one:
///
/// ```swift
/// var records = UTF8Records()
/// for person in people { records.append(person.name) }
/// ```
public struct UTF8Records: Sendable {
  /// The buffer.
  public private(set) var bytes: [UInt8]
  /// The range of each record in the buffer, in bytes.
  public private(set) var ranges: [Range<Int>]

  /// Makes a buffer without records.
  public init() { (bytes, ranges) = ([], []) }

  /// Splits a buffer into records, each terminated by a separator; the last record needs no
  /// separator.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: "\n")) {
    var ranges: [Range<Int>] = []
    // Counting takes less time and memory than growing repeatedly.
    let count = SeparatorScan.count(separator, in: bytes.span)
    ranges.reserveCapacity(count + 1)
    var scan = SeparatorScan(separator)
    scan.scan(bytes.span, to: &ranges)
    if scan.start < bytes.count { ranges.append(scan.start..<bytes.count) }
    self.bytes = bytes
    self.ranges = ranges
  }

  /// Copies strings into one buffer; each becomes a record.
  ///
  /// ```swift
  /// let keys = collation.listKeys(of: NameList(UTF8Records(strings: names)))
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public init(strings: some Sequence<String>) {
    let strings = Array(strings)
    var ranges: [Range<Int>] = []
    // Strings know their byte counts, so all memory is allocated at once.
    let byteCount = strings.reduce(0) { $0 + $1.utf8.count }
    var bytes: [UInt8] = []
    ranges.append(addingCapacity: strings.count) { ranges in
      bytes.append(addingCapacity: byteCount) { bytes in
        // A span lends each string; an iterator would retain it.
        let strings = strings.span
        for number in strings.indices {
          let start = bytes.count
          bytes.append(strings[number].utf8.span)
          ranges.append(start..<bytes.count)
        }
      }
    }
    (self.bytes, self.ranges) = (bytes, ranges)
  }

  /// Makes room for records and their bytes.
  ///
  /// - Complexity: O(*n*) in the existing bytes.
  public mutating func reserveCapacity(records: Int, bytes byteCount: Int) {
    ranges.reserveCapacity(records)
    bytes.reserveCapacity(byteCount)
  }

  /// Appends a record with the UTF-8 of a text.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes of the text, on average.
  public mutating func append(_ text: some StringProtocol) { append(utf8: text.utf8) }

  /// Appends a record of bytes, unchanged.
  ///
  /// - Complexity: O(*n*) in the bytes, on average.
  public mutating func append(utf8: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: utf8)
    endRecord(at: start)
  }
}

extension UTF8Records {
  /// Copies an element's text into the buffer: separate strings would be scattered over memory, and
  /// each access would count references.
  mutating func append(copying text: String) {
    let start = bytes.count
    append(bytesOf: text)
    endRecord(at: start)
  }

  /// Appends a field to the record that begins at `start`, preceded by U+FFFE unless it is the
  /// first: this separator collates before all else (UTS #10, 1.6 Merging Sort Keys). An empty
  /// field is left out.
  ///
  /// - Returns: The range of the field.
  mutating func appendField(_ field: String, ofRecordAt start: Int) -> Range<Int> {
    if field.isEmpty { return bytes.count..<bytes.count }
    if bytes.count > start { bytes += Self.separator }
    let place = bytes.count
    append(bytesOf: field)
    return place..<bytes.count
  }

  mutating func endRecord(at start: Int) { ranges.append(start..<bytes.count) }

  private mutating func append(bytesOf text: String) {
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
  }

  /// U+FFFE
  package static let separator = Array("\u{FFFE}".utf8)

  /// Makes room for lists of records that are appended one by one. If they share one buffer, so
  /// does the result.
  init(roomFor lists: [UTF8Records]) {
    self.init()
    guard let first = lists.first?.bytes else { return }
    ranges.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    if lists.allSatisfy({ $0.bytes.span.isIdentical(to: first.span) }) {
      bytes = first
    } else {
      bytes.reserveCapacity(lists.reduce(0) { $0 + $1.bytes.count })
    }
  }

  /// Appends records, with their bytes unless they are in the same buffer.
  mutating func append(_ list: UTF8Records) {
    if bytes.span.isIdentical(to: list.bytes.span) {
      ranges += list.ranges
      return
    }
    let start = bytes.count
    bytes += list.bytes
    for range in list.ranges {
      ranges.append(start + range.lowerBound..<start + range.upperBound)
    }
  }

  /// Makes records of ranges, which must lie within the buffer.
  package init(bytes: [UInt8], places: [Range<Int>]) { (self.bytes, ranges) = (bytes, places) }
}

extension UTF8Records: RandomAccessCollection {
  /// The position of the first record.
  public var startIndex: Int { 0 }
  /// The number of records.
  public var endIndex: Int { ranges.count }
  /// The bytes of a record.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> ArraySlice<UInt8> { bytes[ranges[position]] }
}
