import Collation
import CollationTestSupport
import FuzzSupport
import Glibc

/// Options of which each has keys that the tables make in another way, or not at all.
private let optionSets: [OptionSet] = {
  var sets = [CollatorOptions](repeating: CollatorOptions(), count: 9)
  sets[1].strength = .primary
  sets[2].strength = .secondary
  sets[3].caseFirst = .upper
  sets[4].caseFirst = .lower
  sets[5].numeric = true
  sets[6].alternateHandling = .shifted
  sets[7].reorderCodes = ["Grek", "Cyrl"]
  sets[8].backwardsSecondary = true
  return sets.map { OptionSet($0) }
}()

private final class Subject {
  let collation: LocalizedIndexedCollation
  let reference: ReferenceCollator
  /// `nil` where options may change the sections.
  let index: IndexOfICU?

  init(_ locale: String, _ set: OptionSet) {
    guard let reference = set.reference(locale) else { fatalError("ICU opens no \(locale)") }
    self.reference = reference
    do {
      collation = try LocalizedIndexedCollation(
        locale: locale, options: set.options, layout: .icu)
    } catch {
      fatalError("\(error)")
    }
    index = set == optionSets[0] ? IndexOfICU(locale: locale, labelLocales: ["en"]) : nil
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
/// section: so this target tries a hundred times as many names a second as `order`.
func fuzzNames(_ input: Input) {
  var input = input
  let (locale, set) = (input.number(below: locales.count), input.number(below: optionSets.count))
  let number = locale * optionSets.count + set
  let subject = subjects[number] ?? Subject(locales[locale], optionSets[set])
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
