import Testing

@testable import Collation

/// Tables that differ from ICU are not used. Wrong tables are those of rules that move one letter.
@Suite(.serialized) struct TableTrustTests {
  /// A collator that shares nothing with others.
  private func collator(_ locale: String) throws -> Collator {
    try Collator(unshared: Collator.Request(source: .locale(locale), options: CollatorOptions()))
  }

  private func levels(rules: String) throws -> LevelTable {
    let request = Collator.Request(source: .rules(rules), options: CollatorOptions())
    return try LevelTable(PrimaryTable(PrimarySource(Collator(request.atPrimaryStrength))))
  }

  private func hasTables(_ collator: Collator) -> Bool {
    Engine(collator: collator).withTables { _ in true } != nil
  }

  /// Whether a collator has no tables, and never gets any.
  private func isLeftToICU(_ collator: Collator) -> Bool {
    !hasTables(collator) && collator.storage.engineSlot.count(0) == nil
  }

  private func expectKeysOfICU(_ names: [String], _ collator: Collator) {
    for name in names {
      #expect(collator.sortKey(for: name).bytes == collator.sortKeyByICU(of: name.utf8.span)[...])
    }
  }

  /// One wrong letter of ASCII is found when a collator gets the tables.
  @Test func aWrongLetterIsFoundWhenTablesAreMade() throws {
    let collator = try collator("eo-x-trust")
    let request = collator.storage.request.atPrimaryStrength
    let wrong = SharedTables(request, levels: try levels(rules: "&y<q"))
    _ = SharedTables.all.value(for: request) { wrong }
    #expect(Engine(collator: collator).tables(forFurther: Thresholds.namesToMakeTable) == nil)
    expectKeysOfICU(["q", "y", "Quebec"], collator)
    #expect(isLeftToICU(collator))
  }

  /// A letter beyond ASCII is found by the first long list that has it.
  @Test func aWrongLetterIsFoundByTheNamesOfAList() throws {
    for sort in [
      { (collator: Collator, names: UTF8Records) in _ = collator.sortedIndices(of: NameList(names))
      },
      { (collator: Collator, names: UTF8Records) in _ = collator.sortKeys(of: NameList(names)) },
    ] {
      let collator = try collator("root")
      let wrong = CollatorTable(try levels(rules: "&я<б"), for: collator)
      #expect(TableTrust.agrees(wrong, for: collator))
      collator.storage.engineSlot.keep(wrong)
      sort(collator, UTF8Records(strings: [String](repeating: "вода", count: 10_000)))
      #expect(hasTables(collator))
      sort(collator, UTF8Records(strings: [String](repeating: "борода", count: 10_000)))
      #expect(isLeftToICU(collator))
      expectKeysOfICU(["борода", "вода"], collator)
    }
  }

  /// A list by which tables are made is checked however short it is.
  @Test func aWrongLetterIsFoundByTheListThatMakesTheTables() throws {
    let collator = try collator("eo-x-trust-list")
    let request = collator.storage.request.atPrimaryStrength
    let wrong = SharedTables(request, levels: try levels(rules: "&я<б"))
    _ = SharedTables.all.value(for: request) { wrong }
    let names = ["я", "б", "а", "в", "г", "д", "е", "ж", "з"]
    #expect(collator.sorted(names) == names.sorted())
    #expect(isLeftToICU(collator))
  }

  /// By ICU alone all answers are what they are by the tables, and no tables are made.
  @Test(arguments: ["sv", "ru", "ja"])
  func answersByICUAloneAreTheSame(locale: String) throws {
    let collator = try Collator(locale: locale)
    let alone = try self.collator(locale)
    alone.storage.engineSlot.close()
    let names = (0..<1_500).map { ["Öl", "Ёлка", "山田", "はな", "a", "Zorn"][$0 % 6] + "\($0)" }
    #expect(alone.sorted(names) == collator.sorted(names))
    #expect(
      Array(alone.sortKeys(of: NameList(names)).bytes)
        == Array(collator.sortKeys(of: NameList(names)).bytes))
    for (left, right) in zip(names, names.dropFirst(1)) {
      #expect(alone.compare(left, right) == collator.compare(left, right))
      #expect(alone.sortKey(for: left) == collator.sortKey(for: left))
    }
    #expect(!hasTables(alone) && hasTables(collator))
  }
}
