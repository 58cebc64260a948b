/// The only place that decides whether a collator's tables may be used.
///
/// The tables depend on how ICU writes its keys, which an untested version of ICU may do
/// differently. So some of their keys are compared with ICU's own when a collator gets its tables,
/// and again when they sort or key a list. Tables that differ are never used again, and ICU makes
/// the keys.
enum TableTrust {
  /// Whether ICU does everything, as requested by `COLLATION_ICU_ONLY=1` in the environment, which
  /// is read once per process.
  static let isICUAlone = Environment.value(of: "COLLATION_ICU_ONLY") == "1"

  /// Whether the keys of 64 pairs of ASCII characters equal ICU's, and so does the key of a run of
  /// common weights that takes more than one byte at each level.
  static func agrees(_ tables: CollatorTable, for collator: Collator) -> Bool {
    let run = [UInt8](repeating: UInt8(ascii: "a"), count: 100)
    let pairs = stride(from: UInt8(0), to: 0x80, by: 2).map { [$0, $0 + 1] }
    let texts = pairs + [run + [UInt8(ascii: "B")] + run]
    return texts.allSatisfy { text in
      unsafe text.withUnsafeBufferPointer { text in
        unsafe agrees(tables, for: collator, on: text, wholeKey: false)
          && agrees(tables, for: collator, on: text, wholeKey: true)
      }
    }
  }

  /// Whether the keys of some names in a list equal ICU's: at the primary level, or at all levels.
  /// In bounds because the numbers are less than the count.
  ///
  /// - Parameter count: How many names to check, at most `namesToCheck`.
  static func agrees(
    _ tables: CollatorTable, for collator: Collator, on names: Names, count: Int, wholeKeys: Bool
  ) -> Bool {
    let count = min(count, Thresholds.namesToCheck)
    return names.read { reader in
      (0..<count).allSatisfy { number in
        let name = unsafe reader[number * (names.count / count)]
        return unsafe agrees(tables, for: collator, on: name, wholeKey: wholeKeys)
      }
    }
  }

  /// Whether a name's key equals ICU's, if the tables make it. The primary level comes from the
  /// walk by which lists are sorted.
  @inline(never)
  private static func agrees(
    _ tables: CollatorTable, for collator: Collator, on name: UnsafeBufferPointer<UInt8>,
    wholeKey: Bool
  ) -> Bool {
    // Long names take ICU longer, and are no better as samples.
    if name.count > Thresholds.checkedNameBytes { return true }
    let limit = 8 * Thresholds.checkedNameBytes
    let key =
      wholeKey
      ? unsafe tables.key(of: name)
      : unsafe tables.levels.base.bytesByTable(of: name, limit: limit)
    guard let key else { return true }
    let expected = collator.sortKeyByICU(of: unsafe Span(_unsafeElements: name))
    return wholeKey ? key == expected : key[...] == expected.primaryLevel
  }
}
