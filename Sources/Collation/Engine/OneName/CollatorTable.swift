/// The tables of a collator, for one name after another: to compare two names, to make the key of
/// one, and to find its section. Each has a file of its own.
///
/// Each answer is that of ICU's sort keys. It is `nil` where the tables cannot prove a name simple:
/// then ICU answers.
///
/// Unchecked because it has constants only. There are plain weights of each byte.
@safe
final class CollatorTable: @unchecked Sendable {
  let levels: LevelTable
  /// How many levels of the collator's keys the tables can write, 1 to 3; `nil` where they can
  /// write none, for some `Collator.ReasonForNoKeys`.
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
  /// Why the tables write no keys of a collator, in words.
  enum ReasonForNoKeys: String, Error {
    case caseLevel = "a case level"
    case strength = "more levels than three"
    /// The rules may have changed the mark of `LowerSource.markBehind`.
    case shiftedRules = "custom rules under shifted handling"
  }

  /// How many levels the tables can write, 1 to 3.
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
