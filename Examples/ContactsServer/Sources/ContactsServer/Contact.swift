import CollationFiling
import GRDB
import Hummingbird

/// A contact, as the table stores it and clients send and receive it.
struct Contact: Codable, Hashable, Sendable, ResponseCodable {
  /// `nil` until the contact is inserted.
  var id: Int64?
  /// The name as it is shown.
  var name: String
  /// The parts of a person's name. A list sorts by the family name first.
  var family: String?
  var given: String?
  /// What the name sorts as, such as *Beethoven, Ludwig van*.
  var sortAs: String?
  /// How the name is read, such as たなか for 田中.
  var reading: String?
  /// The language of the name, as a BCP 47 tag.
  var language: String?
}

extension Contact: FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "contacts"

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

// If you change how contacts are filed, rename the lists: the file has the keys of before.
extension Contact {
  /// What a list files the contact by: the first available of `sortAs`, `reading`, `family` with
  /// `given`, and `name`.
  var parts: NameParts {
    NameParts(
      shown: name, fields: [family, given].compactMap { $0.map { .init($0) } }, sortAs: sortAs,
      reading: reading, language: language)
  }

  /// The texts by which searches find the contact.
  var searchTexts: [String] { parts.searchTexts }
}

extension Contact {
  /// Returns the contact that a client may store.
  func validated() throws(HTTPError) -> Contact {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw HTTPError(.unprocessableContent, message: "name: expected a text that can be seen")
    }
    let texts = [
      ("name", name), ("family", family), ("given", given), ("sortAs", sortAs),
      ("reading", reading), ("language", language),
    ]
    // Every list stores keys of all texts.
    for (field, text) in texts where text?.utf8.count ?? 0 > 256 {
      throw HTTPError(.unprocessableContent, message: "\(field): expected at most 256 bytes")
    }
    return self
  }
}
