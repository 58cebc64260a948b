/// Names one after another in one buffer of UTF-8.
public struct Names: Sendable {
  /// The names in UTF-8, one after another.
  public private(set) var bytes: [UInt8] = []
  /// Where each name begins, and the end of the last.
  public private(set) var offsets: [Int64] = [0]

  /// No names, with room for some.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity * 32)
    offsets.reserveCapacity(capacity + 1)
  }

  /// The lines of a buffer; the last needs no newline.
  public init(lines: [UInt8]) {
    for byte in lines {
      if byte == UInt8(ascii: "\n") {
        endName()
      } else {
        bytes.append(byte)
      }
    }
    if offsets.last != Int64(bytes.count) { endName() }
  }

  /// How many names there are.
  public var count: Int { offsets.count - 1 }

  /// Where in the buffer each name lies.
  public var ranges: [Range<Int>] {
    zip(offsets, offsets.dropFirst()).map { Int($0)..<Int($1) }
  }

  /// The names as strings of their own.
  public var strings: [String] {
    ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The first names, at most as many as there are.
  public func prefix(_ count: Int) -> Names {
    count < self.count ? slice(0..<count) : self
  }

  /// Names of some numbers, in a buffer of their own.
  public func slice(_ numbers: Range<Int>) -> Names {
    let start = offsets[numbers.lowerBound]
    var result = Names()
    result.offsets = offsets[numbers.lowerBound...numbers.upperBound].map { $0 - start }
    result.bytes = Array(bytes[Int(start)..<Int(offsets[numbers.upperBound])])
    return result
  }

  /// The share of names that no earlier name equals, byte by byte.
  public var distinctShare: Double {
    guard count > 0 else { return 1 }
    let order = ranges.sorted { left, right in
      bytes[left].lexicographicallyPrecedes(bytes[right])
    }
    var distinct = 1
    for (left, right) in zip(order, order.dropFirst())
    where !bytes[left].elementsEqual(bytes[right]) {
      distinct += 1
    }
    return Double(distinct) / Double(count)
  }

  private mutating func endName() { offsets.append(Int64(bytes.count)) }
}

extension Names: NameWriter {
  mutating func append(_ part: Word, isFamily: Bool) { bytes.append(contentsOf: part.text) }

  mutating func endName(in language: String) { endName() }

  mutating func repeatName(_ number: Int) {
    let range = Int(offsets[number])..<Int(offsets[number + 1])
    bytes.append(contentsOf: Array(bytes[range]))
    endName()
  }
}
