/// Derives the lower weights of characters from sort keys that ICU makes for them.
struct LowerSource: Sendable {
  /// The collator at tertiary strength, with only the usual three levels.
  private let collator: Collator
  private let tertiaryFormat: LevelFormat
  /// Whether the secondary level is written backwards.
  let isBackwards: Bool
  /// Whether variable characters and the marks after them are ignored.
  let isShifted: Bool

  /// - Parameter primary: The collator at primary strength.
  init(_ primary: Collator) throws(CollationError) {
    var request = primary.storage.request
    request.options.strength = .tertiary
    request.options.caseLevel = false
    request.options.backwardsSecondary = false
    collator = try Collator(unshared: request)
    tertiaryFormat = .tertiary(primary.resolvedOptions.caseFirst)
    isBackwards = primary.resolvedOptions.backwardsSecondary
    isShifted = primary.resolvedOptions.alternateHandling == .shifted
  }

  /// Why only ICU knows what a text adds to the lower levels, in words.
  enum Complexity: String, Error {
    /// A backwards level is reversed between separators.
    case separator = "U+FFFE, with accents compared backwards"
    /// Two bytes may be one weight, whose bytes must not be reversed.
    case accents = "more than one accent, with accents compared backwards"
    case counts = "lower-level weights that look like counts of common weights"
    case variable = "a character that ends in a variable one, after which marks may be ignored"
    case room = "lower-level weights that do not fit the table"
  }

  /// Returns the lower weights of some characters; complex ones if only ICU knows them.
  func weights(of scalars: [Unicode.Scalar]) -> LowerWeights {
    do throws(Complexity) {
      return try weights(of: String(String.UnicodeScalarView(scalars)))
    } catch {
      return .complex
    }
  }

  /// Returns the lower weights of some characters.
  func weights(of text: String) throws(Complexity) -> LowerWeights {
    if isBackwards && text.unicodeScalars.first == SortKeyFormat.separator { throw .separator }
    let levels = levels(of: text)
    // For most characters these levels are enough. Only the others need a second key from ICU.
    lazy var continued = self.levels(of: text + Self.letterBehind)
    guard levels.count == 3,
      let secondary = LevelFormat.secondary.weights(
        ofCounted: levels[1], continued: { continued[1] }),
      let tertiary = tertiaryFormat.weights(ofCounted: levels[2], continued: { continued[2] })
    else { throw .counts }
    if isBackwards, secondary.count(where: { $0 != LevelFormat.common }) > 1 { throw .accents }
    // If the last character of the decomposition is variable, as in ⑴, a mark after it is ignored.
    if isShifted, levels[1...2] != [[], []], self.levels(of: text + Self.markBehind) == levels {
      throw .variable
    }
    let weights = LowerWeights(secondary: secondary, tertiary: tertiary)
    if weights.isComplex { throw .room }
    return weights
  }

  /// A mark, after an ignored character that keeps it from composing with a letter.
  private static let markBehind = "\u{1}\u{301}"

  /// A letter with common lower weights, after an ignored character that keeps it from forming a
  /// context. If rules change these weights, no level continues as expected.
  private static let letterBehind = "\u{1}a"

  private func levels(of text: String) -> [ArraySlice<UInt8>] {
    collator.sortKeyByICU(of: text.utf8.span).dropLast()
      .split(separator: SortKeyFormat.levelEnd, omittingEmptySubsequences: false)
  }
}
