import CollationTestSupport
import Testing

@testable import Collation

/// Tables that get no memory for further characters, against ICU's keys: with ASCII alone, with one
/// or a few blocks more, and with a limit that is reached midway. What a table does not know goes
/// to ICU in every call.
@Suite struct TableLimitTests {
  /// A collation whose tables have a limit of their own.
  private struct Limited {
    let collation: LocalizedIndexedCollation
    let base: PrimaryTable

    init(_ locale: String, blocks: Int, for use: String) throws {
      let limit = BlockMemory.Limit(blocks: blocks, bytes: 0)
      func makeTables(for collator: Collator, sharing levels: LevelTable? = nil) throws
        -> LevelTable
      {
        let request = collator.storage.request.atPrimaryStrength
        let source = try PrimarySource(Collator(unshared: request))
        let levels = try levels ?? LevelTable(PrimaryTable(source, limit: limit))
        collator.storage.engineSlot.keep(CollatorTable(levels, for: collator))
        return levels
      }
      // Private use, so that no other test has the same collators.
      collation = try LocalizedIndexedCollation(
        collator: Collator(locale: "\(locale)-x-\(blocks)-\(use)"), layout: .icu)
      let levels = try makeTables(for: collation.collator)
      base = levels.base
      let primary = collation.storage.primaryCollator
      if primary.storage !== collation.collator.storage {
        _ = try makeTables(for: primary, sharing: levels)
      }
    }
  }

  /// Compares what every kind of call says of some names with ICU's keys.
  private func check(_ names: [[UInt8]], by limited: Limited, _ comment: String) {
    let (collation, collator) = (limited.collation, limited.collation.collator)
    let lookup = collation.storage.sectionLookup
    let keys = names.map { collator.sortKeyByICU(of: $0.span) }
    let sections = keys.map { lookup.section(ofSortKey: $0[...]) }
    for step in [1, 5] {
      for (left, right) in zip(names.indices, names.indices.dropFirst(step)) {
        let (first, second) = (names[left], names[right])
        let result = collator.compare(utf8: first.span, second.span)
        let expected = compareBytes(keys[left], keys[right])
        #expect(Int(result.rawValue) == expected, "\(comment): \(first), \(second)")
      }
    }
    for (name, (key, section)) in zip(names, zip(keys, sections)) {
      let foundKey = collator.sortKey(forUTF8: name.span).bytes
      let foundSection = collation.section(forUTF8: name.span)
      #expect(foundKey == key[...] && foundSection == section, "\(comment): \(name)")
    }
    // Fewer than eight names are compared.
    for count in [5, names.count] {
      let list = NameList(UTF8Records(names: Array(names.prefix(count))))
      let indices = (0..<count).sorted {
        keys[$0] == keys[$1] ? $0 < $1 : keys[$0].lexicographicallyPrecedes(keys[$1])
      }
      #expect(collator.sortedIndices(of: list) == indices, "\(comment): order of \(count)")
      #expect(
        collator.sortKeys(of: list).map { Array($0.bytes) } == Array(keys.prefix(count)),
        "\(comment): keys of \(count)")
      #expect(
        collation.sectionNumbers(of: list) == Array(sections.prefix(count)),
        "\(comment): sections of \(count)")
      let rows = (0..<lookup.sectionCount).flatMap { section in
        indices.filter { sections[$0] == section }
      }
      #expect(Array(collation.sections(of: list).rows) == rows, "\(comment): list of \(count)")
    }
  }

  /// Letters of many blocks, and letters of Latin with their marks apart, as macOS writes the names
  /// of files.
  private static let words = [
    "a\u{308}nger", "berit", "A\u{308}ngla", "Zorn", "o\u{308}", "p", "a\u{30A}", "zebra", "Ängla",
    "c\u{30C}", "cz", "i\u{307}", "\u{648}\u{309A}\u{654}", "\u{8A8}", "か\u{3099}", "きー",
    "中\u{301}",
    "\u{1100}\u{1161}", "김", "เก", "я\u{306}", "l\u{B7}l", "e\u{301}\u{323}", "e\u{323}\u{301}",
  ].map { Array($0.utf8) }

  private static let limits = [1, 2, 3, 8, 64]

  @Test(arguments: ["sv", "fi", "is", "cs", "da", "ru", "th", "ja", "ko", "vi", "lt"])
  func namesBeyondTheLimit(locale: String) throws {
    for blocks in Self.limits {
      let limited = try Limited(locale, blocks: blocks, for: "names")
      var source = HostileNames(seed: UInt64(blocks))
      let names = Self.words + (0..<150).map { _ in source.next() }
      let comment = "\(locale), \(blocks) blocks"
      // The first pass meets the limit midway, and the second is beyond it.
      for pass in 1...2 { check(names, by: limited, "\(comment), pass \(pass)") }
      check(names.reversed(), by: limited, comment)
    }
  }

  /// A list of other letters fills the table of primary weights, and that of all levels is made
  /// after it.
  @Test(arguments: ["sv", "fi", "et", "nb", "is"])
  func namesAfterAListFilledTheTable(locale: String) throws {
    for blocks in Self.limits {
      let limited = try Limited(locale, blocks: blocks, for: "lists")
      let letters = stride(from: UInt32(0x3400), to: 0x9FFF, by: 128).map {
        String(Unicode.Scalar($0)!)
      }
      let list = NameList((0..<8).flatMap { _ in letters + ["adam", "berit"] })
      _ = limited.collation.collator.sortedIndices(of: list)
      #expect(limited.base.weights(0x308).isUnknown, "\(locale), \(blocks) blocks")
      for pass in 1...2 {
        check(Self.words, by: limited, "\(locale), \(blocks) blocks, pass \(pass)")
      }
    }
  }
}
