import Collation
import CollationFiling
import CollationLists
import Foundation

// What the examples take as given.

struct Person: Identifiable, Equatable {
  var id: Int64 = 0
  var name: String
  var reading: String
  var family: String
  var given: String
}

struct Fruit {
  var titleKey: String
}

struct Request {
  var acceptLanguage: String?
  var locale: String?
  var cursor: String?
}

struct Row: StoredRow {
  var key: [UInt8]
  var id: Int64 = 0
  var name: String
}

/// A database in memory.
/// A row that a search finds.
struct FoundPerson: SearchedRow {
  let key: [UInt8]
  let id: Int64
  let name: String
  let searchKey: [UInt8]

  var texts: [String] { [name] }
}

struct Database {
  var stamp = ""
  /// The stamps of the lists, by the lists' names.
  var stamps: [String: String] = [:]
  var table: [Row] = []

  func insert(_ key: ArraySlice<UInt8>, section: Int? = nil) {}
  mutating func store(stamp: String) { self.stamp = stamp }
  func stamp(of list: String) -> String { stamps[list] ?? "" }

  func insert(searchKey: [UInt8], id: Int64) throws {}
  func store(searchStamp: String) throws {}

  /// The rows that the statements of `StoredRowQuery` select.
  func rows(of list: String, _ query: StoredRowQuery<Row>) throws -> [Row] {
    select(query, table, by: \.key)
  }

  func foundPeople(_ query: StoredRowQuery<FoundPerson>) throws -> [FoundPerson] {
    let words = try table.flatMap { row in
      try NameSearch.keys(of: [row.name]).map {
        FoundPerson(key: row.key, id: row.id, name: row.name, searchKey: $0)
      }
    }
    return select(query, words, by: \.searchKey)
  }

  private func select<Row: StoredRow>(
    _ query: StoredRowQuery<Row>, _ rows: [Row], by key: KeyPath<Row, [UInt8]>
  ) -> [Row] where Row.Key == [UInt8], Row.ID == Int64 {
    let rows = rows.sorted {
      $0[keyPath: key].lexicographicallyPrecedes($1[keyPath: key])
        || $0[keyPath: key] == $1[keyPath: key] && $0.id < $1.id
    }
    if query.isBackward {
      return rows.reversed().filter { row in
        !row[keyPath: key].lexicographicallyPrecedes(query.end)
          && (row[keyPath: key].lexicographicallyPrecedes(query.key)
            || row[keyPath: key] == query.key && query.id.map { row.id < $0 } ?? false)
      }.prefix(query.limit).map(\.self)
    }
    return rows.filter { row in
      row[keyPath: key].lexicographicallyPrecedes(query.end)
        && (query.key.lexicographicallyPrecedes(row[keyPath: key])
          || row[keyPath: key] == query.key && query.id.map { row.id > $0 } ?? false)
    }.prefix(query.limit).map(\.self)
  }

  func rowsLater(of list: String, _ query: StoredRowQuery<Row>) async throws -> [Row] {
    try rows(of: list, query)
  }
}

/// The names that examples use without declaring them. Each example has its own.
struct Given {
  var people = [
    Person(id: 1, name: "Müller, Åsa", reading: "Müller", family: "Müller", given: "Åsa"),
    Person(id: 2, name: "Adam", reading: "Adam", family: "", given: "Adam"),
    Person(id: 3, name: "田中 花子", reading: "たなか はなこ", family: "田中", given: "花子"),
  ]
  var person: Person
  var names = ["Zorn, Anders", "Ångström, Nils", "Öhman, Lisa"]
  /// What a table view asks for.
  var indexPath = (section: 0, row: 0)
  var (artist, artistSort, year) = ("Björk", "Bjork", "1993")
  var fruits = [Fruit(titleKey: "apple.title"), Fruit(titleKey: "pear.title")]
  var records = UTF8Records(Array("Zorn\nÅberg\nÖberg\n".utf8))
  var collator: Collator
  var collation: LocalizedIndexedCollation
  /// The people.
  var sections: SectionedCollection<Person>
  var options = CollatorOptions()
  /// A list of the people and the names.
  var database = Database()
  var stampText: String
  var request = Request(acceptLanguage: "sv-SE,sv;q=0.9", locale: nil, cursor: nil)
  var list: StoredList
  var key: ListKey
  var typed = "ang"
  /// The cursor as a client sends it.
  var text: String
  /// The number of rows in each section.
  var counts = [0: 12, 1: 7, 12: 31]
  var outline: SectionOutline
  /// The outline as JSON.
  var data: Data
  var catalog: CollationCatalog
  var variant: CollationCatalog.Variant
  /// Without a table, every key stands for itself.
  var bundle = Bundle.main

  init() throws {
    person = people[0]
    collator = try Collator(locale: "sv")
    let collation = try LocalizedIndexedCollation(locale: "en")
    self.collation = collation
    sections = collation.sections(of: people, by: \.name)
    list = StoredList(uncheckedFor: collation)
    key = collation.listKey(for: person.name)
    text = try list.cursor(forKey: key.bytes, id: 4711)
    outline = try SectionOutline(counts: counts, for: collation)
    data = try JSONEncoder().encode(outline)
    catalog = try CollationCatalog(locales: ["en", "sv", "de", "ja"], fallback: "en")
    for variant in catalog.lists {
      database.stamps[variant.listName] = variant.collation.stamp.description
    }
    variant = catalog.fallback
    stampText = collation.stamp.description
    database.stamp = stampText
    database.table = (people.map(\.name) + names).enumerated().map { id, name in
      Row(key: Array(collation.listKey(for: name).bytes), id: Int64(id), name: name)
    }
  }

  /// Runs the statement of a search's query.
  func foundPeople(_ query: StoredRowQuery<FoundPerson>) throws -> [FoundPerson] {
    try database.foundPeople(query)
  }

  /// Runs the statement of a query.
  func people(_ query: StoredRowQuery<Row>) throws -> [Row] {
    try database.rows(of: variant.listName, query)
  }
}
