/// The bytes of a list key, for all code that writes or reads one:
///
///     section, 2 bytes    sort key of what is collated … 00    sort key of what is shown … 00
///
/// The section's number is big-endian. The second sort key is present only if the shown text isn't
/// the collated one. In a descending list, every byte of the sort keys is complemented, so
/// ascending bytes mean descending names. No sort key is a prefix of another, since each ends with
/// its only zero byte; complemented, it ends with FF.
package enum ListKeyFormat {
  static let sectionLength = 2

  /// The maximum number of sections: `end` is not a section.
  static let maximumSectionCount = 1 << 16 - 1

  /// Bytes that sort after all keys.
  package static let end: [UInt8] = [0xFF, 0xFF]

  @inline(__always)
  package static func bytes(ofSection section: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: section >> 8), UInt8(truncatingIfNeeded: section)]
  }

  @inline(__always)
  package static func section(_ high: UInt8, _ low: UInt8) -> Int { Int(high) << 8 | Int(low) }

  /// Writes a section's number into the space before a sort key.
  ///
  /// In bounds because memory has room for the number.
  @inline(__always)
  static func write(section: Int, to memory: UnsafeMutableBufferPointer<UInt8>) {
    unsafe memory[0] = UInt8(truncatingIfNeeded: section >> 8)
    unsafe memory[1] = UInt8(truncatingIfNeeded: section)
  }

  @inline(__always)
  static func complement(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    for place in memory.indices { unsafe memory[place] = ~memory[place] }
  }

  static func mayEnd(_ byte: UInt8?) -> Bool {
    byte == SortKeyFormat.keyEnd || byte == ~SortKeyFormat.keyEnd
  }
}

/// The direction in which keys are sorted.
///
/// The rule for names that collate as equal follows from the keys. A name that is shown as it is
/// collated has one sort key, which is a prefix of the others' two, so it comes first.
package enum KeyOrder: Sendable {
  /// The order of the bytes.
  case ascending
  /// The reverse order of the bytes, as in `ORDER BY key DESC`.
  case descending
  /// The order of the complemented bytes, which a descending list stores: in this order, too, a
  /// prefix of a key comes before the key.
  case complemented

  /// Whether differing bytes compare in reverse.
  @inline(__always)
  var isReversed: Bool { self != .ascending }

  /// Whether names shown as they are collated come before others with equal collated text.
  @inline(__always)
  var beginsWithShown: Bool { self != .descending }
}
