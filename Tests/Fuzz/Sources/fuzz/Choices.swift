import Collation
import CollationTestSupport
import FuzzSupport

/// A set of options, and the same set on ICU's own collator.
struct OptionSet: Hashable {
  private(set) var options = CollatorOptions()

  /// `UColAttributeValue` by the values of the options.
  private static let strengths: [(CollationStrength, Int)] = [
    (.primary, 0), (.secondary, 1), (.tertiary, 2), (.quaternary, 3), (.identical, 15),
  ]
  private static let casesFirst: [(CaseFirst, Int)] = [(.off, 16), (.lower, 24), (.upper, 25)]
  /// `UColReorderCode`
  private static let variables: [(MaxVariable, Int)] = [
    (.space, 0x1000), (.punctuation, 0x1001), (.symbol, 0x1002), (.currency, 0x1003),
  ]
  /// `UColReorderCode` and `UScriptCode`
  private static let reorderings: [([String], [Int32])] = [
    (["Latn"], [25]), (["Grek", "Cyrl"], [14, 8]), (["Latn", "digit"], [25, 0x1004]),
    (["digit", "Thai", "symbol"], [0x1004, 38, 0x1002]), (["others", "Latn"], [103, 25]),
    (["Hani"], [17]),
  ]

  init(_ options: CollatorOptions) { self.options = options }

  /// Takes three bytes of an input. Half of all sets are the locale's own.
  init(_ input: inout Input) {
    let flags = input.number(below: 256)
    let (values, more) = (input.number(below: 256), input.number(below: 256))
    if flags & 1 == 0 { return }
    options.strength =
      flags & 2 != 0 ? Self.strengths[values % Self.strengths.count].0 : nil
    if flags & 4 != 0 {
      options.alternateHandling = .shifted
      options.maxVariable = Self.variables[more % 4].0
    }
    if flags & 8 != 0 { options.caseFirst = Self.casesFirst[more / 4 % 3].0 }
    if flags & 16 != 0 { options.caseLevel = true }
    if flags & 32 != 0 { options.backwardsSecondary = true }
    if flags & 64 != 0 { options.numeric = true }
    if flags & 128 != 0 {
      options.reorderCodes = Self.reorderings[more / 16 % Self.reorderings.count].0
    }
    if values >= 240 { options.normalization = .off }
  }

  /// ICU's collator of a locale with these options, by `UColAttribute`; `nil` where ICU has none.
  func reference(_ locale: String) -> ReferenceCollator? {
    guard let reference = ReferenceCollator(locale: locale) else { return nil }
    reference.set(4, to: options.normalization == .off ? 16 : 17)
    if let (_, value) = Self.strengths.first(where: { $0.0 == options.strength }) {
      reference.set(5, to: value)
    }
    if options.alternateHandling == .shifted { reference.set(1, to: 20) }
    if let (_, value) = Self.variables.first(where: { $0.0 == options.maxVariable }) {
      reference.setMaxVariable(value)
    }
    if let (_, value) = Self.casesFirst.first(where: { $0.0 == options.caseFirst }) {
      reference.set(2, to: value)
    }
    if options.caseLevel == true { reference.set(3, to: 17) }
    if options.backwardsSecondary == true { reference.set(0, to: 17) }
    if options.numeric == true { reference.set(7, to: 17) }
    if let (_, codes) = Self.reorderings.first(where: { $0.0 == options.reorderCodes }) {
      reference.setReorderCodes(codes)
    }
    return reference
  }
}

/// More names than a collator has to see before it makes a table of weights.
let manyNames = UTF8Records(strings: (0..<1_024).map { "name \($0)" })

/// Whether ICU itself can be asked for the key of a name: it returns, and the library leaves the
/// name as it is (*Where ICU disagrees with itself*).
func hasKeyOfICU(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  // Seventeen marks take 34 bytes, and a character that may hang ICU begins with F0 to F4.
  name.count < 34 && !name.contains { 0xF0...0xF4 ~= $0 } || hasKeyOfICU(Array(name))
}

/// The same, by each character.
func hasKeyOfICU(_ name: [UInt8]) -> Bool {
  if HostileNames.mayHangICU(name) { return false }
  var marks = 0
  for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
    marks = ReferenceICU.leadCombiningClass(scalar.value) == 0 ? 0 : marks + 1
    if marks > 16 { return false }
  }
  return true
}

/// ICU's own index of a locale. Normalization is as the locale has it, which is off in most.
final class IndexOfICU {
  private let index: ReferenceIndex
  private let (collator, normalizing): (ReferenceCollator, ReferenceCollator)

  init?(locale: String, labelLocales: [String]) {
    guard
      let index = ReferenceIndex(
        locale: locale, labelLocales: labelLocales, maxLabelCount: 1_000),
      let collator = ReferenceCollator(locale: locale),
      let normalizing = OptionSet(CollatorOptions()).reference(locale)
    else { return nil }
    (self.index, self.collator, self.normalizing) = (index, collator, normalizing)
  }

  /// Whether a name is in a section, or normalization changes its key.
  func has(_ name: UnsafeBufferPointer<UInt8>, in section: Int) -> Bool {
    if section == index.bucket(of: name) { return true }
    let name = Array(name)
    return collator.sortKey(name) != normalizing.sortKey(name)
  }
}

/// Comparing each name with the next follows the keys, both ways round.
func checkComparisons(_ names: [[UInt8]], _ keys: [SortKey], by collator: Collator) {
  for number in names.indices.dropLast() {
    let (left, right) = (names[number], names[number + 1])
    let (leftKey, rightKey) = (keys[number], keys[number + 1])
    let expected: CollationResult =
      leftKey == rightKey ? .equal : leftKey < rightKey ? .less : .greater
    check(
      collator.compare(utf8: left.span, right.span) == expected, "\(collator): \(left) \(right)")
    check(
      collator.compare(utf8: right.span, left.span).rawValue == -expected.rawValue,
      "\(collator): \(right) \(left)")
  }
}

/// The numbers of the keys in their order; equal keys in the order of their numbers.
func sortedNumbers<Key: Comparable>(_ keys: [Key]) -> [Int] {
  keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
}
