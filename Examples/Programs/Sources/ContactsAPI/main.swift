// What a server of contacts answers readers of several languages: pages of 50, an index of letters
// with counts, and a search with what to highlight. Its lists are in memory.

import Collation
import CollationFiling
import CollationLists

struct Contact: Equatable, Identifiable {
  let id: Int
  let family: String
  let given: String
  var reading = ""

  var name: String { family.isEmpty ? given : "\(family) \(given)" }
  var parts: NameParts { NameParts(fields: [.init(family), .init(given)], reading: reading) }
}

struct ContactList {
  let list: SectionedList<Contact>
  let contacts: [Contact]
  let names: NameSearch

  init(_ contacts: [Contact], by collation: LocalizedIndexedCollation) throws {
    let list = SectionedList(contacts, for: collation, hidingEmpty: true) {
      NameList($0, filedBy: \.parts)
    }
    self.list = list
    self.contacts = (0..<list.count).map { list[list.position(ofRow: $0)!] }
    let texts = self.contacts.map { contact in
      // What is shown, read and filed: in English Иванов is found by iva, too.
      "\(contact.name) \(contact.reading) \(contact.parts.filedText(by: collation.collator))"
    }
    names = try NameSearch(texts, by: collation.collator)
  }

  struct Row: StoredRow {
    let key: [UInt8]
    let id: Int
    let name: String
  }

  func page(after cursor: String?) throws -> StoredPage<Row> {
    try StoredList(uncheckedFor: list.collation).page(from: .after(cursor), limit: 50) { query in
      list.rows(for: query) { Row(key: Array($0.bytes), id: $1.id, name: $1.name) }
    }
  }

  func search(_ typed: String) throws -> [(name: String, highlights: [Range<Int>])] {
    try names.matches(typed).map { match in
      let name = contacts[match.number].name
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
  print(header, first.rows.count, second.rows.count, second.next ?? "end")
  print(second.rows.map(\.name))
  print(list.list.outline.map { "\($0.title) \($0.count)" })
  for typed in ["angstrom i", "angus", "björ", "たな", "田", "iva"] {
    print(typed, try list.search(typed).map { "\($0.name) \($0.highlights)" })
  }
}
