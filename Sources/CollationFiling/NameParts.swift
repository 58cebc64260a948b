internal import Collation

/// What you know about one name: the text that is shown, and how it is filed. Any part may be
/// missing.
///
/// ```swift
/// let composer = NameParts("Ludwig van Beethoven", sortAs: "Beethoven, Ludwig van")
/// let actor = NameParts("小倉唯", reading: "おぐらゆい")
/// let reader = NameParts(fields: [.init(person.family), .init(person.given)])
/// let album = NameParts(fields: [.init(artist, sortAs: artistSort), .init(year)])
/// collation.listKey(for: composer)
/// ```
///
/// The first of these that is not blank is collated:
///
/// 1. ``sortAs``, as it stands
/// 2. ``reading``, as it stands, or romanized if the rules romanize
/// 3. ``fields``, by the ``FilingRules`` of the collation
/// 4. ``shown``, by the ``FilingRules`` of the collation
public struct NameParts: Hashable, Sendable {
  /// One of the texts that a name is filed by, such as the family name or a year.
  public struct Field: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text that is shown.
    public var text: String
    /// The text that the field sorts as, as it stands; `nil` or spaces for the text itself.
    public var sortAs: String?
    /// How the field is read; `nil` or spaces for the text itself.
    public var reading: String?
    /// The language of the field, as a BCP 47 tag; `nil` for that of the name.
    public var language: String?
    /// How many characters at the beginning of the text do not count, as
    /// ``NameParts/nonfilingCount``.
    public var nonfilingCount: Int?

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - text: The text that is shown.
    ///   - sortAs: The text that the field sorts as, as it stands; `nil` for the text itself.
    ///   - reading: How the field is read; `nil` for the text itself.
    ///   - language: The language of the field, as a BCP 47 tag; `nil` for that of the name.
    ///   - nonfilingCount: How many characters at the beginning do not count; `nil` if the rules
    ///     decide.
    public init(
      _ text: String, sortAs: String? = nil, reading: String? = nil, language: String? = nil,
      nonfilingCount: Int? = nil
    ) {
      (self.text, self.sortAs, self.reading, self.language) = (text, sortAs, reading, language)
      self.nonfilingCount = nonfilingCount
    }

    /// Makes a field from its text.
    public init(stringLiteral text: String) { self.init(text) }
  }

  /// The text that is shown. It breaks ties between names whose filed texts collate as equal, and
  /// is filed itself if there is nothing else. If it is empty, the fields are shown.
  public var shown: String

  /// The fields that the name is filed by, such as the family name, then the given name. The
  /// letters of each decide in turn, then the accents of each (UTS #10, 1.6 Merging Sort Keys).
  ///
  /// Empty fields are left out, so a person without a family name is filed by the given name. To
  /// sort names without a field first, give the field a text that collates before others, such as
  /// a digit.
  public var fields: [Field]

  /// The text that the name sorts as, such as a vCard's `SORT-AS` or a recording's `ARTISTSORT`.
  public var sortAs: String?

  /// How the name is read, such as たなか for 田中. It is romanized if the rules romanize.
  public var reading: String?

  /// The language of the name, as a BCP 47 tag, which decides its leading articles and how it is
  /// romanized. Anything else counts as unknown; so does, for articles, a language that their table
  /// lacks.
  public var language: String?

  /// How many characters at the beginning of ``shown`` do not count, as the indicator of a MARC 21
  /// record has it: 4 for *The Beatles*. `nil` if that is unknown; then the rules decide.
  ///
  /// Unicode scalars are counted. With a count, even of 0, no articles are looked for. A count that
  /// leaves nothing counts as 0.
  public var nonfilingCount: Int?

  /// Makes the parts of a name that is filed by the text that is shown, its sort-as or its reading.
  ///
  /// - Parameters:
  ///   - name: The text that is shown.
  ///   - sortAs: The text that the name sorts as, as it stands; `nil` if there is none.
  ///   - reading: How the name is read; `nil` if that is unknown.
  ///   - language: The language of the name, as a BCP 47 tag; `nil` if that is unknown.
  ///   - nonfilingCount: How many characters at the beginning do not count; `nil` if the rules
  ///     decide.
  public init(
    _ name: String, sortAs: String? = nil, reading: String? = nil, language: String? = nil,
    nonfilingCount: Int? = nil
  ) {
    self.init(shown: name, fields: [], sortAs: sortAs, reading: reading, language: language)
    self.nonfilingCount = nonfilingCount
  }

  /// Makes the parts of a name that is filed by fields.
  ///
  /// - Parameters:
  ///   - shown: The text that is shown; empty to show the fields.
  ///   - fields: The fields, in the order in which they decide.
  ///   - sortAs: The text that the name sorts as, as it stands, in place of all fields; `nil` if
  ///     there is none.
  ///   - reading: How the name is read, in place of all fields; `nil` if the fields decide.
  ///   - language: The language of the name, as a BCP 47 tag; `nil` if that is unknown.
  public init(
    shown: String = "", fields: [Field], sortAs: String? = nil, reading: String? = nil,
    language: String? = nil
  ) {
    self.shown = shown
    self.fields = fields
    self.sortAs = sortAs
    self.reading = reading
    self.language = language
  }
}
