/// Records of UTF-8 text that lie in one buffer, such as the lines of a file.
///
/// ```swift
/// let lines = UTF8Records(Array("Öberg\nZorn\nÅberg\n".utf8))
/// let order = collator.order(of: lines)  // [1, 2, 0] in Swedish
/// ```
///
/// No string is made of a record, and any bytes are kept as they are, ill-formed UTF-8 too.
public struct UTF8Records: Sendable {
  /// The buffer.
  public let bytes: [UInt8]
  /// Where in the buffer each record lies, in bytes.
  public let ranges: [Range<Int>]

  /// Splits a buffer into the records that a separator ends; the last needs none.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: "\n")) {
    var ranges: [Range<Int>] = []
    var start = 0
    let span = bytes.span
    for position in span.indices where span[position] == separator {
      ranges.append(start..<position)
      start = position + 1
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
    self.bytes = bytes
    self.ranges = ranges
  }

  /// The records that lie at given places of a buffer; `nil` where a place is outside of it.
  ///
  /// - Complexity: O(*n*) in the ranges.
  public init?(_ bytes: [UInt8], ranges: [Range<Int>]) {
    guard ranges.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= bytes.count }) else {
      return nil
    }
    self.init(bytes: bytes, uncheckedRanges: ranges)
  }

  /// Copies strings into one buffer, each of which becomes a record.
  ///
  /// ```swift
  /// let keys = collation.displayKeys(of: UTF8Records(strings: names))
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public init(strings: some Sequence<String>) {
    var (bytes, ranges): ([UInt8], [Range<Int>]) = ([], [])
    for string in strings {
      let start = bytes.count
      bytes += string.utf8
      ranges.append(start..<bytes.count)
    }
    self.init(bytes: bytes, uncheckedRanges: ranges)
  }

  private init(bytes: [UInt8], uncheckedRanges ranges: [Range<Int>]) {
    self.bytes = bytes
    self.ranges = ranges
  }

  /// One field of each record, counted from 1. A record that has fewer has an empty one.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func fields(_ number: Int, separatedBy delimiter: [UInt8]) -> UTF8Records {
    UTF8Records(
      bytes: bytes,
      uncheckedRanges: ranges.map { Self.field(number, of: $0, in: bytes, delimiter: delimiter) })
  }

  private static func field(
    _ number: Int, of record: Range<Int>, in bytes: [UInt8], delimiter: [UInt8]
  ) -> Range<Int> {
    var start = record.lowerBound
    guard number >= 1, !delimiter.isEmpty else { return start..<start }
    var remaining = number - 1
    var position = start
    while position + delimiter.count <= record.upperBound {
      guard bytes[position..<position + delimiter.count].elementsEqual(delimiter) else {
        position += 1
        continue
      }
      if remaining == 0 { return start..<position }
      remaining -= 1
      position += delimiter.count
      start = position
    }
    return remaining == 0 ? start..<record.upperBound : record.upperBound..<record.upperBound
  }
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
