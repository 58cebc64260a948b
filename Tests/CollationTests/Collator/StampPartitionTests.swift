import CollationTestSupport
import Testing

@testable import Collation

/// Equal keys, equal stamp, and different keys, different stamps. Whether keys are equal is ICU's
/// word: a digest of `ucol_getSortKey` of many strings, by collators that are not the library's.
@Suite struct StampPartitionTests {
  /// Stamps and what they stand for, each with who has it.
  private struct Partitions<Meaning: Hashable> {
    private(set) var names: [CollationStamp: [Meaning: [String]]] = [:]
    private var stamps: [Meaning: Set<CollationStamp>] = [:]

    mutating func add(_ name: String, _ stamp: CollationStamp, standsFor meaning: Meaning) {
      names[stamp, default: [:]][meaning, default: []].append(name)
      stamps[meaning, default: []].insert(stamp)
    }

    func checkAreTheSame() {
      for meanings in names.values where meanings.count > 1 {
        Issue.record("one stamp for \(meanings.values)")
      }
      for same in stamps.values where same.count > 1 {
        Issue.record("different stamps for the same: \(same.map { names[$0]!.values })")
      }
    }
  }

  /// Every locale that ICU lists, as it is and with each of its collation types.
  private static let locales: [String] =
    Collator.availableLocales
    + Collator.availableLocales.flatMap { locale in
      let types = try? Collator.availableCollationTypes(for: locale)
      return types?.map { "\(locale)@collation=\($0)" } ?? []
    }

  /// ICU has its data once for each actual locale. One locale each that leads there.
  private static let sources: [String: String] = Dictionary(
    locales.compactMap { locale in
      (try? Collator(locale: locale)).map { ($0.resolvedOptions.actualLocale, locale) }
    },
    uniquingKeysWith: { first, _ in first })

  /// All that any locale tailors, and hostile names.
  private static let corpus: ReferenceCorpus = {
    let corpus = ReferenceCorpus()
    for locale in sources.values {
      if let collator = ReferenceCollator(locale: locale) { corpus.addTailored(by: collator) }
    }
    var names = HostileNames(seed: 72)
    for name in names.names(5000) where !HostileNames.mayHangICU(name) { corpus.add(name) }
    return corpus
  }()

  @Test(.enabled(if: !Coverage.isPart, "it needs all collators"))
  func stampsAreTheSameWhereKeysAre() throws {
    #expect(Self.locales.count > 700 && Self.sources.count > 100)
    #expect(Self.corpus.count > 50_000)
    let digests = try Self.sources.mapValues {
      Self.corpus.digest(by: try #require(ReferenceCollator(normalizing: $0)))
    }
    var partitions = Partitions<UInt64>()
    for locale in Self.locales {
      let collator = try Collator(locale: locale)
      let source = collator.resolvedOptions.actualLocale
      partitions.add(locale, collator.stamp, standsFor: digests[source]!)
    }
    partitions.checkAreTheSame()
  }

  /// What list keys consist of, and what sections are called.
  private struct List: Hashable {
    var keys: UInt64
    var sections: [Int]
    var titles: [String]
    var kinds: [SectionKind]
  }

  private struct Order: Hashable {
    var source: String
    var codes: [String]
  }

  /// Names beside all boundaries tell whether the sections of two collations are the same.
  @Test(.enabled(if: !Coverage.isPart, "it needs all collators"))
  func stampsAreTheSameWhereListsAre() throws {
    let types = ["search", "emoji", "eor", "standard"]
    let locales = Self.locales.filter { locale in !types.contains { locale.hasSuffix("=\($0)") } }
    let collations = try locales.map {
      ($0, try LocalizedIndexedCollation(locale: $0))
    }
    let titles = Set(collations.flatMap(\.1.sectionTitles)).sorted()
    let names = titles + titles.map { $0 + "\u{FFFF}" }
    // By the keys that ICU makes: tables for all scripts would be made for each locale.
    func section(of name: String, by storage: LocalizedIndexedCollation.Storage) -> Int {
      let key = storage.primaryCollator.sortKeyByICU(of: name.utf8.span)
      return storage.sectionLookup.section(ofSortKey: key[...])
    }

    var digests: [Order: UInt64] = [:]
    var partitions = Partitions<List>()
    for (locale, collation) in collations {
      let options = collation.collator.resolvedOptions
      let order = Order(source: options.actualLocale, codes: options.reorderCodes)
      if digests[order] == nil {
        let collator = try #require(ReferenceCollator(normalizing: locale))
        collator.setReorderCodes(
          try order.codes.map { try #require(ICUReorderCode.code(named: $0)) })
        digests[order] = Self.corpus.digest(by: collator)
      }
      let list = List(
        keys: digests[order]!,
        sections: names.map { section(of: $0, by: collation.storage) },
        titles: collation.sectionTitles, kinds: collation.sectionKinds)
      partitions.add(locale, collation.stamp, standsFor: list)
    }
    partitions.checkAreTheSame()
  }

  /// All combinations of options. Where one has no effect, it makes no other stamp.
  @Test func optionsTellWhatChangesKeys() throws {
    let corpus = ReferenceCorpus()
    var names = HostileNames(seed: 15)
    for name in names.names(300) where !HostileNames.mayHangICU(name) { corpus.add(name) }
    // Tibetan vowel signs are marks with primary weights, here not in canonical order.
    let texts = [
      "\u{FB2}\u{F80}\u{F71}", "a b", "a-b", "a+b", "a$b", "áa", "aá", "aA", "Aa", "10", "9",
    ]
    for text in texts { corpus.add(Array(text.utf8)) }
    // The numbers are those of UColAttribute, UColAttributeValue and UColReorderCode.
    let strengths: [CollationStrength: Int] = [
      .primary: 0, .secondary: 1, .tertiary: 2, .quaternary: 3, .identical: 15,
    ]
    let groups: [MaxVariable: Int] = [
      .space: 0x1000, .punctuation: 0x1001, .symbol: 0x1002, .currency: 0x1003,
    ]
    let cases: [CaseFirst: Int] = [.off: 16, .lower: 24, .upper: 25]
    var partitions = Partitions<UInt64>()
    for (strength, strengthValue) in strengths {
      for (group, groupValue) in groups {
        for (caseFirst, caseValue) in cases {
          for flags in 0..<32 {
            func isOn(_ bit: Int) -> Bool { flags >> bit & 1 != 0 }
            let reference = try #require(ReferenceCollator(normalizing: "root"))
            var options = CollatorOptions()
            options.strength = strength
            reference.set(5, to: strengthValue)
            options.maxVariable = group
            reference.setMaxVariable(groupValue)
            options.caseFirst = caseFirst
            reference.set(2, to: caseValue)
            options.alternateHandling = isOn(0) ? .shifted : .nonIgnorable
            reference.set(1, to: isOn(0) ? 20 : 21)
            options.caseLevel = isOn(1)
            reference.set(3, to: isOn(1) ? 17 : 16)
            options.backwardsSecondary = isOn(2)
            reference.set(0, to: isOn(2) ? 17 : 16)
            options.numeric = isOn(3)
            reference.set(7, to: isOn(3) ? 17 : 16)
            options.normalization = isOn(4) ? .on : .off
            reference.set(4, to: isOn(4) ? 17 : 16)
            let collator = try Collator(locale: "root", options: options)
            partitions.add(
              "\(options)", collator.stamp, standsFor: corpus.digest(by: reference))
          }
        }
      }
    }
    partitions.checkAreTheSame()
  }
}
