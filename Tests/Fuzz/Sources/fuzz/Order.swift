import Collation
import CollationTestSupport
import FuzzSupport

private struct Subject {
  let collator: Collator
  /// `nil` where the library refuses to open what ICU opens.
  let reference: ReferenceCollator

  init?(_ locale: String, _ set: OptionSet) {
    guard let collator = try? Collator(locale: locale, options: set.options),
      let reference = set.reference(locale)
    else { return nil }
    _ = collator.sortedIndices(of: NameList(manyNames))
    self.collator = collator
    self.reference = reference
  }
}

private struct Choice: Hashable {
  let locale: String
  let options: OptionSet
}

nonisolated(unsafe) private var subjects = Opened<Choice, Subject?>()

/// Keys are ICU's; comparing and the order of lists, by comparing and by the table, follow them.
func fuzzOrder(_ input: Input) {
  var input = input
  let choice = Choice(locale: input.choice(locales), options: OptionSet(&input))
  let subject = subjects.value(for: choice) { Subject(choice.locale, choice.options) }
  guard let subject else { return }
  let (collator, names) = (subject.collator, input.lines())

  func told(_ name: [UInt8]) -> String { "\(choice.locale) [\(choice.options.options)] \(name)" }
  let keys = names.map { collator.sortKey(forUTF8: $0.span) }
  for (name, key) in zip(names, keys) where hasKeyOfICU(name) {
    check(Array(key.bytes) == subject.reference.sortKey(name), "key: \(told(name))")
  }

  checkComparisons(names, keys, by: collator)

  // Once as short a list as the input has, and once long enough for the table.
  for repetitions in [1, 8] {
    var records = UTF8Records()
    for _ in 0..<repetitions { for name in names { records.append(utf8: name) } }
    let list = NameList(records)
    let recordKeys = (0..<repetitions).flatMap { _ in keys }
    check(collator.sortedIndices(of: list) == sortedNumbers(recordKeys), "order: \(told([]))")
    let batch = collator.sortKeys(of: list)
    check(zip(batch, recordKeys).allSatisfy(==), "keys in bulk: \(told([]))")
  }
}
