// A table view controller that used UILocalizedIndexedCollation, ported: sections with rows only,
// and at the side the index titles with the search field in front.

import Collation

struct Person {
  let name: String
}

final class PeopleTable {
  private let sections: SectionedCollection<Person>
  private let index: [SectionOutline.IndexTitle]

  init(people: [Person], locale: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    sections = collation.sections(of: people, by: \.name, hidingEmpty: true)
    index = sections.indexTitles(includingSearch: true)
  }

  var numberOfSections: Int { sections.count }
  var sectionIndexTitles: [String] { index.map(\.title) }
  func titleForHeaderInSection(_ section: Int) -> String { sections[section].title }
  func numberOfRowsInSection(_ section: Int) -> Int { sections[section].count }
  func cellForRowAt(section: Int, row: Int) -> String { sections[section][row].name }
  /// The position of a section, or nil for the search field.
  func sectionForSectionIndexTitle(at place: Int) -> Int? { index[place].section?.position }
}

let names = ["Örn", "Zorn", "Åberg", "adam", "Čapek", "Berg", "¿Quién?", "Adam"]
let table = try PeopleTable(people: names.map(Person.init), locale: "sv")
for section in 0..<table.numberOfSections {
  print(table.titleForHeaderInSection(section))
  for row in 0..<table.numberOfRowsInSection(section) {
    print("  \(table.cellForRowAt(section: section, row: row))")
  }
}
for (place, title) in table.sectionIndexTitles.enumerated() {
  print(title, table.sectionForSectionIndexTitle(at: place) ?? "search field")
}
