/// What is known of one name: the text that is shown, and what says how the name is filed. Any part
/// may be missing.
///
/// ```swift
/// let composer = NameParts("Ludwig van Beethoven", sortAs: "Beethoven, Ludwig van")
/// let actor = NameParts("小倉唯", reading: "おぐらゆい")
/// let reader = NameParts(fields: [person.family, person.given])
/// let album = NameParts("L'Avventura", language: "it")
/// collation.listKey(for: composer)
/// ```
///
/// The first of these that is there is collated:
///
/// 1. ``sortAs`` as it stands, unless it has only spaces
/// 2. ``reading`` as it stands, unless it has only spaces
/// 3. ``fields``, by the ``FilingRules`` of the collation, unless all are empty
/// 4. ``name``, by the ``FilingRules`` of the collation
public struct NameParts: Hashable, Sendable {
  /// The text that is shown. It orders names whose filed texts collate as equal, and is filed
  /// itself where nothing else says how.
  public var name: String

  /// The fields that the name is filed by, such as the family name, then the given name. The
  /// letters of each decide in turn, then the accents of each (UTS #10, 1.6 Merging Sort Keys).
  /// Empty ones are left out, so that a person without a family name is filed by the given name.
  ///
  /// The fields stand for the ``name`` in ties too where that is empty.
  public var fields: [String]

  /// The text that the name sorts as, as `SORT-AS` of a vCard or `ARTISTSORT` of a recording.
  public var sortAs: String?

  /// How the name is read, such as たなか for 田中.
  public var reading: String?

  /// The language of the name, as a BCP 47 tag: which articles may stand at its beginning. A text
  /// that is no such tag, or a language that the table of articles lacks, is unknown.
  public var language: String?

  /// Makes the parts of a name.
  public init(
    _ name: String = "", fields: [String] = [], sortAs: String? = nil, reading: String? = nil,
    language: String? = nil
  ) {
    self.name = name
    self.fields = fields
    self.sortAs = sortAs
    self.reading = reading
    self.language = language
  }
}
