import Collation
import CollationTestSupport
import Foundation
import Testing

/// Bad input of every kind in the design's contracts: nothing traps, nothing is lost, and what ICU
/// does with it is what happens.
@Suite struct BadInputTests {
  private let collation: LocalizedIndexedCollation
  private var collator: Collator { collation.collator }

  init() throws { collation = try LocalizedIndexedCollation(locale: "en") }

  private func section(_ bytes: [UInt8]) -> String {
    collation.sectionTitles[collation.section(forUTF8: bytes.span)]
  }

  private func compare(_ left: [UInt8], _ right: [UInt8]) -> CollationResult {
    collator.compare(utf8: left.span, right.span)
  }

  /// libicu takes each ill-formed maximal subpart as U+FFFD, as `String(decoding:as:)` does.
  @Test func illFormedUTF8CollatesAsReplacementCharacters() {
    let sequences: [[UInt8]] = [
      [0xFF], [0x80], [0xC3], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98],
      [0xF5, 0x80, 0x80, 0x80], [0xC3, 0x28], [0xE0, 0xCC, 0x81],
    ]
    for sequence in sequences {
      for name in [sequence, Array("a".utf8) + sequence, sequence + Array("b".utf8)] {
        let repaired = Array(String(decoding: name, as: UTF8.self).utf8)
        #expect(compare(name, repaired) == .equal, "\(name)")
        let (key, repairedKey) = (
          collator.sortKey(forUTF8: name.span), collator.sortKey(forUTF8: repaired.span)
        )
        #expect(key == repairedKey, "\(name)")
        #expect(section(name) == section(repaired))
      }
    }
    let records = UTF8Records([0x62, 0x0A, 0xFF, 0x0A, 0x61])
    let sections = collation.sections(of: NameList(records))
    #expect(sections.rows.map { Array(records[$0]) } == [[0x61], [0x62], [0xFF]])
  }

  /// U+0000 is completely ignorable, as ICU's data has it; it ends nothing.
  @Test func nulIsACharacterLikeOthers() {
    #expect(collator.compare("a\u{0}b", "ab") == .equal)
    #expect(collator.compare("a\u{0}c", "ab") == .greater)
    #expect(section(Array("\u{0}Zorn".utf8)) == "Z")
  }

  @Test func emptyNamesComeFirstAndGoToTheCatchAll() {
    #expect(compare([], []) == .equal && compare([], [0x61]) == .less)
    #expect(section([]) == "#")
    #expect(collator.sorted(["b", "", "a"]) == ["", "a", "b"])
    #expect(collator.sorted([String]()) == [])
    #expect(collator.sortedIndices(of: NameList(UTF8Records([]))) == [])
    #expect(collation.sectionNumbers(of: NameList(UTF8Records([]))) == [])
    #expect(collation.sortedArray(from: [Int](), by: { "\($0)" }) == [])
  }

  @Test(arguments: ["x", "é", "\u{301}", "日", "ch", "1", "\u{0}"])
  func namesOfAMebibyteAreCollated(unit: String) throws {
    let name = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    let longer = name + "a"
    #expect(collator.compare(name, name) == .equal)
    #expect(collator.compare(name, longer) == .less)
    #expect(collator.sortKey(for: name) < collator.sortKey(for: longer))
    #expect(collator.sorted([longer, name]) == [name, longer])
    _ = collation.section(for: name)
  }

  @Test(arguments: [0x301, 0x20DD, 0xFFFE, 0xFFFF, 0xFDD0, 0x10FFFF, 0x378] as [UInt32])
  func loneMarksAndNoncharactersLieWhereICUHasThem(codePoint: UInt32) throws {
    let bytes = Array(String(Character(try #require(Unicode.Scalar(codePoint)))).utf8)
    let reference = try #require(ReferenceIndex(locale: "en"))
    let kind = reference.kinds[reference.bucket(of: bytes)]
    #expect(kind != .normal && section(bytes) == "#")
  }

  /// Locales are looked up in a cache. Swift takes an hour to hash these marks, since it puts them
  /// in canonical order by insertion.
  @Test(.timeLimit(.minutes(5))) func runsOfMarksAreNotHashed() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 1 << 20)
    let collator = #expect(throws: CollationError.self) { try Collator(locale: marks) }
    let collation = #expect(throws: CollationError.self) {
      try LocalizedIndexedCollation(locale: marks)
    }
    #expect(collator?.code == .malformedLocale && collation?.code == .malformedLocale)
    let rules = #expect(throws: CollationError.self) { try Collator(rules: marks) }
    #expect(rules?.code == .rulesTooCostly)
  }

  /// The documentation of `compare(utf8:_:)` says how many bytes count.
  @Test func longNamesAreCutUnderCustomRules() throws {
    let rules = try Collator(rules: "&a < x")
    let name = String(repeating: "a", count: 4_194_304)
    let (longer, shorter) = (name + "z", String(name.dropLast()))
    #expect(rules.compare(name, longer) == .equal && collator.compare(name, longer) == .less)
    #expect(rules.compare(shorter, longer) == .less)
    #expect(rules.sortKey(for: name) == rules.sortKey(for: longer))
    #expect(rules.sortedIndices(of: NameList([longer, name, shorter])) == [2, 0, 1])
  }

  /// ICU counts the bytes of a key in 32 bits, and expands to 31 elements at most
  /// (`Collation::MAX_EXPANSION_LENGTH`).
  @Test(arguments: ["a", "\u{2A700}"])
  func keysUnderCustomRulesCanBeCounted(letter: String) throws {
    let options = CollatorOptions.with { ($0.strength, $0.caseLevel) = (.identical, true) }
    let expansion = String(repeating: letter, count: 31)
    let rules = try Collator(rules: "&\(expansion)=b", options: options)
    let key = rules.sortKey(for: String(repeating: "b", count: 1_000))
    #expect(key.bytes.count / 1_000 * 4_194_304 < Int(Int32.max))
  }
}
