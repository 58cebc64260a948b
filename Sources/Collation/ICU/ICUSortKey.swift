internal import CICU

/// The bytes of ICU's sort keys that stand for something else than a weight, and ICU's functions on
/// whole keys.
///
/// ICU writes the levels of a key one after another (`CollationKeys::writeSortKeyUpToQuaternary`).
/// In the first level a weight takes one to four bytes. The first of these, the *lead byte*, is
/// *compressible* where many weights share it, as in most scripts: then ICU writes it once for a
/// *run* of weights and ends the run with a byte of its own. The constants are those of
/// `collation.h`.
enum ICUSortKey {
  /// Ends the whole key.
  static let keyEnd: UInt8 = 0x00
  /// Ends every level but the last. `LEVEL_SEPARATOR_BYTE`
  static let levelEnd: UInt8 = 0x01
  /// Stands for U+FFFE, which separates merged strings. `MERGE_SEPARATOR_BYTE`
  static let mergeSeparator: UInt8 = 0x02
  /// Ends a run before a weight with a lower lead byte. `PRIMARY_COMPRESSION_LOW_BYTE`
  static let runEndBeforeLower: UInt8 = 0x03
  /// Ends a run before a weight with a higher lead byte. `PRIMARY_COMPRESSION_HIGH_BYTE`
  static let runEndBeforeHigher: UInt8 = 0xFF

  /// Whether a byte ends a run, where a run is.
  static func endsRun(_ byte: UInt8) -> Bool {
    byte == runEndBeforeLower || byte == runEndBeforeHigher
  }

  /// Whether a byte belongs to the level in which it stands, and does not end it.
  @inline(__always)
  static func isInLevel(_ byte: UInt8) -> Bool { byte > levelEnd }

  /// One key of two, level by level. Each has to end in a zero byte. `ucol_mergeSortkeys`
  static func merge(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe ICUCollator.append(to: &bytes, capacity: left.count + right.count + 8) { buffer in
      unsafe cicu_sortKey_merge(
        left, Int32(left.count), right, Int32(right.count), buffer.baseAddress!,
        Int32(buffer.count))
    }
    return bytes
  }
}

extension Collection<UInt8> {
  /// The first level of a sort key, or of the beginning of one.
  var firstLevel: SubSequence { prefix(while: ICUSortKey.isInLevel) }
}
