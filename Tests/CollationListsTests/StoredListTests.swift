import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// Lists that are read page by page. What a walk has to give is the whole table, sorted by (bytes
/// of the key, id), and for a search what `NameSearch` finds in all names.
@Suite struct StoredListTests {
  private struct Row: SearchedRow, Equatable {
    var key: [UInt8]
    var id: Int
    var name: String
    var searchKey: [UInt8] = []

    var texts: [String] { [name] }
  }

  /// A table of a database, which compares bytes.
  private struct Table: Sendable {
    private(set) var rows: [Row] = []
    /// A row for each search key of each name, in their order.
    private(set) var words: [Row] = []

    init() {}

    init(_ names: [String], _ collation: LocalizedIndexedCollation) {
      rows = names.enumerated().map { Self.row($1, id: $0, collation) }
      rows.sort { Self.precedes($0, ($1.key, $1.id)) }
      words = rows.flatMap { row in
        try! NameSearch.keys(of: row.texts).map { key in
          var row = row
          row.searchKey = key
          return row
        }
      }
      words.sort {
        $0.searchKey == $1.searchKey
          ? $0.id < $1.id : $0.searchKey.lexicographicallyPrecedes($1.searchKey)
      }
    }

    static func row(_ name: String, id: Int, _ collation: LocalizedIndexedCollation) -> Row {
      Row(key: Array(collation.listKey(for: name).bytes), id: id, name: name)
    }

    static func precedes(_ left: Row, _ right: (key: [UInt8], id: Int)) -> Bool {
      left.key == right.key
        ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }

    mutating func insert(_ row: Row) {
      rows.insert(
        row, at: rows.firstIndex { !Self.precedes($0, (row.key, row.id)) } ?? rows.count)
    }

    mutating func remove(at place: Int) -> Row { rows.remove(at: place) }

    func rows(_ query: StoredRowQuery<Row>) -> [Row] { Self.rows(query, of: rows, by: \.key) }

    func words(_ query: StoredRowQuery<Row>) -> [Row] {
      Self.rows(query, of: words, by: \.searchKey)
    }

    /// The statements of `StoredRowQuery`. In SQL `(key, id) > (:key, NULL)` is `key > :key`.
    private static func rows(
      _ query: StoredRowQuery<Row>, of rows: [Row], by key: KeyPath<Row, [UInt8]>
    ) -> [Row] {
      if query.isBackward {
        let found = rows.filter { row in
          let isBefore =
            row[keyPath: key] == query.key
            ? query.id.map { row.id < $0 } ?? false
            : row[keyPath: key].lexicographicallyPrecedes(query.key)
          return isBefore && !row[keyPath: key].lexicographicallyPrecedes(query.end)
        }
        return Array(found.reversed().prefix(query.limit))
      }
      let found = rows.filter { row in
        let isBehind =
          row[keyPath: key] == query.key
          ? query.id.map { row.id > $0 } ?? false
          : query.key.lexicographicallyPrecedes(row[keyPath: key])
        return isBehind && row[keyPath: key].lexicographicallyPrecedes(query.end)
      }
      return Array(found.prefix(query.limit))
    }
  }

  /// One call, whichever it is, with a start and a limit.
  private typealias Read = (StoredList.Start, Int) async throws -> StoredPage<Row>

  /// All pages, forth or back, with limits from 1 to 9, as rows in the order of the list. No page
  /// has more rows than its limit.
  private func walk(
    _ generator: inout SeededGenerator, isBackward: Bool = false, _ read: Read
  ) async throws -> [Row] {
    var rows: [Row] = []
    var cursor: String?
    for _ in 0..<10_000 {
      let limit = Int.random(in: 1...9, using: &generator)
      let page = try await read(isBackward ? .before(cursor) : .after(cursor), limit)
      #expect(page.rows.count <= limit && page.rows.count == page.sectionNumbers.count)
      rows = isBackward ? page.rows + rows : rows + page.rows
      guard let next = isBackward ? page.previous : page.next else { return rows }
      #expect(next != cursor, "the walk stands still")
      cursor = next
    }
    Issue.record("the walk does not end")
    return rows
  }

  private func turned(
    _ locale: String, _ options: CollatorOptions = CollatorOptions()
  ) throws -> LocalizedIndexedCollation {
    let layout = SectionLayout.uikit.with { $0.isDescending = true }
    return try LocalizedIndexedCollation(locale: locale, options: options, layout: layout)
  }

  /// Names few of which are different, so that many rows have the same key.
  private func names(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
    var source = HostileNames(seed: generator.next())
    let pool =
      ["Åberg", "åberg", "Abel", "42", "", "陈", "Chen", "Chovanec", "Cyril", "c", "เก", "Zorn"]
      + source.names(20).map { String(decoding: $0, as: UTF8.self) }
    return (0..<count).map { _ in pool.randomElement(using: &generator)! }
  }

  // MARK: Pages

  @Test(arguments: ["en", "zh", "th", "cs"], 0..<6)
  func pagesHaveEachRowOnceInOrder(locale: String, seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 977 &+ 5)
    for collation in [try LocalizedIndexedCollation(locale: locale), try turned(locale)] {
      let table = Table(names([0, 1, 9, 60, 150, 400][seed], &generator), collation)
      let list = StoredList(
        uncheckedFor: collation, authenticatedBy: seed % 2 == 0 ? PageCursorTests.authenticate : nil
      )
      for isBackward in [false, true] {
        var pages = 0
        let rows = try await walk(&generator, isBackward: isBackward) { start, limit in
          let page = try list.page(from: start, limit: limit) { table.rows($0) }
          let (onward, back) =
            isBackward ? (page.previous, page.next) : (page.next, page.previous)
          // Every page is full but the last, which is no further than the list.
          #expect(onward == nil || page.rows.count == limit)
          let isAtTheEnd =
            isBackward
            ? page.rows.first == table.rows.first : page.rows.last == table.rows.last
          #expect(onward != nil || isAtTheEnd)
          #expect((back == nil) == (pages == 0))
          pages += 1
          return page
        }
        #expect(rows == table.rows)
        #expect(pages <= max(1, table.rows.count))

        // A section, for each section; its cursors serve no other part of the list worse.
        for section in collation.sectionTitles.indices {
          let rows = try await walk(&generator, isBackward: isBackward) { start, limit in
            try list.page(from: start, inSection: section, limit: limit) { table.rows($0) }
          }
          #expect(rows == table.rows.filter { collation.section(for: $0.name) == section })
        }
      }
      for section in [-1, collation.sectionTitles.count, .max, .min] {
        #expect(try list.page(inSection: section, limit: 9) { table.rows($0) }.rows.isEmpty)
      }
    }
  }

  @Test(arguments: ["en", "zh", "cs"]) func rowsHaveTheirSections(locale: String) throws {
    var generator = SeededGenerator(seed: 33)
    let collation = try LocalizedIndexedCollation(locale: locale)
    let table = Table(names(80, &generator), collation)
    let list = StoredList(uncheckedFor: collation)
    let page = try list.page(limit: 60) { table.rows($0) }
    #expect(page.sectionNumbers == page.rows.map { collation.section(for: $0.name) })
    let found = try list.search("c", limit: 3) { table.rows($0) }
    #expect(found.sectionNumbers == found.rows.map { collation.section(for: $0.name) })
  }

  @Test func aPageBeginsBehindAnyRow() throws {
    var generator = SeededGenerator(seed: 34)
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let table = Table(names(60, &generator), collation)
    let list = StoredList(uncheckedFor: collation, authenticatedBy: PageCursorTests.authenticate)
    for (number, row) in table.rows.enumerated() {
      let cursor = try list.cursor(forKey: row.key, id: row.id)
      let page = try list.page(from: .after(cursor), limit: 5) { table.rows($0) }
      #expect(page.rows == Array(table.rows.dropFirst(number + 1).prefix(5)))
    }
    for key in [[], [0, 1, 2], [0xFF, 0xFE, 2, 0]] as [[UInt8]] {
      let error = #expect(throws: CollationError.self) { try list.cursor(forKey: key, id: 4711) }
      #expect(error?.code == .keyMismatch)
    }
  }

  @Test func theQueriesOfAPageAreAsSmallAsTheyCanBe() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let table = Table((0..<40).map { "name \($0 % 10)" }, collation)
    let list = StoredList(uncheckedFor: collation)
    var queries: [StoredRowQuery<Row>] = []
    func fetch(_ query: StoredRowQuery<Row>) -> [Row] {
      queries.append(query)
      return table.rows(query)
    }
    let page = try list.page(limit: 7, fetch: fetch)
    #expect(queries == [StoredRowQuery(key: [], id: nil, end: [0xFF, 0xFF], limit: 8)])
    #expect(page.rows == Array(table.rows.prefix(7)))
    let next = try list.page(from: .after(page.next), limit: 7, fetch: fetch)
    let last = page.rows[6]
    #expect(
      queries.last == StoredRowQuery(key: last.key, id: last.id, end: [0xFF, 0xFF], limit: 8))
    #expect(next.rows == Array(table.rows[7..<14]) && queries.count == 2)
  }

  @Test func limitsThatAreNoneAreOneOrAll() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let table = Table(["a", "b", "c"], collation)
    let list = StoredList(uncheckedFor: collation)
    for limit in [1, 0, -1, .min] {
      let page = try list.page(limit: limit) { table.rows($0) }
      #expect(page.rows == [table.rows[0]] && page.next != nil)
      let found = try list.search("", limit: limit, examining: .min) { table.words($0) }
      #expect(found.rows.count <= 1 && found.next != nil)
    }
    for limit in [3, 4, .max - 1, .max] {
      let page = try list.page(limit: limit) { table.rows($0) }
      #expect(page.rows == table.rows && page.next == nil)
      let found = try list.search("", limit: limit, examining: .max) { table.words($0) }
      #expect(found.rows.map(\.id) == page.rows.map(\.id) && found.next == nil)
    }
  }

  /// Between pages rows are inserted, renamed and removed. Each row that stood still from the first
  /// page to the last is shown once, in its order.
  @Test(arguments: ["en", "zh", "th", "cs"], 0..<6)
  func aWalkShowsEachRowThatStandsStillOnce(locale: String, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &* 977 &+ 5)
    for isBackward in [false, true] {
      let collation =
        isBackward && seed % 2 == 0
        ? try turned(locale) : try LocalizedIndexedCollation(locale: locale)
      let pool = names(40, &generator)
      let list = StoredList(
        uncheckedFor: collation, authenticatedBy: seed % 2 == 0 ? PageCursorTests.authenticate : nil
      )
      var table = Table()
      var ids = Array(0..<100_000)
      func insert(_ table: inout Table, _ generator: inout SeededGenerator) {
        let id = ids.remove(at: Int.random(in: ids.indices, using: &generator))
        let name = pool.randomElement(using: &generator)!
        table.insert(Table.row(name, id: id, collation))
      }
      for _ in 0..<Int.random(in: 0...150, using: &generator) { insert(&table, &generator) }

      let start = table.rows
      var (moved, inserted): (Set<Int>, Int) = ([], 0)
      var shown: [Row] = []
      var cursor: String?
      while true {
        let page = try list.page(
          from: isBackward ? .before(cursor) : .after(cursor),
          limit: Int.random(in: 1...9, using: &generator)
        ) {
          table.rows($0)
        }
        shown = isBackward ? page.rows + shown : shown + page.rows
        let last = isBackward ? page.rows.first : page.rows.last
        guard let last, let next = isBackward ? page.previous : page.next else { break }
        cursor = next
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          switch Int.random(in: 0..<3, using: &generator) {
          case 0 where inserted < 300:
            insert(&table, &generator)
            inserted += 1
          case 1 where !table.rows.isEmpty:
            // Also the very row of the cursor.
            let place =
              Bool.random(using: &generator)
              ? table.rows.firstIndex(of: last) ?? 0
              : Int.random(in: table.rows.indices, using: &generator)
            moved.insert(table.remove(at: place).id)
          case 2 where !table.rows.isEmpty && moved.count < 60:
            let row = table.remove(at: Int.random(in: table.rows.indices, using: &generator))
            moved.insert(row.id)
            table.insert(
              Table.row(pool.randomElement(using: &generator)!, id: row.id, collation))
          default: break
          }
        }
      }
      let still = start.filter { !moved.contains($0.id) }
      let ids2 = Set(still.map(\.id))
      #expect(shown.filter { ids2.contains($0.id) } == still)
    }
  }

  // MARK: Pages backward

  /// From each page the one before it leads back, and that is the page from which it came.
  @Test(arguments: ["en", "zh", "cs"], 1..<8)
  func walksForthAndBackGiveTheSamePages(locale: String, limit: Int) throws {
    var generator = SeededGenerator(seed: UInt64(limit) &+ 50)
    for collation in [try LocalizedIndexedCollation(locale: locale), try turned(locale)] {
      let table = Table(names(61, &generator), collation)
      let list = StoredList(uncheckedFor: collation)
      var pages = [try list.page(limit: limit) { table.rows($0) }]
      while let next = pages.last?.next {
        pages.append(try list.page(from: .after(next), limit: limit) { table.rows($0) })
      }
      #expect(pages.flatMap(\.rows) == table.rows)
      #expect(pages.map { $0.previous == nil } == pages.indices.map { $0 == 0 })
      for number in pages.indices.dropFirst().reversed() {
        let page = try list.page(from: .before(pages[number].previous), limit: limit) {
          table.rows($0)
        }
        #expect(page.rows == pages[number - 1].rows)
        #expect(page.sectionNumbers == pages[number - 1].sectionNumbers)
        #expect(page.previous == pages[number - 1].previous)
        #expect(page.next == pages[number - 1].next)
      }
    }
  }

  /// The rows before any row, of a cursor that a version without pages backward could make.
  @Test func aPageEndsBeforeAnyRow() throws {
    var generator = SeededGenerator(seed: 35)
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let table = Table(names(60, &generator), collation)
    let list = StoredList(uncheckedFor: collation)
    for (number, row) in table.rows.enumerated() {
      let cursor = try list.cursor(forKey: row.key, id: row.id)
      let page = try list.page(from: .before(cursor), limit: 5) { table.rows($0) }
      #expect(page.rows == Array(table.rows.prefix(number).suffix(5)))
    }
    // What is not there any more has no cursors.
    let first = try list.cursor(forKey: table.rows[0].key, id: table.rows[0].id)
    let page = try list.page(from: .before(first), limit: 5) { table.rows($0) }
    #expect(page == StoredPage(rows: [], sectionNumbers: [], next: nil, previous: nil))
  }

  @Test func theQueriesOfAPageBackwardAreAsSmallAsTheyCanBe() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let table = Table((0..<40).map { "name \($0 % 10)" }, collation)
    let list = StoredList(uncheckedFor: collation)
    var queries: [StoredRowQuery<Row>] = []
    func fetch(_ query: StoredRowQuery<Row>) -> [Row] {
      queries.append(query)
      return table.rows(query)
    }
    let page = try list.page(from: .before(nil), limit: 7, fetch: fetch)
    #expect(
      queries == [StoredRowQuery(key: [0xFF, 0xFF], id: nil, end: [], limit: 8, isBackward: true)])
    #expect(page.rows == Array(table.rows.suffix(7)) && page.next == nil)
    _ = try list.page(from: .before(page.previous), limit: 7, fetch: fetch)
    let first = page.rows[0]
    #expect(
      queries.last
        == StoredRowQuery(key: first.key, id: first.id, end: [], limit: 8, isBackward: true))
    #expect(queries.count == 2)
  }

  // MARK: Search

  /// The rows are those that `NameSearch` finds, which reads each name.
  @Test(arguments: ["en", "cs", "de", "ko"], [false, true])
  func searchesHaveEachRowThatMatchesOnce(locale: String, isDescending: Bool) async throws {
    var generator = SeededGenerator(seed: 302)
    let collation =
      isDescending
      ? try turned(locale, CollatorOptions()) : try LocalizedIndexedCollation(locale: locale)
    let pieces = ["anna", "Änna", "ann", "a", "č", "ch", "ae", "김철수", "기", "ㄱ", "陈", " ", " ", "-"]
    let names = (0..<80).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        pieces.randomElement(using: &generator)!
      }.joined()
    }
    let table = Table(names, collation)
    let list = StoredList(uncheckedFor: collation)
    let search = try NameSearch(table.rows.map(\.name), by: collation.collator)
    for query in ["anna", "an", "a ch", "ä", "c", "", "김ㅊ", "ㄱㅊㅅ", "ㄱ", "陈", "zzz", "annaann"] {
      // Those of one rank are in the order of the rows.
      let expected = try search.matches(query).map { table.rows[$0.number].id }
      let all = try list.search(query, limit: .max, examining: .max) { table.words($0) }
      #expect(all.rows.map(\.id) == expected, "\(query)")
      #expect(all.sectionNumbers == all.rows.map { ListKey.section(of: $0.key) })
      for budget in [1, 5, 1_000] {
        for isBackward in [false, true] {
          let rows = try await walk(&generator, isBackward: isBackward) { start, limit in
            var examined = 0
            return try list.search(query, from: start, limit: limit, examining: budget) {
              (query: StoredRowQuery<Row>) -> [Row] in
              #expect(query.limit > 0 && query.limit <= budget - examined)
              let rows = table.words(query)
              examined += rows.count
              return rows
            }
          }
          #expect(rows.map(\.id).sorted() == expected.sorted(), "\(query) \(budget)")
        }
      }
      // A deadline that is over ends each page after a query or so, but the pages go on.
      let late = try await walk(&generator) { start, limit in
        try list.search(query, from: start, limit: limit, until: .now) {
          table.words($0)
        }
      }
      #expect(late.map(\.id).sorted() == expected.sorted(), "\(query)")
    }
  }

  /// A page before another has the rows that came just before.
  @Test func aSearchPagesForthAndBack() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let names = (0..<40).map { ["Anna \($0)", "Bo Anna\($0)", "Annabel \($0)", "Ek"][$0 % 4] }
    let table = Table(names, collation)
    let list = StoredList(uncheckedFor: collation)
    var pages: [StoredPage<Row>] = []
    var cursor: String?
    repeat {
      pages.append(
        try list.search("anna", from: .after(cursor), limit: 7) { table.words($0) })
      cursor = pages.last!.next
    } while cursor != nil
    #expect(pages.map(\.rows.count) == [7, 7, 7, 7, 2])
    // Whole words, then beginnings of names, then those of other words.
    let kinds = pages.flatMap(\.rows).map { $0.name.prefix { !$0.isNumber } }
    #expect(
      kinds.map(String.init)
        == ["Anna ", "Annabel ", "Bo Anna"].flatMap {
          Array(repeating: $0, count: 10)
        })
    for (page, before) in zip(pages.dropFirst(), pages) {
      let back = try list.search("anna", from: .before(page.previous), limit: 7) { table.words($0) }
      #expect(back.rows == before.rows)
    }
  }

  // MARK: Long names

  /// A cursor has room for a key of some 3,000 bytes. A page then ends behind an earlier row, and
  /// only where there is no such row it cannot end at all.
  @Test(arguments: 0..<12) func pagesEndBehindRowsWhoseCursorsFit(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 17)
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let list = StoredList(uncheckedFor: collation)
    let long = String(repeating: "ångström ", count: 2_000)
    var names = names(60, &generator)
    for number in 0..<(seed % 4) * 8 { names.append("\(names[number]) \(long)") }
    let table = Table(names, collation)
    func isLong(_ row: Row) -> Bool { row.name.count > 10_000 }
    func run(_ rows: [Row]) -> Int {
      rows.split(whereSeparator: { !isLong($0) }).map(\.count).max() ?? 0
    }
    #expect(throws: CollationError.self) {
      try list.cursor(forKey: collation.listKey(for: long).bytes, id: 1)
    }

    var (rows, cursor): ([Row], String?) = ([], nil)
    do {
      repeat {
        let page = try list.page(
          from: .after(cursor), limit: Int.random(in: 1...4, using: &generator)
        ) { table.rows($0) }
        rows += page.rows
        if page.next != nil { #expect(page.rows.last.map(isLong) == false) }
        cursor = page.next
      } while cursor != nil
      #expect(rows == table.rows)
    } catch let error as CollationError {
      #expect(error.code == .cursorTooLong && run(table.rows) > 0)
      #expect(rows == Array(table.rows.prefix(rows.count)))
    }
    // Where pages have more rows than there are long names in a row, all pages end.
    let limit = run(table.rows) + 1
    (rows, cursor) = ([], nil)
    repeat {
      let page = try list.page(from: .before(cursor), limit: limit) { table.rows($0) }
      rows = page.rows + rows
      cursor = page.previous
    } while cursor != nil
    #expect(rows == table.rows)
    (rows, cursor) = ([], nil)
    repeat {
      let page = try list.page(from: .after(cursor), limit: limit) { table.rows($0) }
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    #expect(rows == table.rows)
  }

  @Test func aPageOfLongNamesAloneCannotEnd() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let long = String(repeating: "long ", count: 2_000)
    let table = Table([long + "a", long + "b", long + "c"], collation)
    let list = StoredList(uncheckedFor: collation)
    let error = #expect(throws: CollationError.self) { try list.page(limit: 2) { table.rows($0) } }
    #expect(error?.code == .cursorTooLong)
    // The whole list needs no cursor.
    #expect(try list.page(limit: 3) { table.rows($0) }.rows == table.rows)
    // The key of a word is short.
    #expect(try list.search("long", limit: 2) { table.words($0) }.next != nil)
  }

  /// A row without a cursor of its own is shown twice on the way back rather than not at all.
  @Test func pagesThatBeginWithLongNamesLeadBack() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let long = "b" + String(repeating: "long ", count: 2_000)
    let table = Table(["a", long, "c", "d"], collation)
    let list = StoredList(uncheckedFor: collation)
    let first = try list.page(limit: 1) { table.rows($0) }
    let second = try list.page(from: .after(first.next), limit: 2) { table.rows($0) }
    #expect(second.rows == Array(table.rows[1...2]))
    let back = try list.page(from: .before(second.previous), limit: 2) { table.rows($0) }
    #expect(back.rows == Array(table.rows[0...1]) && back.previous == nil)
    // If no row of the page has a cursor, there is no way back from it.
    let end = Table(["a", long], collation)
    let last = try list.page(from: .after(first.next), limit: 2) { end.rows($0) }
    #expect(last.rows == [end.rows[1]] && last.previous == nil)
  }

  // MARK: What is refused

  @Test func cursorsOfOtherListsAreRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let table = Table(["a", "b", "Åberg"], collation)
    let (list, authenticated) = (
      StoredList(uncheckedFor: collation),
      StoredList(uncheckedFor: collation, authenticatedBy: PageCursorTests.authenticate)
    )
    func code(_ list: StoredList, _ cursor: String) -> CollationError.Code? {
      let page = #expect(throws: CollationError.self) {
        try list.page(from: .after(cursor), limit: 1) { table.rows($0) }
      }
      let pageBefore = #expect(throws: CollationError.self) {
        try list.page(from: .before(cursor), limit: 1) { table.rows($0) }
      }
      #expect(page == pageBefore)
      return page?.code
    }
    let plain = try #require(try list.page(limit: 1) { table.rows($0) }.next)
    let coded = try #require(try authenticated.page(limit: 1) { table.rows($0) }.next)
    #expect(code(authenticated, plain) == .forgedCursor)
    #expect(code(list, coded) == .malformedCursor)
    for text in ["", "x", String(plain.dropLast()), "%", String(repeating: "A", count: 9_999)] {
      #expect(code(list, text) == .malformedCursor)
    }
    let danish = StoredList(uncheckedFor: try LocalizedIndexedCollation(locale: "da"))
    #expect(code(danish, plain) == .stampMismatch)
    // The ids of this table are numbers.
    let text = try list.cursor(forKey: collation.listKey(for: "a").bytes, id: "x")
    #expect(code(list, text) == .malformedCursor)

    // A search has cursors of its own, and one of another query may be none of this.
    let found = try #require(try list.search("", limit: 1) { table.words($0) }.next)
    #expect(code(list, found) == .stampMismatch)
    for (query, cursor, code) in [
      ("", plain, CollationError.Code.stampMismatch), ("x", found, .malformedCursor),
      ("", "%", .malformedCursor), ("", coded, .malformedCursor),
    ] {
      for start in [StoredList.Start.after(cursor), .before(cursor)] {
        let error = #expect(throws: CollationError.self) {
          try list.search(query, from: start, limit: 1) { table.words($0) }
        }
        #expect(error?.code == code, "\(query)")
      }
    }
  }

  @Test func rowsUnderAnotherStampAreRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let list = try StoredList(for: collation, storedUnder: collation.stamp.description)
    #expect(list.collation == collation)
    let other = try LocalizedIndexedCollation(locale: "da").stamp
    for stamp in [other.description, "", "x", nil] {
      let error = #expect(throws: CollationError.self) {
        try StoredList(for: collation, storedUnder: stamp)
      }
      #expect(error?.code == (stamp == other.description ? .stampMismatch : .missingStamp))
      #expect(error?.differences.isEmpty == (stamp != other.description))
    }
  }

  @Test func errorsOfADatabaseComeThrough() async throws {
    struct Failure: Error, Equatable { var query: Int }
    let collation = try LocalizedIndexedCollation(locale: "en")
    let list = StoredList(uncheckedFor: collation)
    #expect(throws: Failure(query: 1)) {
      try list.page(limit: 1) { (_: StoredRowQuery<Row>) -> [Row] in throw Failure(query: 1) }
    }
    var queries = 0
    #expect(throws: Failure(query: 2)) {
      try list.search("b", limit: 1) { (query: StoredRowQuery<Row>) -> [Row] in
        queries += 1
        if queries == 2 { throw Failure(query: 2) }
        return []
      }
    }
    await #expect(throws: Failure(query: 3)) {
      try await list.page(limit: 1) { (_: StoredRowQuery<Row>) async throws -> [Row] in
        await Task.yield()
        throw Failure(query: 3)
      }
    }
  }

  @Test func keysThatAreNoListKeysAreRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let list = StoredList(uncheckedFor: collation)
    let last = UInt8(collation.sectionTitles.count)
    // The last two are keys, but of a section that the collation lacks, and of a list from Z to A.
    for key in [[], [0], [0, 1], [0, 1, 2], [0, last, 2, 0], [0, 1, 2, 0xFF]] as [[UInt8]] {
      let error = #expect(throws: CollationError.self) {
        try list.page(limit: 1) { (_: StoredRowQuery<Row>) in [Row(key: key, id: 4711, name: "a")] }
      }
      #expect(error?.code == .keyMismatch && error?.description.contains("4711") == true)
    }
  }

  /// A closure that leaves the limit out costs memory, and nothing else.
  @Test func rowsBeyondTheLimitAreNotTaken() async throws {
    var generator = SeededGenerator(seed: 9)
    let collation = try LocalizedIndexedCollation(locale: "cs")
    let table = Table(names(100, &generator), collation)
    let list = StoredList(uncheckedFor: collation)
    func all(_ query: StoredRowQuery<Row>) -> [Row] {
      table.rows(
        StoredRowQuery(
          key: query.key, id: query.id, end: query.end, limit: .max, isBackward: query.isBackward))
    }
    for isBackward in [false, true] {
      let rows = try await walk(&generator, isBackward: isBackward) {
        try list.page(from: $0, limit: $1, fetch: all)
      }
      #expect(rows == table.rows)
    }
  }

  // MARK: Asynchronous databases

  @Test(arguments: ["en", "cs"]) func asynchronousFormsGiveTheSame(locale: String) async throws {
    var generator = SeededGenerator(seed: 21)
    let collation = try LocalizedIndexedCollation(locale: locale)
    let table = Table(names(120, &generator), collation)
    let list = StoredList(uncheckedFor: collation, authenticatedBy: PageCursorTests.authenticate)
    @Sendable func fetch(_ query: StoredRowQuery<Row>) async throws -> [Row] {
      await Task.yield()
      return table.rows(query)
    }
    @Sendable func fetchWords(_ query: StoredRowQuery<Row>) async throws -> [Row] {
      await Task.yield()
      return table.words(query)
    }
    for isBackward in [false, true] {
      let rows = try await walk(&generator, isBackward: isBackward) { start, limit in
        let page = try await list.page(from: start, limit: limit, fetch: fetch)
        #expect(try list.page(from: start, limit: limit) { table.rows($0) } == page)
        return page
      }
      #expect(rows == table.rows)
      _ = try await walk(&generator, isBackward: isBackward) { start, limit in
        let page = try await list.search(
          "c", from: start, limit: limit, examining: 10, fetch: fetchWords)
        let expected = try list.search("c", from: start, limit: limit, examining: 10) {
          table.words($0)
        }
        #expect(page == expected)
        return page
      }
    }
    let rows = try await list.page(inSection: 2, limit: 1_000, fetch: fetch).rows
    #expect(rows == table.rows.filter { collation.section(for: $0.name) == 2 })
  }
}
