import CollationTestSupport
import Testing

@testable import Collation

/// The library's collections keep the promises of the protocols that they conform to.
@Suite struct CollectionTests {
  /// The types that the tests below check.
  private static let checked: Set<String> = [
    "Collation.KeyArray", "Collation.SectionOutline", "Collation.SectionedCollection",
    "Collation.SectionedCollection.Section", "Collation.UTF8Records",
  ]

  /// A new collection fails here until it is checked: `API.txt` lists the conformances of all
  /// public types.
  @Test func everyPublicSequenceIsChecked() throws {
    let sequences = try repositoryText("API.txt").split(separator: "\n").compactMap { line in
      line.firstRange(of: ": is Swift.Sequence").map { String(line[..<$0.lowerBound]) }
    }
    #expect(Set(sequences) == Self.checked)
  }

  private static let names: [[String]] = [
    [], ["Zorn"], ["Ärla", ""], ["Zorn", "adam", "Adam", "Öberg", "42", "adam"],
  ]

  @Test(arguments: names) func records(names: [String]) {
    let expected = names.map { Array($0.utf8) }
    expectCollection(UTF8Records(strings: names), of: expected) { Array($0) }
    // Records need not be UTF-8, and a separator may end the last one or not.
    let records: [[UInt8]] = expected + [[0xFF, 0x80]]
    let bytes: [UInt8] = records.flatMap { $0 + [0x0A] }
    expectCollection(UTF8Records(bytes), of: records) { Array($0) }
    expectCollection(UTF8Records(bytes.dropLast()), of: records) { Array($0) }
  }

  @Test(arguments: names) func keys(names: [String]) throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let collator = collation.collator
    let sortKeys = names.map { Array(collator.keyByICU($0).bytes) }
    expectCollection(collator.sortKeys(of: NameList(names)), of: sortKeys) { Array($0.bytes) }
    let listKeys = zip(names, sortKeys).map { [0, UInt8(collation.section(for: $0))] + $1 }
    expectCollection(collation.listKeys(of: NameList(names)), of: listKeys) { Array($0.bytes) }
  }

  /// Few letters, since all slices of a collection are compared.
  private static func collation() throws -> LocalizedIndexedCollation {
    var layout = SectionLayout.uikit
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ".map(String.init)
    layout.groups = [.init(title: "A–Y", letters: Array(letters[..<25]))]
    return try LocalizedIndexedCollation(locale: "sv", layout: layout)
  }

  private static let titles = ["A–Y", "Z", "Å", "Ä", "Ö", "#"]

  @Test(arguments: [[:], [4: 1], [0: 2, 1: 1, 4: 3, 5: 1]] as [[Int: Int]])
  func outlines(counts: [Int: Int]) throws {
    let collation = try Self.collation()
    for hides in [false, true] {
      let numbers = Self.titles.indices.filter { !hides || counts[$0] != nil }
      let expected = numbers.enumerated().map { position, number in
        SectionOutline.Section(
          number: number, position: position, title: Self.titles[number],
          kind: number == 5 ? .catchAll : .normal, count: counts[number] ?? 0,
          offset: (0..<number).reduce(0) { $0 + (counts[$1] ?? 0) })
      }
      let outline = try SectionOutline(counts: counts, for: collation, hidingEmpty: hides)
      expectCollection(outline, of: expected) { $0 }
    }
  }

  /// The rows of each section, by hand: æ collates as ä (`sv.xml`).
  @Test func sections() throws {
    let collation = try Self.collation()
    let names = ["Zorn", "adam", "Adam", "Öberg", "42", "Bo", "Ärla", "Æ"]
    let rows = [["adam", "Adam", "Bo"], ["Zorn"], [], ["Æ", "Ärla"], ["Öberg"], ["42"]]
    let none = Self.titles.map { _ in [String]() }
    for (names, rows) in [(names, rows), ([], none)] {
      let sections = collation.sections(of: names)
      let expected = zip(Self.titles, rows).map { [$0] + $1 }
      expectCollection(sections, of: expected) { [$0.title] + $0 }
      for (section, rows) in zip(sections, rows) { expectCollection(section, of: rows) { $0 } }
      let hidden = collation.sections(of: names, hidingEmpty: true)
      expectCollection(hidden, of: expected.filter { $0.count > 1 }) { [$0.title] + $0 }
    }
  }
}
