import Collation
import CollationTestSupport
import FuzzSupport
import Glibc

/// Options of which each has keys that the tables make in another way, or not at all, and what sets
/// them on ICU's own collator: values by `UColAttribute`, and numbers of scripts.
private let optionSets: [(options: CollatorOptions, attributes: [Int: Int], scripts: [Int32])] = {
  func set(
    _ attributes: [Int: Int] = [:], scripts: [Int32] = [],
    _ change: (inout CollatorOptions) -> Void = { _ in }
  ) -> (CollatorOptions, [Int: Int], [Int32]) {
    (.with(change), attributes, scripts)
  }
  return [
    set(),
    set([5: 0]) { $0.strength = .primary },
    set([5: 1]) { $0.strength = .secondary },
    set([2: 25]) { $0.caseFirst = .upper },
    set([2: 24]) { $0.caseFirst = .lower },
    set([7: 17]) { $0.numeric = true },
    set([1: 20]) { $0.alternateHandling = .shifted },
    set(scripts: [14, 8]) { $0.reorderCodes = ["Grek", "Cyrl"] },
    set([0: 17]) { $0.backwardsSecondary = true },
    set([3: 17]) { $0.caseLevel = true },
    set([4: 16]) { $0.normalization = .off },
    set([1: 20, 5: 15, 7: 17]) {
      ($0.alternateHandling, $0.strength, $0.numeric) = (.shifted, .identical, true)
    },
  ]
}()

private final class Subject {
  let collation: LocalizedIndexedCollation
  let reference: ReferenceCollator
  /// `nil` where options may change the sections.
  let index: IndexOfICU?

  init(_ locale: String, set: Int) {
    let (options, attributes, scripts) = optionSets[set]
    guard let reference = ReferenceCollator(normalizing: locale) else {
      fatalError("ICU opens no \(locale)")
    }
    self.reference = reference
    for (attribute, value) in attributes { reference.set(attribute, to: value) }
    if !scripts.isEmpty { reference.setReorderCodes(scripts) }
    do {
      collation = try LocalizedIndexedCollation(
        locale: locale, options: options, layout: .icu)
    } catch {
      fatalError("\(error)")
    }
    index = set == 0 ? IndexOfICU(locale) : nil
    _ = collation.collator.sortedIndices(of: NameList(manyNames))
    _ = collation.sectionNumbers(of: NameList(manyNames))
  }

  /// Whether ICU makes a key of a name.
  func makes(_ key: SortKey, of name: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = reference.writeSortKey(name, to: keyOfICU)
    return key.bytes.withUnsafeBufferPointer {
      $0.count == length && memcmp($0.baseAddress!, keyOfICU.baseAddress!, length) == 0
    }
  }
}

nonisolated(unsafe) private var subjects = [Subject?](
  repeating: nil, count: locales.count * optionSets.count)

/// Room for the key that ICU makes of the longest input.
nonisolated(unsafe) private let keyOfICU = UnsafeMutableBufferPointer<UInt8>.allocate(
  capacity: 1 << 14)

/// By the tables of a collator, the key of a name and its section are ICU's, and comparing two
/// names follows the keys.
///
/// The collators stay open, and a harness that allocates nothing asks ICU for two keys and a
/// section: so this target tries many more inputs a second than the others.
func fuzzNames(_ input: Input) {
  var input = input
  let (locale, set) = (input.number(below: locales.count), input.number(below: optionSets.count))
  let number = locale * optionSets.count + set
  let subject = subjects[number] ?? Subject(locales[locale], set: set)
  subjects[number] = subject
  let (collation, collator) = (subject.collation, subject.collation.collator)
  let (left, right) = (input.line(), input.line())
  func told(_ name: UnsafeBufferPointer<UInt8>) -> String {
    "\(locales[locale]) [\(optionSets[set].options)] \(Array(name))"
  }

  let listKey = collation.listKey(forUTF8: left.span)
  let (leftKey, rightKey) = (listKey.sortKey, collator.sortKey(forUTF8: right.span))
  let section = collation.section(forUTF8: left.span)
  check(listKey.section == section, "section of the list key: \(told(left))")
  if hasKeyOfICU(left) {
    check(subject.makes(leftKey, of: left), "key: \(told(left))")
    if let index = subject.index {
      check(index.has(left, in: section), "section: \(told(left))")
    }
  }
  if hasKeyOfICU(right) { check(subject.makes(rightKey, of: right), "key: \(told(right))") }

  let order = leftKey.bytes.withUnsafeBufferPointer { left in
    rightKey.bytes.withUnsafeBufferPointer { right in
      // A key ends with its only zero byte.
      memcmp(left.baseAddress!, right.baseAddress!, min(left.count, right.count)).signum()
    }
  }
  check(
    collator.compare(utf8: left.span, right.span).rawValue == order,
    "\(told(left)) \(Array(right))")
  check(
    collator.compare(utf8: right.span, left.span).rawValue == -order,
    "\(told(right)) \(Array(left))")
}

/// Whether ICU itself can be asked for the key of a name: it returns, and the library leaves the
/// name as it is (*Where ICU disagrees with itself*).
private func hasKeyOfICU(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
  // Seventeen marks take 34 bytes, and a character that may hang ICU begins with F0 to F4.
  name.count < 34 && !name.contains { 0xF0...0xF4 ~= $0 } || hasKeyOfICU(Array(name))
}

/// The same, by each character.
private func hasKeyOfICU(_ name: [UInt8]) -> Bool {
  if HostileNames.mayHangICU(name) { return false }
  var marks = 0
  for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
    marks = ReferenceICU.leadCombiningClass(scalar.value) == 0 ? 0 : marks + 1
    if marks > 16 { return false }
  }
  return true
}

/// ICU's own index of a locale. Normalization is as the locale has it, which is off in most.
private final class IndexOfICU {
  private let index: ReferenceIndex
  private let (collator, normalizing): (ReferenceCollator, ReferenceCollator)

  init?(_ locale: String) {
    guard
      let index = ReferenceIndex(locale: locale, labelLocales: ["en"], maxLabelCount: 1_000),
      let collator = ReferenceCollator(locale: locale),
      let normalizing = ReferenceCollator(normalizing: locale)
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
