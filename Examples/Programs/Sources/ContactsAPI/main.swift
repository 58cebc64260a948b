// What a server of contacts answers readers of several languages: pages of 50, an index of letters
// with counts, and a search with what to highlight. Its lists are in memory, sorted by their keys.

import Collation
import CollationFiling
import CollationLists

struct Contact {
  let id: Int
  let family: String
  let given: String
  var reading = ""

  var name: String { family.isEmpty ? given : "\(family) \(given)" }
  var parts: NameParts { NameParts(fields: [.init(family), .init(given)], reading: reading) }
}

struct InvalidCursor: Error {}

struct ContactList {
  let collation: LocalizedIndexedCollation
  let rows: [(key: ListKey, contact: Contact)]
  let names: NameSearch

  init(_ contacts: [Contact], by collation: LocalizedIndexedCollation) throws {
    self.collation = collation
    let keys = collation.listKeys(of: NameList(contacts, filedBy: \.parts))
    rows = keys.sortedIndices().map { (keys[$0], contacts[$0]) }
    let texts = rows.map { _, contact in
      // What is shown, read and filed: in English Иванов is found by iva, too.
      "\(contact.name) \(contact.reading) \(contact.parts.filedText(by: collation.collator))"
    }
    names = try NameSearch(texts, by: collation.collator)
  }

  func page(after text: String?) throws -> (names: [String], next: String?) {
    let cursor = try text.map { try PageCursor($0, for: collation) }
    let start = try cursor.map { cursor in
      guard let id = Int(cursor.id) else { throw InvalidCursor() }
      return rows.firstIndex { ($0.key, $0.contact.id) > (cursor.key, id) } ?? rows.count
    }
    let page = rows[(start ?? 0)...].prefix(50)
    let next = try page.last.map { last in
      try PageCursor(after: last.key, id: "\(last.contact.id)", for: collation).encoded()
    }
    return (page.map(\.contact.name), page.endIndex < rows.count ? next : nil)
  }

  func index() throws -> [(letter: String, count: Int)] {
    let counts = Dictionary(grouping: rows, by: \.key.section).mapValues(\.count)
    let outline = try SectionOutline(counts: counts, for: collation, hidingEmpty: true)
    return outline.map { ($0.title, $0.count) }
  }

  func search(_ typed: String) throws -> [(name: String, highlights: [Range<Int>])] {
    try names.matches(typed).map { match in
      let name = rows[match.number].contact.name
      let ranges = try names.ranges(of: typed, in: name).map { range in
        range.lowerBound.utf16Offset(in: name)..<range.upperBound.utf16Offset(in: name)
      }
      return (name, ranges)
    }
  }
}

let families = ["Ångström", "Angelo", "Zorn", "Čapek", "Öberg", "O’Hara"]
let given = ["Ada", "Bo", "Åsa", "Max", "Eva", "Zoe", "Kim", "Örjan", "Ida", "Ulf"]
let contacts =
  (0..<60).map { Contact(id: $0, family: families[$0 / 10], given: given[$0 % 10]) } + [
    Contact(id: 60, family: "田中", given: "花子", reading: "たなか はなこ"),
    Contact(id: 61, family: "Иванов", given: "Пётр"), Contact(id: 62, family: "", given: "Björk"),
    Contact(id: 63, family: "😀 Angus", given: "Åsa"),
  ]
let catalog = try CollationCatalog(locales: ["en", "sv", "ja"], fallback: "en") { locale in
  let filing = FilingRules(romanization: locale == "en" ? .foreignScripts : nil)
  return try LocalizedIndexedCollation(locale: locale, filing: filing)
}
let lists = Dictionary(
  uniqueKeysWithValues: try catalog.lists.map {
    ($0.listName, try ContactList(contacts, by: $0.collation))
  })
for header in ["en-GB", "sv-SE,sv;q=0.9", "ja"] {
  let list = lists[catalog.variant(forAcceptLanguage: header).listName]!
  let first = try list.page(after: nil)
  let second = try list.page(after: first.next)
  print(header, first.names.count, second.names.count, second.next ?? "end")
  print(second.names)
  print(try list.index().map { "\($0.letter) \($0.count)" })
  for typed in ["angstrom i", "angus", "björ", "たな", "田", "iva"] {
    print(typed, try list.search(typed).map { "\($0.name) \($0.highlights)" })
  }
}
