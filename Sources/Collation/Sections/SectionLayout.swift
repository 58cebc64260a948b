/// The sections of a list: which there are, in which order, and what they are called.
///
/// Begin with a preset, ``uikit`` or ``icu``, and change what has to be different:
///
/// ```swift
/// var layout = SectionLayout.uikit
/// layout.scriptOrder = .locale
/// let collation = try LocalizedIndexedCollation(locale: "ja", layout: layout)
/// ```
///
/// A layout has all that decides on the section of a name: two collations with one order and one
/// layout have one ``CollationStamp``. It also has the texts of titles. How many index titles show,
/// and whether empty sections do, are arguments of the calls that draw.
public struct SectionLayout: Hashable, Sendable {
  /// The place of Latin among the scripts of an index whose own letters are not Latin. More places
  /// may come.
  public struct ScriptOrder: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    /// The name of the place.
    public let rawValue: String

    /// Makes a place of its name. A collation is not opened with a name that the library does not
    /// know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A–Z, then the locale's own letters. The scripts collate in that order too.
    public static let latinFirst = ScriptOrder(rawValue: "latin-first")
    /// The order in which CLDR has the locale's scripts collate.
    public static let locale = ScriptOrder(rawValue: "locale")
    /// The locale's own letters, then A–Z. The scripts collate in that order too.
    public static let latinLast = ScriptOrder(rawValue: "latin-last")
    /// The locale's own letters only; no others are added.
    public static let localeOnly = ScriptOrder(rawValue: "locale-only")

    /// The places that this version of the library knows.
    public static let allCases: [ScriptOrder] = [.latinFirst, .locale, .latinLast, .localeOnly]
  }

  /// The place of names that begin with none of the letters: before the first letter of a script,
  /// after the end of a letter's script, or in a script without letters. More places may come.
  public struct CatchAll: RawRepresentable, Hashable, Sendable, Codable, CaseIterable {
    /// The name of the place.
    public let rawValue: String

    /// Makes a place of its name. A collation is not opened with a name that the library does not
    /// know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One section, the last.
    public static let last = CatchAll(rawValue: "last")
    /// One section, the first.
    public static let first = CatchAll(rawValue: "first")
    /// ICU's underflow, inflows and overflow, each in its place. Where ``ScriptOrder`` moves Latin,
    /// an inflow parts it from each script beside it.
    public static let split = CatchAll(rawValue: "split")

    /// The places that this version of the library knows.
    public static let allCases: [CatchAll] = [.last, .first, .split]
  }

  /// Several letters in one section.
  public struct Group: Hashable, Sendable, Codable {
    /// The title of the section.
    public var title: String
    /// The letters, by their titles or labels.
    public var letters: [String]

    /// Makes a group of letters.
    public init(title: String, letters: [String]) {
      self.title = title
      self.letters = letters
    }
  }

  /// The place of Latin.
  ///
  /// The place has no effect on an index that has Latin letters of its own, on a Chinese one that
  /// has strokes or radicals, which stay before A–Z, or beside ``CollatorOptions/reorderCodes``.
  /// But ``ScriptOrder/localeOnly`` takes the English letters away that a locale does not list,
  /// such as Q, W and X in Lithuanian, and A–Z after strokes.
  public var scriptOrder: ScriptOrder {
    get { shared.members.scriptOrder }
    set { members.scriptOrder = newValue }
  }
  /// The place of names that begin with none of the letters.
  public var catchAll: CatchAll {
    get { shared.members.catchAll }
    set { members.catchAll = newValue }
  }
  /// The title of the one catch-all section.
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
  /// Locales whose letters are added. ICU: `AlphabeticIndex::addLabels(const Locale &, …)`
  public var labelLocales: [String] {
    get { shared.members.labelLocales }
    _modify { yield &members.labelLocales }
  }
  /// Labels that are added. A label of several letters is kept if it sorts apart from its letters,
  /// or ends in `*`: `Sch*`. ICU: `AlphabeticIndex::addLabels(const UnicodeSet &, …)`
  ///
  /// ``LocalizedIndexedCollation/droppedLabels`` has the labels that are not kept. A layout with
  /// more than 8,192 labels of several letters is refused when a collation is opened. So is a label
  /// of more than ``maximumLabelLength`` bytes, and one with more than sixteen combining marks in a
  /// row or with marks for which ICU would not return.
  public var customLabels: [String] {
    get { shared.members.customLabels }
    _modify { yield &members.customLabels }
  }
  /// The most UTF-8 bytes of a label or a title: more than a list has room for.
  public static let maximumLabelLength = 256
  /// Other texts for the titles of letters, by the title or the label that they replace. The
  /// sections stay as they are. A key that is no title of a locale has no effect on that locale.
  public var titleReplacements: [String: String] {
    get { shared.members.titleReplacements }
    _modify { yield &members.titleReplacements }
  }
  /// The title of a section for the names that begin with a digit, such as `0–9`; without a title,
  /// such names lie where their order has them, most often in the catch-all. A name begins with a
  /// digit if its first weight is that of one of 0 to 9: `٣`, `３` and `½` do. Under numeric
  /// ordering a name begins with a number instead, as `½` does not.
  ///
  /// The section stands beside the one catch-all section, before the last or after the first. If
  /// the catch-all is split, it stands after the section that digits would lie in. In a list that
  /// ``isDescending`` it stands at the other end of the letters.
  public var digitsTitle: String? {
    get { shared.members.digitsTitle }
    set { members.digitsTitle = newValue }
  }
  /// The title of a section for the names that begin with an ideograph, such as `他` or `漢字` in a
  /// Japanese list, where such names have no letter; without a title, they lie in the catch-all.
  ///
  /// A list whose letters have ideographs, as the Chinese ones do by reading, radical or strokes,
  /// has no such section. Korean orders ideographs by their Korean readings, so that the section
  /// has only those without one. The section stands after the letters, before that of digits.
  public var ideographsTitle: String? {
    get { shared.members.ideographsTitle }
    set { members.ideographsTitle = newValue }
  }
  /// The title of a section for the names that begin with an emoji, such as `😀`; without a title,
  /// they lie where their order has them, most often in the catch-all. An emoji is a symbol with
  /// the property `Emoji` (UTS #51), ❤ and ☎ too, other than © and ®. The order of names stays:
  /// `emoji` as the locale's order (`en-u-co-emoji`) has the one that people know from keyboards.
  ///
  /// The section stands after that of digits. To open a collation with it takes ICU some
  /// milliseconds more.
  public var emojiTitle: String? {
    get { shared.members.emojiTitle }
    set { members.emojiTitle = newValue }
  }
  /// Letters that share a section, which stands where the first of them would stand: `X–Z` for X, Y
  /// and Z, or `A` for A and Å. Within the section, names keep the order of their letters.
  ///
  /// A text that is no letter of a locale has no effect on that locale, and neither has a group
  /// without a letter. A collation is not opened if one text is in two groups.
  public var groups: [Group] {
    get { shared.members.groups }
    _modify { yield &members.groups }
  }
  /// Other texts for the titles at the side of the list, by the section title: `["17劃": "17"]`.
  /// No key and no stamp depends on them. A ``SectionOutline`` that is kept has the texts with
  /// which it was made. A key that is no title has no effect.
  public var indexTitleReplacements: [String: String] {
    get { shared.members.indexTitleReplacements }
    _modify { yield &members.indexTitleReplacements }
  }

  /// Whether the list goes from Z to A.
  ///
  /// Letters, digits and groups then stand in the opposite order, so that sections have other
  /// numbers. Catch-all sections keep their places: `#` stays the last or the first, an underflow
  /// the first and an overflow the last, while an inflow stays between the same scripts. Within
  /// each section names descend, and names that collate as equal keep the order of input.
  ///
  /// A ``ListKey`` has the bytes of its sort key complemented, so that a database sorts it as
  /// any other. The ``LocalizedIndexedCollation/collator`` and its sort keys ascend as before.
  public var isDescending: Bool {
    get { shared.members.isDescending }
    set { members.isDescending = newValue }
  }

  /// Whether titles are as UIKit shows them, where its tables and CLDR's data differ: no combining
  /// mark is a title by itself, and `UIKitTitles` says the rest.
  var followsUIKit: Bool { shared.members.preset == .uikit }

  /// UIKit's manner: A–Z first, then the locale's own letters, one `#` at the end.
  public static let uikit = SectionLayout(
    Members(preset: .uikit, scriptOrder: .latinFirst, catchAll: .last))

  /// ICU's `AlphabeticIndex` with English labels added, as it is: CLDR's order of scripts,
  /// underflow, inflow and overflow apart, and every label, where ICU by default keeps 99.
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

    /// A member that is missing is the preset's.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let preset = try container.decodeIfPresent(Preset.self, forKey: .preset)
      self = (preset == .icu ? SectionLayout.icu : .uikit).members
      func decode<Value: Decodable>(_ key: CodingKeys, to value: inout Value) throws {
        if let decoded = try container.decodeIfPresent(Value.self, forKey: key) { value = decoded }
      }
      try decode(.scriptOrder, to: &scriptOrder)
      try decode(.catchAll, to: &catchAll)
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

  /// Unchecked because the members are changed only while one layout alone has them.
  private final class Shared: @unchecked Sendable {
    var members: Members

    init(_ members: Members) { self.members = members }
  }

  /// The members behind one reference: to open what was opened before takes a copy of the layout
  /// and a comparison, which would take as long as all else.
  private var shared: Shared

  /// Lists are changed in place: to append a label copies none of those that are there.
  private var members: Members {
    get { shared.members }
    _modify {
      if !isKnownUniquelyReferenced(&shared) { shared = Shared(shared.members) }
      yield &shared.members
    }
  }

  /// Whether all that two layouts say is the same.
  public static func == (left: SectionLayout, right: SectionLayout) -> Bool {
    left.shared === right.shared || left.shared.members == right.shared.members
  }

  /// Hashes all that the layout says.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.members) }

  /// Refuses names of places that this version of the library does not know, and long titles.
  func check() throws(CollationError) {
    // The lists of all are for the errors: to make their arrays takes the runtime some time.
    switch scriptOrder {
    case .latinFirst, .locale, .latinLast, .localeOnly: break
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
    // To compare texts with thousands of marks takes Swift the square of their number.
    let maximum = Self.maximumLabelLength
    for text in texts where text.utf8.count > maximum {
      throw CollationError(
        .labelTooCostly, "a title of \(text.utf8.count) bytes: expected at most \(maximum)")
    }
  }

  /// All titles, and the texts that stand for titles.
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
  /// The preset, and the places of Latin and of the catch-all: `uikit, latin-first, last`. A layout
  /// from Z to A says so: `uikit, latin-first, last, descending`.
  public var description: String {
    "\(followsUIKit ? "uikit" : "icu"), \(scriptOrder.rawValue), \(catchAll.rawValue)"
      + (isDescending ? ", descending" : "")
  }
}

/// A layout is coded with its preset. A member that is missing is the preset's.
extension SectionLayout: Codable {
  /// Decodes a layout.
  ///
  /// - Throws: What the decoder throws, and `DecodingError` for a preset other than `uikit` and
  ///   `icu`.
  public init(from decoder: any Decoder) throws { self.init(try Members(from: decoder)) }

  /// Encodes a layout.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }
}
