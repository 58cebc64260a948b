internal import Collation

/// What you know about a name: its shown text, and how to file it. Any part may be missing.
///
/// ```swift
/// let composer = NameParts("Ludwig van Beethoven", sortAs: "Beethoven, Ludwig van")
/// let actor = NameParts("小倉唯", reading: "おぐらゆい")
/// let reader = NameParts(fields: [.init(person.family), .init(person.given)])
/// let album = NameParts(fields: [.init(artist, sortAs: artistSort), .init(year)])
/// collation.listKey(for: composer)
/// ```
///
/// The first of these that isn't blank is collated:
///
/// 1. ``sortAs``, unchanged
/// 2. ``reading``, unchanged, or romanized if the rules romanize
/// 3. ``fields``, by the ``FilingRules`` of the collation
/// 4. ``shown``, by the ``FilingRules`` of the collation
public struct NameParts: Hashable, Sendable {
  /// One of the texts by which a name is filed, such as the family name or a year.
  public struct Field: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The shown text.
    public var text: String
    /// The text that the field sorts as, unchanged; `nil` or spaces for the text itself.
    public var sortAs: String?
    /// How the field is read; `nil` or spaces for the text itself.
    public var reading: String?
    /// The language of the field, as a BCP 47 tag; `nil` for the name's language.
    public var language: String?
    /// How many characters at the beginning of the text don't count; see
    /// ``NameParts/nonfilingCount``.
    public var nonfilingCount: Int?

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - text: The shown text.
    ///   - sortAs: The text that the field sorts as, unchanged; `nil` for the text itself.
    ///   - reading: How the field is read; `nil` for the text itself.
    ///   - language: The language of the field, as a BCP 47 tag; `nil` for the name's language.
    ///   - nonfilingCount: How many characters at the beginning don't count; `nil` if the rules
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

  /// The shown text. It breaks ties between names whose filed texts collate as equal, and is itself
  /// filed if there is nothing else. If it is empty, the fields are shown.
  public var shown: String

  /// The fields by which the name is filed, such as the family name, then the given name. The
  /// letters of each field decide in turn, then the accents of each (UTS #10, 1.6 Merging Sort
  /// Keys).
  ///
  /// Empty fields are left out, so a person without a family name is filed by the given name. To
  /// sort names without a field first, give the field a text that collates before the others, such
  /// as a digit.
  public var fields: [Field]

  /// The text that the name sorts as, such as a vCard's `SORT-AS` or a recording's `ARTISTSORT`.
  public var sortAs: String?

  /// How the name is read, such as たなか for 田中. It is romanized if the rules romanize.
  public var reading: String?

  /// The language of the name, as a BCP 47 tag, which decides its leading articles and how it is
  /// romanized. Anything else counts as unknown; for articles, so does a language missing from
  /// their table.
  public var language: String?

  /// How many characters at the beginning of ``shown`` don't count, as given by the indicator of a
  /// MARC 21 record: 4 for *The Beatles*. If it is `nil`, the rules decide.
  ///
  /// The unit is the Unicode scalar. With a count, even 0, the name isn't searched for articles. A
  /// count that leaves nothing is taken as 0.
  public var nonfilingCount: Int?

  /// Makes the parts of a name that is filed by its shown text, its sort-as text or its reading.
  ///
  /// - Parameters:
  ///   - name: The shown text.
  ///   - sortAs: The text that the name sorts as, unchanged; `nil` if there is none.
  ///   - reading: How the name is read; `nil` if unknown.
  ///   - language: The language of the name, as a BCP 47 tag; `nil` if unknown.
  ///   - nonfilingCount: How many characters at the beginning don't count; `nil` if the rules
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
  ///   - shown: The shown text; empty to show the fields.
  ///   - fields: The fields, in the order in which they decide.
  ///   - sortAs: The text that the name sorts as, unchanged, in place of all fields; `nil` if there
  ///     is none.
  ///   - reading: How the name is read, in place of all fields; `nil` if the fields decide.
  ///   - language: The language of the name, as a BCP 47 tag; `nil` if unknown.
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
