import CollationTestSupport
import Foundation
import Synchronization
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// A list that changes in place. What it has to be at every moment is what sorting all elements
/// anew by (bytes of the list key, id) gives; what a change has to do is stated by ``TableView``.
@Suite struct SectionedListTests {
  struct Person: Identifiable, Equatable, Sendable {
    var id: Int
    var name: String
    var note = 0
  }

  /// The sections that are shown, made anew.
  private static func sections(
    of people: some Sequence<Person>, by collation: LocalizedIndexedCollation, hidingEmpty: Bool
  ) -> [[Person]] {
    var sections = [[(key: ListKey, person: Person)]](
      repeating: [], count: collation.sectionTitles.count)
    for person in people {
      sections[collation.section(for: person.name)].append(
        (collation.listKey(for: person.name), person))
    }
    return sections.filter { !hidingEmpty || !$0.isEmpty }.map { rows in
      rows.sorted { $0.key == $1.key ? $0.person.id < $1.person.id : $0.key < $1.key }
        .map(\.person)
    }
  }

  private static func sections(of list: SectionedList<Person>) -> [[Person]] {
    list.outline.map { section in
      (0..<section.count).map { list[RowPosition(section: section.position, row: $0)] }
    }
  }

  /// Names with few different beginnings, so that sections fill and empty, and keys are equal.
  private static func name(
    _ generator: inout SeededGenerator, _ hostile: inout HostileNames
  ) -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: String(decoding: hostile.next(), as: UTF8.self)
    case 1:
      ["Åsa", "åsa", "Zoë", "Zoe", "안나", "王伟", "あい", "アイ"].randomElement(using: &generator)!
    default:
      String("ABCÖ阿田かナ".randomElement(using: &generator)!)
        + String("aeo".randomElement(using: &generator)!)
    }
  }

  /// `COLLATION_HISTORIES` is the number of histories for each locale, of some forty changes each.
  private static let histories =
    ProcessInfo.processInfo.environment["COLLATION_HISTORIES"].flatMap(Int.init)
    ?? (Coverage.isPart ? 10 : 60)

  @Test(arguments: ["en", "sv", "zh", "ja"], [false, true])
  func randomHistoriesEqualARebuild(_ locale: String, hidesEmpty: Bool) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    for history in 0..<Self.histories {
      var generator = SeededGenerator(seed: UInt64(history))
      var hostile = HostileNames(seed: UInt64(history))
      // Some begin with more rows than a leaf of the tree has.
      let count = history % 10 == 0 ? 300 : Int.random(in: 0...6, using: &generator)
      var people: [Int: Person] = [:]
      for id in 0..<count {
        people[id] = Person(id: id, name: Self.name(&generator, &hostile))
      }
      var list = SectionedList(
        people.values.sorted { $0.id < $1.id }, for: collation, hidingEmpty: hidesEmpty, by: \.name)
      var shown = Self.sections(of: people.values, by: collation, hidingEmpty: hidesEmpty)
      #expect(Self.sections(of: list) == shown)
      for _ in 0..<20 {
        let (before, shownBefore) = (list, shown)
        var follower = shown
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          if Int.random(in: 0..<5, using: &generator) == 0 {
            Self.updateMany(&list, &people, &generator, &hostile)
            follower = Self.sections(of: list)
          } else {
            let change = Self.changeOne(&list, &people, &generator, &hostile)
            Self.apply(change, to: &follower) { people[$0]! }
          }
        }
        shown = Self.sections(of: people.values, by: collation, hidingEmpty: hidesEmpty)
        let found = Self.sections(of: list)
        guard found == shown, follower == shown, list.count == people.count else {
          Issue.record("history \(history) of \(locale): \(found), \(follower), expected \(shown)")
          return
        }
        try Self.check(list.difference(from: before), from: before, to: list)
        for (section, rows) in shown.enumerated() {
          for (row, person) in rows.enumerated() {
            #expect(list.position(of: person.id) == RowPosition(section: section, row: row))
            #expect(list[id: person.id] == person)
          }
        }
        #expect(list.fault == nil)
        #expect(Self.sections(of: before) == shownBefore && before.fault == nil)
      }
    }
  }

  private static func changeOne(
    _ list: inout SectionedList<Person>, _ people: inout [Int: Person],
    _ generator: inout SeededGenerator, _ hostile: inout HostileNames
  ) -> ListChange<Int>? {
    let id = Int.random(in: 0..<8, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let isThere = people.removeValue(forKey: id) != nil
      let change = list.remove(id: id)
      #expect((change != nil) == isThere)
      return change
    case 1:
      // Only what is not collated changes.
      guard var person = people[id] else { return nil }
      person.note += 1
      people[id] = person
      let place = list.position(of: id)
      let change = list.insert(person)
      #expect(change.old == place && change.new == place)
      return change
    default:
      let person = Person(id: id, name: name(&generator, &hostile))
      people[id] = person
      let position = list.insertionPosition(of: person)
      let change = list.insert(person)
      #expect(change.new == position && list.position(of: id) == position)
      return change
    }
  }

  private static func updateMany(
    _ list: inout SectionedList<Person>, _ people: inout [Int: Person],
    _ generator: inout SeededGenerator, _ hostile: inout HostileNames
  ) {
    func ids() -> [Int] {
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Int.random(in: 0..<10, using: &generator)
      }
    }
    // An id may be removed and inserted, and inserted twice.
    let removed = ids()
    let inserted = ids().map { Person(id: $0, name: name(&generator, &hostile)) }
    for id in removed { people[id] = nil }
    for person in inserted { people[person.id] = person }
    list.update(inserting: inserted, removing: removed)
  }

  /// Does what ``ListChange`` tells a follower to do.
  private static func apply(
    _ change: ListChange<Int>?, to sections: inout [[Person]], _ person: (Int) -> Person
  ) {
    guard let change else { return }
    if let old = change.old { sections[old.section].remove(at: old.row) }
    if let section = change.deletedSection {
      #expect(sections[section].isEmpty)
      sections.remove(at: section)
    }
    if let section = change.insertedSection { sections.insert([], at: section) }
    if let new = change.new { sections[new.section].insert(person(change.id), at: new.row) }
  }

  /// Checks a difference by what a table view makes of it, and by comparing all elements.
  private static func check(
    _ difference: ListDifference, from old: SectionedList<Person>, to new: SectionedList<Person>
  ) throws {
    func pair(_ position: RowPosition) -> (Int, Int) { (position.section, position.row) }
    let (before, after) = (sections(of: old), sections(of: new))
    var view = TableView(before.map { $0.map(\.id) })
    try view.update(
      deletedSections: difference.deletedSections, insertedSections: difference.insertedSections,
      deletedRows: difference.deletedRows.map(pair),
      insertedRows: difference.insertedRows.map(pair),
      movedRows: difference.movedRows.map { (pair($0.old), pair($0.new)) },
      from: after.map { $0.map(\.id) })
    #expect(view.sections == after.map { $0.map(\.id) })
    // What was inserted is new. The other rows tell themselves whether their element changed.
    let inserted = Set(difference.insertedRows)
    var updated: [RowPosition] = []
    for (section, rows) in after.enumerated() where !difference.insertedSections.contains(section) {
      for (row, person) in rows.enumerated() {
        let position = RowPosition(section: section, row: row)
        if !inserted.contains(position), old[id: person.id] != person { updated.append(position) }
      }
    }
    #expect(difference.updatedRows == updated)
    #expect(difference.isEmpty == (before == after))
  }

  @Test func thousandsOfRowsKeepTheTreeInOrder() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    var generator = SeededGenerator(seed: 1)
    var hostile = HostileNames(seed: 1)
    var people: [Int: Person] = [:]
    var list = SectionedList<Person>(for: collation, by: \.name)
    for round in 0..<40 {
      // The list grows, and then shrinks to nothing.
      let isGrowing = round < 20
      let ids = (0..<500).map { _ in
        Int.random(in: 0..<(isGrowing ? 8_000 : 6_000), using: &generator)
      }
      if isGrowing {
        // A few names are longer than a leaf's bytes.
        let inserted = ids.map { id in
          let name = String(decoding: hostile.next(), as: UTF8.self)
          let isLong = id % 97 == 0
          return Person(
            id: id, name: isLong ? String(repeating: "Name \(id) ", count: 6_000) : name)
        }
        for person in inserted { people[person.id] = person }
        if round % 2 == 0 {
          list.update(inserting: inserted)
        } else {
          for person in inserted { list.insert(person) }
        }
      } else {
        let removed = round == 39 ? people.keys.sorted() : ids + people.keys.sorted().prefix(300)
        for id in removed { people[id] = nil }
        if round % 2 == 0 {
          for id in removed { list.remove(id: id) }
        } else {
          list.update(removing: removed)
        }
      }
      #expect(list.fault == nil)
      let expected = Self.sections(of: people.values, by: collation, hidingEmpty: false)
      #expect(Self.sections(of: list) == expected)
      for (number, person) in expected.joined().enumerated() where number % 17 == 0 {
        let position = try #require(list.position(ofRow: number))
        #expect(list[position] == person)
      }
    }
    #expect(list.count == 0 && list.position(ofRow: 0) == nil)
  }

  /// Nodes above the leaves are cut and joined, too, and a snapshot keeps those that it has.
  @Test func changesOfALargeListAreTold() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    var generator = SeededGenerator(seed: 2)
    let people = (0..<16_000).shuffled(using: &generator).map { id in
      Person(id: id, name: "\("AÅBZ".randomElement(using: &generator)!)\(id % 4_000)")
    }
    var list = SectionedList<Person>(for: collation, hidingEmpty: true, by: \.name)
    var half = list
    for (number, person) in people.enumerated() {
      let position = list.insertionPosition(of: person)
      let change = list.insert(person)
      #expect(change.old == nil && change.new == position)
      if number % 1_000 == 0 {
        #expect(list.fault == nil && list.position(of: person.id) == position)
      }
      if number == 8_000 { half = list }
    }
    #expect(list.height >= 2)
    for (number, person) in people.shuffled(using: &generator).enumerated() {
      let position = list.position(of: person.id)
      let change = list.remove(id: person.id)
      #expect(position != nil && change?.old == position && change?.new == nil)
      if number % 1_000 == 0 { #expect(list.fault == nil) }
    }
    #expect(list.count == 0 && list.height == 0)
    let expected = Self.sections(of: people.prefix(8_001), by: collation, hidingEmpty: true)
    #expect(Self.sections(of: half) == expected && half.fault == nil)
  }

  private final class Payload: Equatable, Sendable {
    static func == (left: Payload, right: Payload) -> Bool { left === right }
  }

  private struct Reference {
    weak var payload: Payload?
  }

  private struct Loaded: Identifiable, Equatable, Sendable {
    var id: Int
    var payload = Payload()
  }

  /// Nodes above the leaves have places of rows, and must not keep their elements.
  @Test func whatIsRemovedIsReleased() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    var list = SectionedList<Loaded>(for: collation) { "\($0.id)" }
    for id in 0..<2_000 { list.insert(Loaded(id: id)) }
    #expect(list.height >= 1)
    for id in 0..<2_000 {
      let loaded = Reference(payload: list[id: id]?.payload)
      #expect(loaded.payload != nil)
      list.remove(id: id)
      #expect(loaded.payload == nil, "row \(id)")
    }
  }

  private struct Item: Identifiable, Equatable, Sendable {
    struct ID: Hashable, Comparable, Sendable {
      var number: Int
      var hashCount: Int

      func hash(into hasher: inout Hasher) { hasher.combine(number % hashCount) }
      static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    var id: ID
    var name: String
  }

  /// Ids are found by their hashes, and compared if these are equal. Here all are, or those of some
  /// ten ids each, and most keys.
  @Test(arguments: [1, 40]) func idsOfOneHashAreToldApart(hashCount: Int) throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    var generator = SeededGenerator(seed: 5)
    var items: [Int: Item] = [:]
    var list = SectionedList<Item>(for: collation, by: \.name)
    func random() -> Item {
      Item(
        id: Item.ID(number: Int.random(in: 0..<400, using: &generator), hashCount: hashCount),
        name: ["A", "A", "A", "B", "C"].randomElement(using: &generator)!)
    }
    for round in 0..<12 {
      let isGrowing = round < 8
      let (inserted, removed) = (
        (0..<(isGrowing ? 80 : 10)).map { _ in random() },
        (0..<(isGrowing ? 10 : 120)).map { _ in random().id }
      )
      for id in removed { items[id.number] = nil }
      for item in inserted { items[item.id.number] = item }
      if round % 2 == 0 {
        list.update(inserting: inserted, removing: removed)
      } else {
        for id in removed {
          let old = list.position(of: id)
          #expect(list.remove(id: id)?.old == old)
        }
        for item in inserted {
          let (old, new) = (list.position(of: item.id), list.insertionPosition(of: item))
          let change = list.insert(item)
          #expect(change.old == old && change.new == new && list.position(of: item.id) == new)
        }
      }
      let expected = items.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      #expect((0..<list.count).map { list[list.position(ofRow: $0)!] } == expected)
      #expect(list.fault == nil)
    }
  }

  @Test func aCopyIsASnapshotThatReadersKeep() async throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let people = (0..<2_000).map { Person(id: $0, name: "\($0 % 40) Åsa \($0)") }
    let first = SectionedList(people, for: collation, hidingEmpty: true, by: \.name)
    let expected = Self.sections(of: first)
    // One task writes while others read what they were given.
    await withTaskGroup(of: Bool.self) { group in
      var list = first
      for reader in 0..<400 {
        list.insert(Person(id: reader * 5, name: "Ö \(reader)"))
        let snapshot = list
        group.addTask {
          let rows = Self.sections(of: snapshot).joined().map(\.id)
          return rows.count == 2_000 && Set(rows).count == 2_000
            && snapshot[id: reader * 5]?.name == "Ö \(reader)"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(Self.sections(of: first) == expected && first.fault == nil)
  }

  private struct Row: StoredRow, Equatable {
    var key: [UInt8]
    var id: Int
    var name: String
  }

  @Test func aRowWithALongKeyHasNoCursor() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let names = ["Anna", String(repeating: "Berta", count: 2_000), "Carl"]
    let list = SectionedList(
      names.enumerated().map { Person(id: $0.offset, name: $0.element) }, for: collation,
      by: \.name)
    let page = list.page(offset: 1, limit: 1)
    #expect(page.rows.map(\.id) == [1] && page.next == nil && page.previous == nil)
    #expect(list.page(offset: 0, limit: 1).next != nil)
  }

  /// Changes are printed for logs, where `28.355` would look like a number.
  @Test func positionsAreNotDecimals() {
    #expect("\(RowPosition(section: 28, row: 355))" == "28:355")
  }

  /// Pages of the list in memory are those that the same rows give in an array.
  @Test(arguments: ["en", "ja"]) func pagesAreThoseOfADatabase(_ locale: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    var generator = SeededGenerator(seed: 3)
    var hostile = HostileNames(seed: 3)
    let people = (0..<1_500).map { Person(id: $0, name: Self.name(&generator, &hostile)) }
    let list = SectionedList(people, for: collation, by: \.name)
    let rows = people.map {
      Row(key: Array(collation.listKey(for: $0.name).bytes), id: $0.id, name: $0.name)
    }.sorted {
      $0.key == $1.key ? $0.id < $1.id : $0.key.lexicographicallyPrecedes($1.key)
    }
    let stored = StoredList(uncheckedFor: collation)
    func fetch(_ query: StoredRowQuery<Row>) -> [Row] {
      list.rows(for: query) { Row(key: Array($0.bytes), id: $1.id, name: $1.name) }
    }
    var (walked, cursor): ([Row], String?) = ([], nil)
    repeat {
      let page = try stored.page(from: .after(cursor), limit: 70, fetch: fetch)
      walked += page.rows
      cursor = page.next
    } while cursor != nil
    #expect(walked == rows)
    (walked, cursor) = ([], nil)
    repeat {
      let page = try stored.page(from: .before(cursor), limit: 70, fetch: fetch)
      walked = page.rows + walked
      cursor = page.previous
    } while cursor != nil
    #expect(walked == rows)
    for section in collation.sectionTitles.indices {
      let page = try stored.page(inSection: section, limit: 2_000, fetch: fetch)
      #expect(page.rows == rows.filter { ListKey.section(of: $0.key) == section })
    }
    // Pages at an offset are slices of the array, and their cursors lead to the rows beside them.
    for offset in [-5, 0, 1, 69, 700, 1_430, 1_499, 1_500, .max] {
      for limit in [0, 1, 70, .max] {
        let page = list.page(offset: offset, limit: limit)
        let expected = rows.dropFirst(max(0, offset)).prefix(max(1, limit))
        #expect(page.rows.map(\.id) == expected.map(\.id))
        #expect(page.sectionNumbers == expected.map { ListKey.section(of: $0.key) })
        let (before, after) = (rows[..<expected.startIndex], rows[expected.endIndex...])
        #expect((page.next == nil) == (expected.isEmpty || after.isEmpty))
        #expect((page.previous == nil) == (expected.isEmpty || before.isEmpty))
        if let next = page.next {
          let page = try stored.page(from: .after(next), limit: 5, fetch: fetch)
          #expect(page.rows == Array(after.prefix(5)))
        }
        if let previous = page.previous {
          let page = try stored.page(from: .before(previous), limit: 5, fetch: fetch)
          #expect(page.rows == before.suffix(5))
        }
      }
    }
    // No query of the library's own has such a limit.
    for isBackward in [false, true] {
      let (key, end): ([UInt8], [UInt8]) = isBackward ? ([0xFF], []) : ([], [0xFF])
      let query = StoredRowQuery<Row>(
        key: key, id: nil, end: end, limit: -1, isBackward: isBackward)
      #expect(fetch(query).isEmpty)
    }
  }

  /// What `NameList` makes of several texts and of parts decides the order.
  @Test func namesOfSeveralTexts() throws {
    struct Contact: Identifiable, Equatable, Sendable {
      var id: String
      var family: String
      var given: String
    }
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(articles: .standard))
    let contacts = [
      Contact(id: "1", family: "Smith", given: "Zoe"), Contact(id: "2", family: "", given: "Adele"),
      Contact(id: "3", family: "smith", given: "Anna"),
    ]
    let list = SectionedList(contacts, for: collation) { NameList($0, by: \.family, \.given) }
    #expect((0..<3).map { list[list.position(ofRow: $0)!].id } == ["2", "3", "1"])
    let bands = [Person(id: 1, name: "The Who"), Person(id: 2, name: "Abba")]
    let filed = SectionedList(bands, for: collation) {
      NameList($0.map { NameParts($0.name) }, filedBy: \.self)
    }
    #expect(collation.sectionTitles[filed.position(of: 1)!.section] == "W")
  }

  @Test func statesOfTwoCollationsHaveNothingInCommon() throws {
    let people = ["Adam", "Örjan"].enumerated().map { Person(id: $0.offset, name: $0.element) }
    let english = SectionedList(
      people, for: try LocalizedIndexedCollation(locale: "en"), hidingEmpty: true, by: \.name)
    let swedish = SectionedList(
      people, for: try LocalizedIndexedCollation(locale: "sv"), hidingEmpty: true, by: \.name)
    let difference = swedish.difference(from: english)
    #expect(difference.deletedSections == [0, 1] && difference.insertedSections == [0, 1])
    #expect(difference.insertedRows.isEmpty && difference.deletedRows.isEmpty)
  }

  /// Comparing visits what differs, not all rows. The walk compares ids where keys are equal.
  @Test func aDifferenceSkipsWhatIsShared() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let people = (0..<100_000).map { CountingPerson(id: .init(number: $0), name: "\($0)") }
    var list = SectionedList(people, for: collation, by: \.name)
    #expect(list.height >= 2 && list.fault == nil)
    let before = list
    for number in [5, 70_000] {
      list.insert(CountingPerson(id: .init(number: number), name: "x\(number)"))
    }
    list.remove(id: .init(number: 40_000))
    CountingPerson.ID.comparisons.withLock { $0 = 0 }
    let difference = list.difference(from: before)
    #expect(difference.movedRows.count == 2 && difference.deletedRows.count == 1)
    // Five leaves changed. Two comparisons find that two ids are the same.
    let comparisons = CountingPerson.ID.comparisons.withLock { $0 }
    #expect((1..<4_000).contains(comparisons), "\(comparisons) of \(2 * people.count)")
  }
}

private struct CountingPerson: Identifiable, Equatable, Sendable {
  struct ID: Hashable, Comparable, Sendable {
    static let comparisons = Mutex(0)
    var number: Int

    static func < (left: ID, right: ID) -> Bool {
      comparisons.withLock { $0 += 1 }
      return left.number < right.number
    }
  }

  var id: ID
  var name: String
}
