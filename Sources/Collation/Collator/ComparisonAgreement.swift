/// Tells for which strings ICU's comparison is certain to agree with ICU's sort keys.
///
/// ICU's `ucol_strcollUTF8` and `ucol_getSortKey` disagree on a few strings, found by comparing
/// random strings in all tailorings and options. Where they do, this library goes by the sort key,
/// since only keys can be stored. ICU's comparison
/// - returns at the first difference in letters, before it sees a mark that makes a contraction
///   with one of them (`CollationFastLatin`): in `vi`, ò and U+031B against ô;
/// - decodes some marks beyond U+FFFF differently in UTF-8: U+1E4EE before U+1E4EF;
/// - skips the common prefix of the strings, and then treats the rest as if nothing came before it.
///   That matters for non-ASCII digits with numeric ordering, and for characters without a weight
///   of their own after a variable one with alternate handling shifted, or with backwards
///   secondary. In ASCII, only Hebrew's tailoring for search has such characters;
/// - puts digits before letters (`CollationFastLatin` again) if reorder codes put Latin just before
///   digits.
///
/// And ICU's keys
/// - put a long run of lowercase before a short one, with a case level and uppercase first:
///   `CollationKeys::writeSortKeyUpToQuaternary` writes 3 and 3 for 14 letters, but 7 for five. So
///   `aaaaaaaaaaaaaa` comes before `aaaaaAaaaaaaaa`;
/// - would be malformed if reorder codes moved more scripts than there are lead bytes for. Such a
///   collator is refused (``ICUCollator/keepsWeightsWhenReordered()``); with more than two codes
///   beyond the locale's own, the keys are compared as a precaution.
///
/// Custom rules may remove the weight of any character.
struct ComparisonAgreement {
  private let coversNothing: Bool
  private let coversASCIIOnly: Bool
  private let excludesDigits: Bool

  /// - Parameter localeReorderCodes: The locale's own reorder codes; `nil` for custom rules.
  init(_ options: ResolvedCollatorOptions, localeReorderCodes: [String]?) {
    let added = options.reorderCodes.filter { localeReorderCodes?.contains($0) == false }
    coversASCIIOnly = options.alternateHandling == .shifted || options.backwardsSecondary
    coversNothing =
      localeReorderCodes == nil
      || added.count > 2 || !options.reorderCodes.allSatisfy(ICUReorderCode.isScript)
      || coversASCIIOnly && options.collationType == "search"
      || options.caseLevel && options.caseFirst == .upper
    excludesDigits = options.numeric
  }

  /// Whether comparing this string with another covered string gives the same result as comparing
  /// their keys.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func covers(_ utf8: Span<UInt8>) -> Bool {
    if coversNothing { return false }
    // Most strings are ASCII, and a loop for ASCII alone is shorter.
    guard var position = utf8.indices.first(where: { utf8[$0] >= 0x80 }) else { return true }
    if coversASCIIOnly { return false }
    while position < utf8.count {
      let (first, start) = (utf8[position], position)
      position += 1
      if first < 0x80 { continue }
      let decoded = decodedCodePoint(utf8.count &- start) { utf8[start &+ $0] }
      // Ill-formed bytes collate as U+FFFD, which is covered.
      guard let (codePoint, length) = decoded else { continue }
      position = start &+ length
      if codePoint >= 0x300 && ICUCodePointSet.combining.contains(codePoint) { return false }
      if excludesDigits && ICUCodePointSet.digits.contains(codePoint) { return false }
    }
    return true
  }
}

extension Collator {
  /// Compares two names, by their keys where ICU's comparison may disagree with them.
  /// `ucol_strcollUTF8`
  func compareByICU(_ left: Span<UInt8>, _ right: Span<UInt8>) -> CollationResult {
    if storage.agreement.covers(left) && storage.agreement.covers(right) {
      return CollationResult(sign: storage.icu.compare(left, right))
    }
    let (leftKey, rightKey) = (sortKeyByICU(of: left), sortKeyByICU(of: right))
    return leftKey == rightKey
      ? .equal : leftKey.lexicographicallyPrecedes(rightKey) ? .less : .greater
  }

  package func sortKeyByICU(of utf8: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    storage.icu.appendSortKey(of: utf8, to: &bytes)
    return bytes
  }
}
