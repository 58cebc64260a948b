import Collation
import CollationFiling
import FuzzSupport

private let rules: [FilingRules] = [
  .asShown,
  FilingRules(articles: .standard),
  FilingRules(articles: .standard, articleLanguages: ["en", "fr", "nl", "ar"]),
  FilingRules(skipsPunctuation: true),
  FilingRules(articles: .standard, skipsNonsortingZones: true),
  FilingRules(
    articles: .standard, articleLanguages: ["en", "ga", "yi"], skipsPunctuation: true,
    numericFields: [0, 2]),
  FilingRules(romanization: .foreignScripts),
  FilingRules(
    articles: .standard, skipsPunctuation: true, romanization: .allScripts,
    readsChineseSurnames: true),
  FilingRules(articles: .standard, skipsModifierLetters: true, readsRomanNumerals: true),
]

private struct Subject {
  let plain: LocalizedIndexedCollation
  let filed: LocalizedIndexedCollation

  init(_ choice: Choice) {
    do {
      plain = try LocalizedIndexedCollation(locale: choice.locale)
      filed = try plain.filed(by: rules[choice.rules])
    } catch {
      fatalError("\(error)")
    }
    _ = plain.sections(of: NameList(manyNames))
  }
}

private struct Choice: Hashable {
  let locale: String
  let rules: Int
}

nonisolated(unsafe) private var subjects = Opened<Choice, Subject>()

/// A line has the parts of a name, with tabs between. What is collated by the rules has the key
/// that a plain collation gives it; all forms agree; no bytes of a name are made up.
func fuzzFiling(_ input: Input) {
  var input = input
  let choice = Choice(locale: input.choice(locales), rules: input.number(below: rules.count))
  let subject = subjects.value(for: choice) { Subject(choice) }
  let (plain, filed) = (subject.plain, subject.filed)
  let lines = input.lines()
  var (shown, languages, sortAs) = (UTF8Records(), UTF8Records(), UTF8Records())
  var (readings, fields) = (UTF8Records(), [UTF8Records](repeating: UTF8Records(), count: 3))
  for line in lines {
    let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    func part(_ number: Int) -> ArraySlice<UInt8> { number < parts.count ? parts[number] : [] }
    shown.append(utf8: part(0))
    languages.append(utf8: part(1))
    sortAs.append(utf8: part(2))
    readings.append(utf8: part(3))
    for field in 0..<3 { fields[field].append(utf8: part(4 + field)) }
  }
  let names = NameList(
    shown: shown, fields: fields, sortAs: sortAs, readings: readings, languages: languages)
  func told(_ name: [UInt8]) -> String { "\(choice.locale), rules \(choice.rules): \(name)" }

  let keys = filed.listKeys(of: names)
  check(keys.count == lines.count, "number of keys: \(told([]))")
  let order = sortedNumbers(Array(keys))
  check(filed.sections(of: names).rows == order, "order: \(told([]))")
  check(keys.sortedIndices() == order, "order of keys: \(told([]))")
  check(
    filed.sectionNumbers(of: names) == keys.map(\.section), "section numbers: \(told([]))")

  for name in shown {
    // Without other parts, a name is filed by the end of itself.
    let key = filed.listKey(forUTF8: name.span)
    var alone = UTF8Records()
    alone.append(utf8: name)
    let none = UTF8Records(strings: [""])
    check(
      filed.listKeys(of: NameList(shown: alone, sortAs: none))[0] == key,
      "bulk: \(told(Array(name)))")
    check(filed.listKeys(of: NameList(alone))[0] == key, "records: \(told(Array(name)))")
    check(filed.section(forUTF8: name.span) == key.section, "section: \(told(Array(name)))")
    let rule = rules[choice.rules]
    if rule.readsRomanNumerals { continue }
    if rule.romanization != nil && name.contains(where: { $0 >= 0x80 }) { continue }
    let isEnd = (name.startIndex...name.endIndex).contains { start in
      let end = name[start...]
      let text = plain.listKey(forUTF8: end.span)
      return text.section == key.section && text.sortKey == key.sortKey
    }
    check(isEnd, "no end of the name has the key: \(told(Array(name)))")
    let end = key.bytes.dropFirst(2 + key.sortKey.bytes.count)
    check(
      end.isEmpty || end.elementsEqual(plain.listKey(forUTF8: name.span).sortKey.bytes),
      "what is shown: \(told(Array(name)))")
  }
  for (number, override) in sortAs.enumerated()
  where override.contains(where: { $0 > 0x20 && $0 < 0x7F }) {
    let text = plain.listKey(forUTF8: override.span)
    check(
      keys[number].section == text.section && keys[number].sortKey == text.sortKey,
      "sort-as: \(told(Array(override)))")
  }
}
