import GRDB
import Names

extension ContactDatabase {
  /// Inserts made-up names in many languages and scripts, half of them not in Latin
  /// letters. The same count gives the same names.
  static func insertMadeUpNames(_ count: Int, _ db: Database) throws {
    for person in Names.people(count: count, nonLatinShare: 0.5) {
      // What is written without a space stays so: 김민준. Lists have other names turned around.
      let name =
        person.name.utf8.contains(UInt8(ascii: " "))
        ? Contact.name(family: person.family, given: person.given, language: person.language)
        : person.name
      var contact = Contact(
        name: name, family: person.family, given: person.given, reading: person.reading,
        language: person.language)
      try contact.insert(db)
    }
  }
}
