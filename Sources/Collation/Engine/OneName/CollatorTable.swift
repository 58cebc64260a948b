/// A collator's tables, and the work on single names: comparing two, making a key, and finding a
/// section, each in a file of its own. Lists are sorted by the table of primary weights among them,
/// `levels.base`.
///
/// Each answer agrees with ICU's sort keys. If the tables cannot prove a name simple, it is `nil`,
/// and ICU answers instead.
///
/// Unchecked because it has only constants. In bounds because there are plain weights for each
/// byte.
@safe
final class CollatorTable: @unchecked Sendable {
  let levels: LevelTable
  /// How many levels of the collator's keys the tables can write, 1 to 3; `nil` if none, for a
  /// `Collator.ReasonForNoKeys`.
  let keyLevels: Int?
  /// The plain weights of each byte.
  let plain: UnsafePointer<PlainWeights>

  init(_ levels: LevelTable, for collator: Collator) {
    self.levels = levels
    unsafe plain = UnsafePointer(levels.plain.ofBytes)
    keyLevels = try? collator.keyLevels()
  }
}

extension Collator {
  /// Why the tables write no keys for a collator, in words.
  enum ReasonForNoKeys: String, Error {
    case caseLevel = "a case level"
    case strength = "more than three levels"
    /// The rules may have changed the mark in `LowerSource.markBehind`.
    case shiftedRules = "custom rules under shifted handling"
  }

  /// Returns how many levels the tables can write, 1 to 3.
  func keyLevels() throws(ReasonForNoKeys) -> Int {
    let options = resolvedOptions
    if options.caseLevel { throw .caseLevel }
    if options.alternateHandling == .shifted && storage.request.isOfRules { throw .shiftedRules }
    switch options.strength {
    case .primary: return 1
    case .secondary: return 2
    case .tertiary: return 3
    case .quaternary, .identical: throw .strength
    }
  }
}
