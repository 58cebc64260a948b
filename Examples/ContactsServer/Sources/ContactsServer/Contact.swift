import Collation
import CollationFiling
import GRDB
import Hummingbird

/// A name as it is shown, and what is known of it. Parts that are empty are not there.
struct Contact: Codable, Hashable, Sendable, ResponseEncodable {
  var id: Int64 = 0
  var name: String
  var family: String?
  var given: String?
  var sortAs: String?
  var reading: String?
  var language: String?
  /// In an answer, the section of the list in which the name is.
  var section: Int?
  /// In the answer to a search, where its prefix is in the name: first and end of each place, in
  /// UTF-16 units, as JavaScript counts.
  var ranges: [[Int]]?
}

extension Contact {
  /// Reads what a client sends. Without a name the contact has that which its parts make.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard [.name, .family, .given].contains(where: container.contains) else {
      throw DecodingError.keyNotFound(
        CodingKeys.name, .init(codingPath: [], debugDescription: "neither a name nor its parts"))
    }
    func text(_ key: CodingKeys) throws -> String? {
      let text = try container.decodeIfPresent(String.self, forKey: key)
      return text == "" ? nil : text
    }
    id = try container.decodeIfPresent(Int64.self, forKey: .id) ?? 0
    // Answers have these. A client may send anything here, for `Routes` drops it.
    section = try? container.decodeIfPresent(Int.self, forKey: .section)
    ranges = try? container.decodeIfPresent([[Int]].self, forKey: .ranges)
    (family, given) = (try text(.family), try text(.given))
    (sortAs, reading, language) = (try text(.sortAs), try text(.reading), try text(.language))
    name =
      try text(.name) ?? Self.name(family: family, given: given, language: language)
  }

  /// Without a language, the script of a name says in which order its parts stand.
  private static let anyLanguage = try! Collator(locale: "und")
  private static let languages = Set(Collator.availableLocales)

  /// The name that a family's name and a given name make, with a space between, as lists of its own
  /// language show it.
  static func name(family: String?, given: String?, language: String?) -> String {
    let parts = [family, given].compactMap(\.self)
    if parts.count < 2 { return parts.first ?? "" }
    // Only of languages that there are: a client may make up any number of tags.
    let base = language?.prefix { $0 != "-" && $0 != "_" }.lowercased() ?? ""
    let collator = languages.contains(base) ? try? Collator(locale: base) : nil
    let isFamilyFirst = NameParts(fields: parts.map { .init($0) }, language: language)
      .familyNameComesFirst(in: collator ?? anyLanguage)
    return (isFamilyFirst ? parts : parts.reversed()).joined(separator: " ")
  }

  /// What the contact's keys are made of.
  ///
  /// What is shown orders those who are filed alike. A name that says no more than its fields is
  /// left out: they stand for it, and the keys are half as long.
  var parts: NameParts {
    let isMade = name == Self.name(family: family, given: given, language: language)
    return NameParts(
      shown: isMade ? "" : name, fields: [family, given].compactMap { $0.map { .init($0) } },
      sortAs: sortAs, reading: reading, language: language)
  }

  /// The texts that a search finds by their beginnings: from each word on that of the name, of the
  /// family's name with the given name behind it, of what it sorts as, and of how it is read.
  var words: [String] {
    let turned = [family, given].compactMap(\.self).joined(separator: " ")
    let texts = NameParts(
      shown: name, fields: [.init(turned)], sortAs: sortAs, reading: reading
    ).wordTexts.sorted()
    // Smith needs no row beside Smith John. In order, the longer text comes next.
    return zip(texts, texts.dropFirst() + [""]).filter { !$1.hasPrefix($0) }.map(\.0)
  }
}

extension Contact: FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "names"

  init(row: Row) {
    self.init(
      id: row["id"], name: row["name"], family: row["family"], given: row["given"],
      sortAs: row["sortAs"], reading: row["reading"], language: row["language"])
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id == 0 ? nil : id
    (container["name"], container["family"], container["given"]) = (name, family, given)
    container["sortAs"] = sortAs
    (container["reading"], container["language"]) = (reading, language)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}
