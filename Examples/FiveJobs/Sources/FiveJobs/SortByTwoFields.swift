import Collation

/// People by family name, and by given name within a family.
func sortedPeople(_ people: [Person], locale: String) throws -> [Person] {
  try Collator(locale: locale).sorted(people, by: \.family, \.given)
}
