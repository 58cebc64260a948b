/// Tells for which strings ICU's comparison is sure to agree with ICU's sort keys.
///
/// ICU's `ucol_strcollUTF8` and `ucol_getSortKey` differ for a few strings, found by comparing the two
/// for random strings in all tailorings and options. Where they differ, the sort key's order is the
/// one that holds in this library, since it alone can be stored. ICU's comparison
/// - returns at the first difference in letters, before it sees a mark that makes a contraction with
///   one of them (`CollationFastLatin`): in `vi`, ò and U+031B against ô;
/// - decodes some marks beyond U+FFFF otherwise in UTF-8: U+1E4EE before U+1E4EF;
/// - skips what the strings begin with in common, and then takes what follows as if nothing had come
///   before it. That matters for digits other than ASCII's with numeric ordering, and for characters
///   without a weight of their own after a variable one with alternate handling shifted, or with
///   backwards secondary;
/// - has digits before letters (`CollationFastLatin` again) where reorder codes have Latin just before
///   digits.
struct ComparisonAgreement {
  private let coversNothing: Bool
  private let coversASCIIOnly: Bool
  private let excludesDigits: Bool

  init(_ options: ResolvedCollatorOptions) {
    coversNothing = !options.reorderCodes.allSatisfy(\.isScript)
    coversASCIIOnly = options.alternateHandling == .shifted || options.backwardsSecondary
    excludesDigits = options.numeric
  }

  /// Whether comparing this string with another that is covered too gives what their keys give.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func covers(_ utf8: Span<UInt8>) -> Bool {
    if coversNothing { return false }
    var position = 0
    while position < utf8.count {
      let lead = utf8[position]
      position += 1
      if lead < 0x80 { continue }
      if coversASCIIOnly { return false }
      // Ill-formed bytes collate as U+FFFD, which is covered: a sequence is cut short at the first
      // byte that does not continue it.
      let continuations = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
      var codePoint = UInt32(lead) & (0x3F >> UInt32(continuations))
      var remaining = continuations
      while remaining > 0, position < utf8.count, utf8[position] & 0xC0 == 0x80 {
        codePoint = codePoint << 6 | UInt32(utf8[position] & 0x3F)
        position += 1
        remaining -= 1
      }
      if remaining > 0 { continue }
      if codePoint >= 0x300 && ICUCodePointSet.combining.contains(codePoint) { return false }
      if excludesDigits && ICUCodePointSet.digits.contains(codePoint) { return false }
    }
    return true
  }
}
