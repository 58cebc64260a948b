import Collation
import CollationLists
import CollationTestSupport
import FuzzSupport

/// The preset of ICU with and without English labels, and layouts that ICU does not have.
private let layouts: [(layout: SectionLayout, labelLocales: [String]?)] = {
  var (localeOnly, latinLast, own) = (SectionLayout.icu, SectionLayout.icu, SectionLayout.uikit)
  localeOnly.scriptOrder = .localeOnly
  latinLast.scriptOrder = .latinLast
  own.digitsTitle = "0–9"
  own.groups = [
    SectionLayout.Group(title: "A", letters: ["A", "Å", "Z"]),
    SectionLayout.Group(title: "Б", letters: ["Б", "あ", "ㄱ", "Β"]),
  ]
  var (descending, ownDescending) = (SectionLayout.icu, own)
  descending.isDescending = true
  ownDescending.isDescending = true
  return [
    (.icu, ["en"]), (localeOnly, []), (.uikit, nil), (latinLast, nil), (own, nil),
    (descending, nil), (ownDescending, nil),
  ]
}()

private struct Subject {
  let collation: LocalizedIndexedCollation
  let index: IndexOfICU?

  init(_ locale: String, layout: Int) {
    let (layout, labelLocales) = layouts[layout]
    do {
      collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
    } catch {
      fatalError("\(error)")
    }
    index = labelLocales.flatMap { IndexOfICU(locale: locale, labelLocales: $0) }
    _ = collation.sectionNumbers(of: NameList(manyNames))
    _ = collation.sections(of: NameList(manyNames))
  }
}

private struct Choice: Hashable {
  let locale: String
  let layout: Int
}

nonisolated(unsafe) private var subjects = Opened<Choice, Subject>()

/// Sections are those of ICU's index; every call that tells a section tells the same.
func fuzzSections(_ input: Input) {
  var input = input
  let choice = Choice(
    locale: input.choice(locales), layout: input.number(below: layouts.count))
  let subject = subjects.value(for: choice) { Subject(choice.locale, layout: choice.layout) }
  let collation = subject.collation
  let names = input.lines()
  var records = UTF8Records()
  for name in names { records.append(utf8: name) }

  func told(_ name: [UInt8]) -> String {
    "\(choice.locale) \(layouts[choice.layout].layout) \(name)"
  }
  let sections = names.map { collation.section(forUTF8: $0.span) }
  for (name, section) in zip(names, sections) {
    if let index = subject.index, hasKeyOfICU(name) {
      check(
        name.withUnsafeBufferPointer { index.has($0, in: section) }, "section: \(told(name))")
    }
    let key = collation.listKey(forUTF8: name.span)
    check(key.section == section, "section of the list key: \(told(name))")
    check(
      key.sortKey == collation.collator.sortKey(forUTF8: name.span),
      "sort key of the list key: \(told(name))")
    check(
      collation.listKeyRange(ofSection: section)?.contains(key) == true,
      "range of the section: \(told(name))")
  }
  check(collation.sectionNumbers(of: NameList(records)) == sections, "section numbers: \(told([]))")
  let keys = collation.listKeys(of: NameList(records))
  check(
    zip(keys, names).allSatisfy { $0 == collation.listKey(forUTF8: $1.span) },
    "list keys: \(told([]))")

  // The first list is as short as the input, the second long enough for the order of long lists.
  for repetitions in [1, 8] {
    var list = UTF8Records()
    for _ in 0..<repetitions { for name in names { list.append(utf8: name) } }
    let order = sortedNumbers((0..<repetitions).flatMap { _ in Array(keys) })
    let sectioned = collation.sections(of: NameList(list))
    check(sectioned.rows == order, "sections of a list: \(told([]))")
    for section in sectioned {
      check(
        section.allSatisfy { sections[$0 % names.count] == section.number },
        "rows of a section: \(told([]))")
    }
  }
}
