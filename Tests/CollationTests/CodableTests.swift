import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// What is written and read back is the same, and what cannot be is refused.
@Suite struct CodableTests {
  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private func decode<Value: Decodable>(
    _ json: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private static var optionChanges: [(inout CollatorOptions) -> Void] {
    var changes: [(inout CollatorOptions) -> Void] = []
    for value in CollationStrength.allCases { changes.append { $0.strength = value } }
    for value in AlternateHandling.allCases { changes.append { $0.alternateHandling = value } }
    for value in MaxVariable.allCases { changes.append { $0.maxVariable = value } }
    for value in CaseFirst.allCases { changes.append { $0.caseFirst = value } }
    for value in Normalization.allCases { changes.append { $0.normalization = value } }
    for value in [false, true] {
      changes.append { $0.caseLevel = value }
      changes.append { $0.backwardsSecondary = value }
      changes.append { $0.numeric = value }
    }
    for codes: [String] in [[], ["digit", "Grek", "Latn"]] {
      changes.append { $0.reorderCodes = codes }
    }
    return changes
  }

  @Test func optionsAreReadBack() throws {
    var all = CollatorOptions()
    #expect(try decoded(all) == all)
    for change in Self.optionChanges {
      let one = CollatorOptions.with(change)
      change(&all)
      #expect(try decoded(one) == one && decoded(all) == all)
    }
  }

  /// The values are the keywords of UTS #35, where they have a word.
  @Test func optionsThatAreMissingAreNotSet() throws {
    #expect(try decode("{}") == CollatorOptions())
    let options: CollatorOptions = try decode(
      #"{"alternateHandling":"non-ignorable","maxVariable":"punct","numeric":false,"other":1}"#)
    var expected = CollatorOptions()
    expected.alternateHandling = .nonIgnorable
    expected.maxVariable = .punctuation
    expected.numeric = false
    #expect(options == expected)
    for json in [
      #"{"strength":"senary"}"#, #"{"normalization":true}"#, #"{"numeric":1}"#, "[]",
      #"{"reorderCodes":"Latn"}"#,
    ] {
      #expect(throws: DecodingError.self, "\(json)") { try decode(json, as: CollatorOptions.self) }
    }
  }

  @Test func layoutsAreReadBack() throws {
    let changes: [(inout SectionLayout) -> Void] = [
      { _ in }, { $0.scriptOrder = .localeOnly }, { $0.catchAll = .first },
      { $0.catchAllTitle = "0–9" }, { $0.underflowTitle = "u" }, { $0.inflowTitle = "i" },
      { $0.overflowTitle = "o" }, { $0.labelLocales = ["ja", "ru"] },
      { $0.customLabels = ["Sch*", "St*"] }, { $0.titleReplacements = ["A": "Ä", "": "\u{0}"] },
      { $0.digitsTitle = "0–9" }, { $0.indexTitleReplacements = ["A": "a"] },
      { $0.sectionOrder = [.digits, .normal] },
      { $0.groups = [SectionLayout.Group(title: "X–Z", letters: ["X", "Y", "Z"])] },
    ]
    for preset in [SectionLayout.uikit, .icu] {
      var all = preset
      for change in changes {
        var one = preset
        change(&one)
        change(&all)
        #expect(try decoded(one) == one && decoded(all) == all)
      }
    }
    #expect(try decoded(SectionLayout.uikit) != decoded(SectionLayout.icu))
  }

  @Test func membersThatAreMissingAreThoseOfThePreset() throws {
    #expect(try decode("{}") == SectionLayout.uikit)
    #expect(try decode(#"{"preset":"icu"}"#) == SectionLayout.icu)
    let layout = SectionLayout.icu.with { $0.catchAll = .last }
    #expect(try decode(#"{"preset":"icu","catchAll":"last"}"#) == layout)
    for json in [#"{"preset":"android"}"#, #"{"labelLocales":"ja"}"#, #""uikit""#] {
      #expect(throws: DecodingError.self, "\(json)") { try decode(json, as: SectionLayout.self) }
    }
  }

  /// A newer version of the library may know more places.
  @Test func placesThatAreNotKnownAreRefusedWhenACollationIsOpened() throws {
    for json in [#"{"scriptOrder":"greek-first"}"#, #"{"catchAll":"middle"}"#] {
      let layout = try decode(json, as: SectionLayout.self)
      #expect(try decoded(layout) == layout)
      let error = #expect(throws: CollationError.self) {
        try LocalizedIndexedCollation(locale: "sv", layout: layout)
      }
      #expect(error?.code == .invalidOption)
      #expect(
        error?.description.contains("locale-only") == true
          || error?.description.contains("split") == true)
    }
  }

  @Test func keysAreReadBack() throws {
    let collation = try LocalizedIndexedCollation(locale: "zh")
    var source = HostileNames(seed: 47)
    let records = UTF8Records(names: source.names(50))
    let (sortKeys, listKeys) = (
      collation.collator.sortKeys(of: NameList(records)), collation.listKeys(of: NameList(records))
    )
    #expect(try decoded(sortKeys) == sortKeys && decoded(listKeys) == listKeys)
    #expect(try decoded(Array(sortKeys)) == Array(sortKeys))
    #expect(try decoded(Array(listKeys)) == Array(listKeys))
    #expect(try decoded(KeyArray<SortKey>(KeyList(capacity: 0))).isEmpty)
    // Digits in lower case have the order of the bytes.
    let texts = try JSONDecoder().decode(
      [String].self, from: JSONEncoder().encode(sortKeys))
    for (text, key) in zip(texts, sortKeys) {
      #expect(text == key.bytes.map { String(format: "%02x", $0) }.joined())
    }
    #expect(
      texts.indices.sorted { (texts[$0], $0) < (texts[$1], $1) } == sortKeys.sortedIndices())
    for json in [#""""#, #""2a""#, #""2a0""#, #""2a01""#, #""2 00""#, "0", #""é00""#] {
      #expect(throws: DecodingError.self, "\(json)") { try decode(json, as: SortKey.self) }
      #expect(throws: DecodingError.self, "\(json)") {
        try decode("[\(json)]", as: KeyArray<SortKey>.self)
      }
      #expect(throws: DecodingError.self, "\(json)") {
        try decode("[\(json)]", as: KeyArray<ListKey>.self)
      }
    }
    #expect(try decode(#""2A0100""#, as: SortKey.self).bytes == [0x2A, 1, 0])
  }

  @Test func whatTellsOfACollationIsReadBack() throws {
    let collation = try LocalizedIndexedCollation(locale: "zh-u-kn-ks-level2")
    let collator = collation.collator
    #expect(try decoded(collator.resolvedOptions) == collator.resolvedOptions)
    #expect(try decoded(collation.stamp) == collation.stamp)
    #expect(try decoded(collation.sectionKinds) == collation.sectionKinds)
    let titles = collation.sections(of: ["a"]).outline.indexTitles(includingSearch: true)
    #expect(try decoded(titles) == titles)
  }

  /// Data of a decoder that counts ahead may claim any number of elements.
  @Test(arguments: [Int.max, 1 << 50, -1, Int.min]) func aClaimedCountIsNotBelieved(
    count: Int
  ) throws {
    #expect(try KeyArray<SortKey>(from: ClaimingDecoder(count: count)).isEmpty)
  }

  /// A grouping is coded as its sections.
  @Test func groupingsAreEncoded() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let sections = collation.sections(of: ["Östen", "Åke", "7"], hidingEmpty: true)
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(sections))
    let array = try #require(json as? [[String: Any]])
    #expect(array.compactMap { $0["title"] as? String } == ["Å", "Ö", "#"])
    #expect(array.compactMap { $0["number"] as? Int } == [26, 28, 29])
    #expect(array.compactMap { $0["position"] as? Int } == [0, 1, 2])
    #expect(array.compactMap { $0["kind"] as? String } == ["normal", "normal", "catchAll"])
    #expect(array.compactMap { $0["rows"] as? [String] } == [["Åke"], ["Östen"], ["7"]])
  }
}

/// An array that claims a number of elements and has none.
private struct ClaimingDecoder: Decoder, UnkeyedDecodingContainer {
  let count: Int?
  let isAtEnd = true
  let currentIndex = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private struct Missing: Error {}

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { self }
  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Missing()
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Missing() }
  func decodeNil() throws -> Bool { throw Missing() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw Missing() }
  func nestedContainer<Key: CodingKey>(
    keyedBy: Key.Type
  ) throws -> KeyedDecodingContainer<Key> { throw Missing() }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Missing() }
  func superDecoder() throws -> any Decoder { throw Missing() }
}
