public import Collation

extension LocalizedIndexedCollation {
  /// Opens a locale's collation that files names before it collates them. ICU: `ucol_open`,
  /// `AlphabeticIndex`
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 language tag (`zh-u-co-stroke`) or an ICU identifier (`sv_SE`), in any
  ///     letter case.
  ///   - options: The options, which override the locale's own; by default none does.
  ///   - layout: The sections, their order and their titles; UIKit's by default.
  ///   - filing: Which text is collated for each name.
  /// - Throws: A `CollationError`, as thrown by the core's initializer, or if the rules are
  ///   invalid.
  /// - Complexity: As for `filed(by:)`.
  public init(
    locale: String, options: CollatorOptions = CollatorOptions(), layout: SectionLayout = .uikit,
    filing: FilingRules
  ) throws(CollationError) {
    self = try LocalizedIndexedCollation(locale: locale, options: options, layout: layout)
      .filed(by: filing)
  }

  /// Returns a collation with these sections that files names before it collates them.
  ///
  /// - Throws: A `CollationError` if the rules are invalid.
  /// - Complexity: As for `Collator.filed(by:)`.
  public func filed(by rules: FilingRules) throws(CollationError) -> LocalizedIndexedCollation {
    rules.areAsShown ? unfiled : filed(by: try Filing(rules, for: collator.unfiled))
  }

  // MARK: One name

  /// Returns the section number of a name that is filed by its parts.
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the parts and the number of sections.
  @_effects(releasenone)
  public func section(for parts: NameParts) -> Int {
    collator.filingOfParts.withFiledText(of: parts) { text, _, _ in section(ofCollated: text) }
  }

  /// Returns the list key of a name that is filed by its parts. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the parts and the number of sections.
  @_effects(releasenone)
  public func listKey(for parts: NameParts) -> ListKey {
    collator.filingOfParts.withFiledText(of: parts) { text, shown, isSame in
      listKey(of: text, shownAs: shown, isSame: isSame)
    }
  }

  // MARK: Many names

  /// Groups elements into sections by the parts of their names, and sorts each section.
  ///
  /// ```swift
  /// collation.sections(of: people, filedBy: { NameParts($0.name, reading: $0.reading) })
  /// ```
  ///
  /// Each name is sorted by its filed text: the part that ``NameParts`` selects, changed by the
  /// collation's rules if they apply to that kind of part. The shown text doesn't change: the rows
  /// are the elements themselves. A name whose filed text begins with *B* is in section B, whatever
  /// its shown text begins with. Names whose filed texts collate as equal are ordered by their
  /// shown texts, a name filed as it is shown first, and otherwise keep their order. The order
  /// agrees with `listKey(for:)` of the parts: a key consists of the section, the sort key of the
  /// filed text and, if the shown text differs, the sort key of the shown text. So a stored list
  /// and this one agree.
  ///
  /// To share the work among tasks, make a `NameList` of the elements.
  ///
  /// - Parameters:
  ///   - elements: The elements to group, which become the rows.
  ///   - parts: The parts of an element's name, read once: a closure or a key path.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  /// - Throws: Whatever `parts` throws.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sections<Element, Failure: Error>(
    of elements: some Sequence<Element>, filedBy parts: (Element) throws(Failure) -> NameParts,
    hidingEmpty hidesEmptySections: Bool = false
  ) throws(Failure) -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = try NameList(elements, filedBy: parts)
    return sections(of: elements, named: names, hidingEmpty: hidesEmptySections)
  }
}
