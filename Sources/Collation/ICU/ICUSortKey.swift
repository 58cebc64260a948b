/// The bytes of ICU's sort keys that stand for something else than a weight, and how keys are
/// merged.
///
/// ICU writes the levels of a key one after another (`CollationKeys::writeSortKeyUpToQuaternary`).
/// In the first level a weight takes one to four bytes. The first of these, the *lead byte*, is
/// *compressible* where many weights share it, as in most scripts: then ICU writes it once for a
/// *run* of weights and ends the run with a byte of its own. The constants are those of
/// `collation.h`.
package enum ICUSortKey {
  /// Ends the whole key.
  static let keyEnd: UInt8 = 0x00
  /// Ends every level but the last. `LEVEL_SEPARATOR_BYTE`
  static let levelEnd: UInt8 = 0x01
  /// U+FFFE, which separates merged strings.
  static let separator: Unicode.Scalar = "\u{FFFE}"
  /// Stands for that character in the first level. No byte ends a run before it.
  /// `MERGE_SEPARATOR_BYTE`
  package static let mergeSeparator: UInt8 = 0x02
  /// Ends a run before a weight with a lower lead byte. `PRIMARY_COMPRESSION_LOW_BYTE`
  package static let runEndBeforeLower: UInt8 = 0x03
  /// Ends a run before a weight with a higher lead byte. `PRIMARY_COMPRESSION_HIGH_BYTE`
  package static let runEndBeforeHigher: UInt8 = 0xFF

  /// Whether a byte ends a run, where a run is.
  package static func endsRun(_ byte: UInt8) -> Bool {
    byte == runEndBeforeLower || byte == runEndBeforeHigher
  }

  /// Whether a byte belongs to the level in which it stands, and does not end it.
  @inline(__always)
  static func isInLevel(_ byte: UInt8) -> Bool { byte > levelEnd }

  /// One key of many, level by level, as `ucol_mergeSortkeys` makes one of two, and then of that
  /// and the next. A level has the weights of those keys that have the level, with a separator
  /// between.
  static func merged(_ keys: [ArraySlice<UInt8>]) -> [UInt8] {
    var merged: [UInt8] = []
    var rests = keys
    var isFirstLevel = true
    while isFirstLevel || !rests.isEmpty {
      if !isFirstLevel { merged.append(levelEnd) }
      isFirstLevel = false
      var further: [ArraySlice<UInt8>] = []
      for (number, rest) in rests.enumerated() {
        let level = rest.firstLevel
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

extension Collection<UInt8> {
  /// The first level of a sort key, or of the beginning of one.
  package var firstLevel: SubSequence { prefix(while: ICUSortKey.isInLevel) }
}

extension ArraySlice<UInt8> {
  /// The least bytes that come after all that begin with these; `nil` if none do, as for FF FF,
  /// which U+FFFF has.
  package var successor: Self? {
    guard let position = lastIndex(where: { $0 != 0xFF }) else { return nil }
    return self[..<position] + [self[position] + 1]
  }
}
