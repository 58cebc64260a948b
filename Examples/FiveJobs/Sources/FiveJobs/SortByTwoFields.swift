import Collation

/// People by family name, and by given name within a family.
func sortedPeople(_ people: [Person], locale: String) throws -> [Person] {
  let collator = try Collator(locale: locale)
  return collator.sorted(people, by: \.family, \.given)
}
