/// What the library knows about the bytes of ICU's sort keys and the bits of its collation
/// elements, and how to merge keys.
///
/// ICU writes the levels of a key one after another (`CollationKeys::writeSortKeyUpToQuaternary`).
/// At the primary level a weight takes one to four bytes. The first, the *lead byte*, is
/// *compressible* if many weights share it, as in most scripts: then ICU writes it once for a *run*
/// of weights and ends the run with a byte of its own. `LevelFormat` describes the secondary and
/// tertiary levels. The constants come from `collation.h`.
package enum SortKeyFormat {
  static let keyEnd: UInt8 = 0x00
  /// Ends every level but the last. `LEVEL_SEPARATOR_BYTE`
  static let levelEnd: UInt8 = 0x01
  /// U+FFFE, which separates merged strings.
  package static let separator: Unicode.Scalar = "\u{FFFE}"
  package static let separatorBytes: (UInt8, UInt8, UInt8) = (0xEF, 0xBF, 0xBE)
  /// U+FFFE's weight at the primary level. No byte ends a run before it.
  /// `MERGE_SEPARATOR_BYTE`
  static let mergeSeparator: UInt8 = 0x02
  /// Marks where a script begins, before a sample character of the script.
  static let scriptMark: UInt32 = 0xFDD1
  static let scriptMarkBytes: (UInt8, UInt8, UInt8) = (0xEF, 0xB7, 0x91)
  /// Ends a run before a weight with a lower lead byte. `PRIMARY_COMPRESSION_LOW_BYTE`
  static let runEndBeforeLower: UInt8 = 0x03
  /// Ends a run before a weight with a higher lead byte. `PRIMARY_COMPRESSION_HIGH_BYTE`
  static let runEndBeforeHigher: UInt8 = 0xFF

  /// The secondary weight of a letter without marks. `Collation::COMMON_WEIGHT16`
  package static let commonSecondary: UInt16 = 0x0500
  /// The bits of a collation element's tertiary weight, without the case bits.
  /// `Collation::ONLY_TERTIARY_MASK`
  package static let elementTertiaryMask: UInt64 = 0x3F3F
  /// The case bits of a collation element. `Collation::CASE_MASK`
  package static let elementCaseMask: UInt64 = 0xC000
  /// The primary weight of U+FFFE's element. `Collation::MERGE_SEPARATOR_PRIMARY`
  package static let elementMergeSeparator: UInt32 = 0x0200_0000

  static func endsRun(_ byte: UInt8) -> Bool {
    byte == runEndBeforeLower || byte == runEndBeforeHigher
  }

  /// Merges many keys into one, level by level, as repeated calls of `ucol_mergeSortkeys` would. A
  /// level consists of the weights of all keys that have the level, with separators in between.
  static func merged(_ keys: [ArraySlice<UInt8>]) -> [UInt8] {
    var merged: [UInt8] = []
    var rests = keys
    var isPrimaryLevel = true
    while isPrimaryLevel || !rests.isEmpty {
      if !isPrimaryLevel { merged.append(levelEnd) }
      isPrimaryLevel = false
      var further: [ArraySlice<UInt8>] = []
      for (number, rest) in rests.enumerated() {
        let level = rest.primaryLevel
        if number > 0 { merged.append(mergeSeparator) }
        merged += level
        if rest[level.endIndex...].first == levelEnd {
          further.append(rest[(level.endIndex + 1)...])
        }
      }
      rests = further
    }
    return merged + [keyEnd]
  }
}

/// How ICU writes the secondary or the tertiary level of a sort key: each weight as it is, but for
/// a run of *common* weights, which nearly all letters have, only the count
/// (`CollationKeys::writeSortKeyUpToQuaternary`).
///
/// A run of *n* common weights is `low` + *n* - 1 before a lower weight or the end of the level,
/// and `high` - (*n* - 1) before a higher weight. In a longer run, each `most` weights are one byte
/// `middle` before it. No other weight begins with a byte from `low` to `high`. The constants come
/// from `collationkeys.cpp`.
struct LevelFormat {
  let low: UInt8
  let middle: UInt8
  let high: UInt8
  let most: Int

  /// `SEC_COMMON_LOW`
  static let secondary = LevelFormat(low: 0x05, middle: 0x25, high: 0x45, most: 0x21)
  /// `TER_ONLY_COMMON_LOW`
  static let tertiary = LevelFormat(low: 0x05, middle: 0x65, high: 0xC5, most: 0x61)
  /// `TER_LOWER_FIRST_COMMON_LOW`
  static let tertiaryLowerFirst = LevelFormat(low: 0x05, middle: 0x25, high: 0x45, most: 0x21)
  /// `TER_UPPER_FIRST_COMMON_LOW`
  static let tertiaryUpperFirst = LevelFormat(low: 0x85, middle: 0xA5, high: 0xC5, most: 0x21)
}

extension Collection<UInt8> {
  var primaryLevel: SubSequence { prefix { $0 > SortKeyFormat.levelEnd } }
}

extension ArraySlice<UInt8> {
  /// The least bytes that sort after all bytes with this prefix; `nil` if none do, as for FF FF,
  /// which U+FFFF has.
  var successor: Self? {
    guard let position = lastIndex(where: { $0 != 0xFF }) else { return nil }
    return self[..<position] + [self[position] + 1]
  }
}
