/// Which sections there are, in which order, and what they are called.
///
/// Begin with a preset, ``uikit`` or ``icu``, and change what has to be different:
///
/// ```swift
/// var layout = SectionLayout.uikit
/// layout.scriptOrder = .locale
/// layout.indexTitleLimit = 15
/// let collation = try LocalizedIndexedCollation(locale: "ja", layout: layout)
/// ```
public struct SectionLayout: Hashable, Sendable {
  /// Where Latin stands among the scripts of an index whose own letters are not Latin.
  public enum ScriptOrder: String, Hashable, Sendable, CaseIterable {
    /// A–Z, then the locale's own letters. The scripts collate in that order too.
    case latinFirst = "latin-first"
    /// The order in which CLDR has the locale's scripts collate.
    case locale
    /// The locale's own letters, then A–Z. The scripts collate in that order too.
    case latinLast = "latin-last"
    /// The locale's own letters only; nothing is added.
    case none
  }

  /// Where the names go that begin with none of the letters.
  public enum CatchAll: String, Hashable, Sendable, CaseIterable {
    /// One section, the last.
    case last
    /// One section, the first.
    case first
    /// ICU's underflow, inflows and overflow, each in its place.
    case split
  }

  /// Where Latin stands.
  ///
  /// It has no effect on a locale whose letters are Latin, on one whose Chinese tailoring brings
  /// labels of its own (strokes stay before A–Z), or beside ``CollatorOptions/reorderCodes``.
  public var scriptOrder: ScriptOrder
  /// Where the names go that begin with none of the letters.
  public var catchAll: CatchAll
  /// The title of the one catch-all section.
  public var catchAllTitle = "#"
  /// The title of a split catch-all's underflow.
  public var underflowTitle = "…"
  /// The title of a split catch-all's inflows.
  public var inflowTitle = "…"
  /// The title of a split catch-all's overflow.
  public var overflowTitle = "…"
  /// Locales whose letters are added. ICU: `AlphabeticIndex::addLabels(const Locale &, …)`
  public var labelLocales: [String] = []
  /// Labels that are added. One of several letters is kept if it sorts apart from its letters, or
  /// ends in `*`: `Sch*`. ICU: `AlphabeticIndex::addLabels(const UnicodeSet &, …)`
  public var customLabels: [String] = []
  /// Other texts for the titles of letters, by the title or the label they replace; the sections stay
  /// as they are. A key that is no title of a locale has no effect on it.
  public var titleReplacements: [String: String] = [:]
  /// The most index titles there may be; `nil` for one to each section.
  ///
  /// Beyond it, some make room for a `•` that stands for those between its neighbours. The titles of
  /// the first and the last letter, and of the catch-all sections at either end, are kept even where
  /// the limit is too low for them. Sections are not touched.
  public var indexTitleLimit: Int?
  /// Whether the first index title is `{search}`, which stands for the search field over the list and
  /// leads to no section.
  public var hasSearchEntry = false
  /// Whether a grouping leaves out the sections that have no rows.
  public var hidesEmptySections = false

  /// Whether titles are as UIKit shows them, where its tables and CLDR's data differ: no combining
  /// mark is a title by itself, and `UIKitTitles` says the rest.
  let followsUIKit: Bool

  /// UIKit's manner: A–Z first, then the locale's own letters, one `#` at the end.
  public static let uikit = SectionLayout(
    scriptOrder: .latinFirst, catchAll: .last, followsUIKit: true)

  /// ICU's `AlphabeticIndex` with English labels added, as it is: CLDR's order of scripts, underflow,
  /// inflow and overflow apart, and every label that ICU makes.
  public static let icu = SectionLayout(
    scriptOrder: .locale, catchAll: .split, followsUIKit: false)

  private init(scriptOrder: ScriptOrder, catchAll: CatchAll, followsUIKit: Bool) {
    self.scriptOrder = scriptOrder
    self.catchAll = catchAll
    self.followsUIKit = followsUIKit
  }
}
