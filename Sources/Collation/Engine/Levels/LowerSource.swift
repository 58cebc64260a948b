/// Asks ICU for the lower weights of characters, by sort keys that ICU makes of them.
struct LowerSource: Sendable {
  /// The collator at tertiary strength, without levels beside the usual three.
  private let collator: Collator
  private let tertiary: LevelFormat

  /// - Parameter primary: The collator at primary strength.
  init(_ primary: Collator) throws(CollationError) {
    var request = primary.storage.request
    request.options.strength = .tertiary
    request.options.caseLevel = false
    request.options.backwardsSecondary = false
    collator = try Collator(unshared: request)
    tertiary = .tertiary(primary.resolvedOptions.caseFirst)
  }

  /// The lower weights of some characters.
  func weights(of text: String) -> LowerWeights {
    let levels = levels(of: text)
    // Most characters tell all. ICU is asked again for those that need it.
    lazy var continued = self.levels(of: text + Self.letterBehind)
    guard levels.count == 3,
      let second = Self.half(levels[1], .secondary, continued: { continued[1] }),
      let third = Self.half(levels[2], tertiary, continued: { continued[2] })
    else { return .complex }
    return LowerWeights(second: second, third: third)
  }

  /// An ignored character, which keeps a letter from making a context, and a letter whose lower
  /// weights are common. If rules have changed these, no level goes on as it should.
  private static let letterBehind = "\u{1}a"

  private func levels(of text: String) -> [ArraySlice<UInt8>] {
    collator.sortKeyByICU(of: text.utf8.span).dropLast()
      .split(separator: ICUSortKey.levelEnd, omittingEmptySubsequences: false)
  }

  /// What a level has; `nil` if that does not fit.
  ///
  /// - Parameter continued: The level of the same characters with a common weight behind.
  private static func half(
    _ level: ArraySlice<UInt8>, _ format: LevelFormat, continued: () -> ArraySlice<UInt8>
  ) -> LowerWeights.Half? {
    var (rest, before, behind) = (level, 0, 0)
    if let first = rest.first, (format.low...format.high).contains(first) {
      before = Int(first < format.middle ? first - format.low : format.high - first) + 1
      rest.removeFirst()
    }
    // The last byte counts common weights, or is the second of another weight.
    if rest.count > 1, let last = rest.last, (format.low..<format.middle).contains(last) {
      let continued = continued()
      if continued == level.dropLast() + [last + 1] {
        behind = Int(last - format.low) + 1
        rest.removeLast()
      } else if continued != level + [format.low] {
        return nil
      }
    }
    return LowerWeights.Half(before: before, bytes: rest, behind: behind, format)
  }
}
