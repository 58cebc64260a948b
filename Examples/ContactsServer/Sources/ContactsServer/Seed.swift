import Collation
import CollationFiling
import Names

extension Contact {
  /// Made-up contacts in many languages and scripts, half of them not in Latin letters. The same
  /// count makes the same contacts.
  static func madeUp(_ count: Int) -> [Contact] {
    guard count > 0, let anyLanguage = try? Collator(locale: "und") else { return [] }
    return Names.people(count: count, nonLatinShare: 0.5).map { person in
      var contact = Contact(
        name: person.name, family: person.family, given: person.given, reading: person.reading,
        language: person.language)
      // The benchmarks' lists have Smith, John. 김민준 is written without a space in either.
      if person.name.contains(" ") {
        let isFamilyFirst = contact.parts.familyNameComesFirst(in: anyLanguage)
        let names = [person.family, person.given].filter { !$0.isEmpty }
        contact.name = (isFamilyFirst ? names : names.reversed()).joined(separator: " ")
      }
      return contact
    }
  }
}
