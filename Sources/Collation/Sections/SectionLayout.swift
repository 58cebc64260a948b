/// The sections of a list, their order and their titles.
///
/// Start from a preset, ``uikit`` or ``icu``, and change what you need:
///
/// ```swift
/// var layout = SectionLayout.uikit
/// layout.scriptOrder = .locale
/// let collation = try LocalizedIndexedCollation(locale: "ja", layout: layout)
/// ```
///
/// A layout determines the section of each name, so two collations with equal order and layout
/// share a ``CollationStamp``. A layout also holds the titles. To limit the index titles, or hide
/// empty sections, pass arguments to the calls that make a list.
public struct SectionLayout: Hashable, Sendable {
  /// The place of Latin among the scripts of an index whose own letters are not Latin. Later
  /// versions may add places.
  public struct ScriptOrder: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    /// The name of the place.
    public let rawValue: String

    /// Makes a place from its name. Opening a collation refuses an unknown name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A–Z, then the locale's own letters. The scripts collate in this order, too.
    public static let latinFirst = ScriptOrder(rawValue: "latin-first")
    /// The order in which the locale's scripts collate in CLDR.
    public static let locale = ScriptOrder(rawValue: "locale")
    /// The locale's own letters, then A–Z. The scripts collate in this order, too.
    public static let latinLast = ScriptOrder(rawValue: "latin-last")
    /// The locale's own letters only; no others are added.
    public static let localeOnly = ScriptOrder(rawValue: "locale-only")
    /// Only ``SectionLayout/customLabels`` and the letters of ``SectionLayout/labelLocales``, as
    /// for an ``Alphabet``.
    public static let labelsOnly = ScriptOrder(rawValue: "labels-only")

    /// The places that this version of the library knows.
    public static let allCases: [ScriptOrder] = [
      .latinFirst, .locale, .latinLast, .localeOnly, .labelsOnly,
    ]
  }

  /// The place of names that begin with none of the letters: names before the first letter of a
  /// script, after the end of a letter's script, or in a script without letters. Later versions may
  /// add places.
  public struct CatchAll: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    /// The name of the place.
    public let rawValue: String

    /// Makes a place from its name. Opening a collation refuses an unknown name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One section, the last.
    public static let last = CatchAll(rawValue: "last")
    /// One section, the first.
    public static let first = CatchAll(rawValue: "first")
    /// ICU's underflow, inflows and overflow, each in its own place. If ``ScriptOrder`` moves
    /// Latin, an inflow separates it from each neighboring script.
    public static let split = CatchAll(rawValue: "split")

    /// The places that this version of the library knows.
    public static let allCases: [CatchAll] = [.last, .first, .split]
  }

  /// Several letters in a single section.
  public struct Group: Hashable, Sendable, Codable {
    /// The title of the section.
    public var title: String
    /// The letters, by title or label.
    public var letters: [String]

    /// Makes a group of letters.
    public init(title: String, letters: [String]) {
      self.title = title
      self.letters = letters
    }
  }

  /// The place of Latin.
  ///
  /// It has no effect on an index whose own letters are Latin, on a Chinese index by strokes or
  /// radicals, which stay before A–Z, or if you set ``CollatorOptions/reorderCodes``. But
  /// ``ScriptOrder/localeOnly`` always removes the English letters that a locale does not list,
  /// such as Q, W and X in Lithuanian, and A–Z after strokes. ``ScriptOrder/labelsOnly`` removes
  /// the locale's own letters, too, unless they are part of its rules, as strokes are.
  public var scriptOrder: ScriptOrder {
    get { shared.members.scriptOrder }
    set { members.scriptOrder = newValue }
  }
  /// The place of names that begin with none of the letters.
  public var catchAll: CatchAll {
    get { shared.members.catchAll }
    set { members.catchAll = newValue }
  }
  /// The order of the kinds of sections, ``SectionKind/normal`` being the letters, such as
  /// `[.emoji, .digits, .normal, .catchAll]`. Kinds that you leave out follow: letters, ideographs,
  /// digits, emoji, catch-all. If it is `nil`, ``catchAll`` determines the order.
  ///
  /// An order takes the place of ``CatchAll/first`` and ``CatchAll/last``. Opening a collation
  /// refuses an order beside ``CatchAll/split``, and one that has a kind twice or a kind of a split
  /// catch-all. In a list that ``isDescending``, a catch-all that precedes the letters comes first,
  /// any other last, and all else is reversed.
  public var sectionOrder: [SectionKind]? {
    get { shared.members.sectionOrder }
    set { members.sectionOrder = newValue }
  }
  /// The title of a single catch-all section.
  public var catchAllTitle: String {
    get { shared.members.catchAllTitle }
    set { members.catchAllTitle = newValue }
  }
  /// The title of a split catch-all's underflow.
  public var underflowTitle: String {
    get { shared.members.underflowTitle }
    set { members.underflowTitle = newValue }
  }
  /// The title of a split catch-all's inflows.
  public var inflowTitle: String {
    get { shared.members.inflowTitle }
    set { members.inflowTitle = newValue }
  }
  /// The title of a split catch-all's overflow.
  public var overflowTitle: String {
    get { shared.members.overflowTitle }
    set { members.overflowTitle = newValue }
  }
  /// The locales whose letters are added. ICU: `AlphabeticIndex::addLabels(const Locale &, …)`
  public var labelLocales: [String] {
    get { shared.members.labelLocales }
    _modify { yield &members.labelLocales }
  }
  /// Labels to add. A label of several letters becomes a section if it sorts apart from its
  /// letters, or ends in `*`: `Sch*`. ICU: `AlphabeticIndex::addLabels(const UnicodeSet &, …)`
  ///
  /// ``LocalizedIndexedCollation/droppedLabels`` lists the labels that do not become sections.
  /// Opening a collation refuses more than 8,192 labels that collate as several letters, such as
  /// Korean syllables, a label of more than ``maximumLabelLength`` bytes, and a label with more
  /// than sixteen combining marks in a row or with marks that would make ICU loop forever.
  public var customLabels: [String] {
    get { shared.members.customLabels }
    _modify { yield &members.customLabels }
  }
  /// The maximum length of a label or a title, in UTF-8 bytes.
  public static let maximumLabelLength = 256
  /// Replacements for the titles of letters, by title or label. The sections stay as they are. A
  /// key that isn't a title of the locale has no effect.
  public var titleReplacements: [String: String] {
    get { shared.members.titleReplacements }
    _modify { yield &members.titleReplacements }
  }
  /// The title of a section for names that begin with a digit, such as `0–9`. If it is `nil`, such
  /// names go where their order puts them, usually in the catch-all. A name begins with a digit if
  /// its first weight is a weight of 0 to 9, as in `٣`, `３` and `½`. Under numeric ordering it must
  /// begin with a number, which excludes `½`.
  ///
  /// Without a ``sectionOrder``, the section is next to a single catch-all: before it if that is
  /// last, after it if that is first. If the catch-all is split, the section follows the one in
  /// which digits would be. In a list that ``isDescending``, it is at the other end of the letters.
  public var digitsTitle: String? {
    get { shared.members.digitsTitle }
    set { members.digitsTitle = newValue }
  }
  /// The title of a section for names that begin with an ideograph, such as `他` or `漢字` in a
  /// Japanese list, where such names have no letter. If it is `nil`, they go to the catch-all.
  ///
  /// A list that files ideographs under its letters, as Chinese lists do by reading, radical or
  /// strokes, has no such section. Korean orders ideographs by their Korean readings, so the
  /// section contains only ideographs without one. Without a ``sectionOrder``, it comes after the
  /// letters and before the digits.
  public var ideographsTitle: String? {
    get { shared.members.ideographsTitle }
    set { members.ideographsTitle = newValue }
  }
  /// The title of a section for names that begin with an emoji, such as `😀`. If it is `nil`, they
  /// go where their order puts them, usually in the catch-all. An emoji is a symbol with the
  /// property `Emoji` (UTS #51), including ❤ and ☎, but not © and ®. The order within the section
  /// is the locale's; `en-u-co-emoji` has the order that people know from keyboards.
  ///
  /// Without a ``sectionOrder``, the section follows the digits. Opening a collation with it takes
  /// some milliseconds longer.
  public var emojiTitle: String? {
    get { shared.members.emojiTitle }
    set { members.emojiTitle = newValue }
  }
  /// Letters that share a section, in the place of the first of them: `X–Z` for X, Y and Z, or `A`
  /// for A and Å. Within the section, names keep the order of their letters.
  ///
  /// A text that isn't a letter of the locale has no effect, nor has a group without letters.
  /// Opening a collation refuses a text that is in two groups.
  public var groups: [Group] {
    get { shared.members.groups }
    _modify { yield &members.groups }
  }
  /// Replacements for the titles at the side of the list, by section title: `["17劃": "17"]`. They
  /// affect neither keys nor stamps. A stored ``SectionOutline`` keeps the texts it was made with.
  /// A key that is not a title has no effect.
  public var indexTitleReplacements: [String: String] {
    get { shared.members.indexTitleReplacements }
    _modify { yield &members.indexTitleReplacements }
  }

  /// Whether the list goes from Z to A.
  ///
  /// Letters, digits and groups are then reversed, and so are the numbers of their sections.
  /// Catch-all sections keep their places: `#` stays last or first, an underflow first and an
  /// overflow last, and an inflow between the same scripts. Names descend within each section;
  /// names that collate as equal keep their order.
  ///
  /// In a ``ListKey``, the bytes of the sort key are then complemented, so a database sorts it like
  /// any other. The ``LocalizedIndexedCollation/collator`` and its sort keys still ascend.
  public var isDescending: Bool {
    get { shared.members.isDescending }
    set { members.isDescending = newValue }
  }

  /// Whether titles follow UIKit's tables where they differ from CLDR's data: no bare combining
  /// mark is a title, and the collation's `Storage` has the rest.
  var followsUIKit: Bool { shared.members.preset == .uikit }

  /// UIKit's sections: A–Z first, then the locale's own letters, and `#` at the end.
  public static let uikit = SectionLayout(
    Members(preset: .uikit, scriptOrder: .latinFirst, catchAll: .last))

  /// ICU's `AlphabeticIndex` as it is, with English labels added: CLDR's script order, separate
  /// underflow, inflow and overflow, and every label, whereas ICU by default keeps 99.
  public static let icu = SectionLayout(
    Members(preset: .icu, scriptOrder: .locale, catchAll: .split))

  private init(_ members: Members) { shared = Shared(members) }

  private enum Preset: String, Codable {
    case uikit, icu
  }

  private struct Members: Hashable, Codable {
    let preset: Preset
    var scriptOrder: ScriptOrder
    var catchAll: CatchAll
    var sectionOrder: [SectionKind]?
    var catchAllTitle: String = "#"
    var underflowTitle: String = "…"
    var inflowTitle: String = "…"
    var overflowTitle: String = "…"
    var labelLocales: [String] = []
    var customLabels: [String] = []
    var titleReplacements: [String: String] = [:]
    var digitsTitle: String?
    var ideographsTitle: String?
    var emojiTitle: String?
    var groups: [Group] = []
    var indexTitleReplacements: [String: String] = [:]
    var isDescending: Bool = false

    init(preset: Preset, scriptOrder: ScriptOrder, catchAll: CatchAll) {
      (self.preset, self.scriptOrder, self.catchAll) = (preset, scriptOrder, catchAll)
    }

    /// A missing member takes the preset's value.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let preset = try container.decodeIfPresent(Preset.self, forKey: .preset)
      self = (preset == .icu ? SectionLayout.icu : .uikit).members
      func decode<Value: Decodable>(_ key: CodingKeys, to value: inout Value) throws {
        if let decoded = try container.decodeIfPresent(Value.self, forKey: key) { value = decoded }
      }
      try decode(.scriptOrder, to: &scriptOrder)
      try decode(.catchAll, to: &catchAll)
      sectionOrder = try container.decodeIfPresent([SectionKind].self, forKey: .sectionOrder)
      try decode(.catchAllTitle, to: &catchAllTitle)
      try decode(.underflowTitle, to: &underflowTitle)
      try decode(.inflowTitle, to: &inflowTitle)
      try decode(.overflowTitle, to: &overflowTitle)
      try decode(.labelLocales, to: &labelLocales)
      try decode(.customLabels, to: &customLabels)
      try decode(.titleReplacements, to: &titleReplacements)
      digitsTitle = try container.decodeIfPresent(String.self, forKey: .digitsTitle)
      ideographsTitle = try container.decodeIfPresent(String.self, forKey: .ideographsTitle)
      emojiTitle = try container.decodeIfPresent(String.self, forKey: .emojiTitle)
      try decode(.groups, to: &groups)
      try decode(.indexTitleReplacements, to: &indexTitleReplacements)
      try decode(.isDescending, to: &isDescending)
    }
  }

  /// Unchecked because the members change only while a single layout holds them.
  private final class Shared: @unchecked Sendable {
    var members: Members

    init(_ members: Members) { self.members = members }
  }

  /// The members, behind one reference. A cache hit copies and compares the layout; doing so member
  /// by member would take more than twice the instructions.
  private var shared: Shared

  /// Changes lists in place, so appending a label doesn't copy the other labels.
  private var members: Members {
    get { shared.members }
    _modify {
      unshare()
      yield &shared.members
    }
  }

  /// Copies the members if another layout has them. Not inlined, since each property calls it.
  @inline(never)
  private mutating func unshare() {
    if !isKnownUniquelyReferenced(&shared) { shared = Shared(shared.members) }
  }

  /// Whether two layouts have equal members.
  public static func == (left: SectionLayout, right: SectionLayout) -> Bool {
    left.shared === right.shared || left.shared.members == right.shared.members
  }

  /// Hashes the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.members) }

  private static let singleKinds: [SectionKind] = [
    .normal, .ideographs, .digits, .emoji, .catchAll,
  ]

  /// All kinds of sections beside a single catch-all, in their order in the list.
  var kindsInOrder: [SectionKind] {
    let order = sectionOrder ?? (catchAll == .first ? [.catchAll, .digits, .emoji] : [])
    return order + Self.singleKinds.filter { !order.contains($0) }
  }

  /// Refuses places that this version of the library doesn't know, an order that no list can have,
  /// and long titles.
  func check() throws(CollationError) {
    // `allCases` serves only errors: creating its array takes the runtime some time.
    switch scriptOrder {
    case .latinFirst, .locale, .latinLast, .localeOnly, .labelsOnly: break
    default:
      throw CollationError(
        .invalidOption, Self.unknown("script order", scriptOrder.rawValue, ScriptOrder.allCases))
    }
    switch catchAll {
    case .last, .first, .split: break
    default:
      throw CollationError(
        .invalidOption, Self.unknown("catch-all", catchAll.rawValue, CatchAll.allCases))
    }
    if let sectionOrder {
      if catchAll == .split {
        throw CollationError(
          .invalidOption,
          "a split catch-all has no section order: expected the catch-all to be first or last")
      }
      for kind in sectionOrder where !Self.singleKinds.contains(kind) {
        throw CollationError(
          .invalidOption,
          Self.unknown("kind in the section order", kind.rawValue, Self.singleKinds))
      }
      if sectionOrder.indices.contains(where: {
        sectionOrder[..<$0].contains(sectionOrder[$0])
      }) {
        throw CollationError(
          .invalidOption, "the section order has a kind twice: expected each kind at most once")
      }
    }
    // Comparing texts with thousands of marks takes Swift quadratic time.
    let maximum = Self.maximumLabelLength
    for text in texts where text.utf8.count > maximum {
      throw CollationError(
        .labelTooCostly, "a title of \(text.utf8.count) bytes: expected at most \(maximum)")
    }
  }

  private var texts: [String] {
    [catchAllTitle, underflowTitle, inflowTitle, overflowTitle]
      + [digitsTitle, ideographsTitle, emojiTitle].compactMap { $0 }
      + groups.flatMap { [$0.title] + $0.letters }
      + [titleReplacements, indexTitleReplacements].flatMap { $0.flatMap { [$0.key, $0.value] } }
  }

  private static func unknown(
    _ what: String, _ name: String, _ known: [some RawRepresentable<String>]
  ) -> String {
    "unknown \(what) '\(name)': expected one of \(known.map(\.rawValue).joined(separator: ", "))"
  }
}

extension SectionLayout: CustomStringConvertible {
  /// The preset, the place of Latin, and the place of the catch-all or the order of sections:
  /// `uikit, latin-first, last`. A layout from Z to A adds that:
  /// `uikit, latin-first, last, descending`.
  public var description: String {
    let order = sectionOrder?.map(\.rawValue).joined(separator: " ") ?? catchAll.rawValue
    return "\(followsUIKit ? "uikit" : "icu"), \(scriptOrder.rawValue), \(order)"
      + (isDescending ? ", descending" : "")
  }
}

/// A layout is encoded with its preset. A missing member takes the preset's value.
extension SectionLayout: Codable {
  /// Decodes a layout.
  ///
  /// - Throws: Whatever the decoder throws, and `DecodingError` for a preset other than `uikit` and
  ///   `icu`.
  public init(from decoder: any Decoder) throws { self.init(try Members(from: decoder)) }

  /// Encodes a layout.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }
}
