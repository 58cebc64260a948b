import Collation

/// The lines of a page: the titles of the index at its side, then the sections that have people.
func page(of people: [Person], locale: String) throws -> [String] {
  let collation = try LocalizedIndexedCollation(locale: locale)
  let sections = collation.sections(of: people, by: \.family, \.given, hidingEmpty: true)
  return [sections.indexTitles().map(\.title).joined(separator: " ")]
    + sections.flatMap { section in
      ["- \(section.title)"] + section.map { "\($0.family), \($0.given)" }
    }
}
