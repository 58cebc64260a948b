internal import Synchronization

extension LocalizedIndexedCollation {
  /// The open collation, shared by all values of one request.
  package final class Storage: Sendable {
    let layout: SectionLayout
    let collator: Collator
    /// The collator's order of letters alone, in which the boundaries are.
    package let primaryCollator: Collator
    /// Like `primaryCollator`, but files names if `collator` does.
    let sectionCollator: Collator
    let titles: [String]
    let indexTitles: [String]
    let kinds: [SectionKind]
    /// The labels that the sources listed, and the labels that became sections.
    let (offeredLabels, keptLabels): ([String], [String])
    package let sectionLookup: SectionLookup
    /// `nil` until it is first requested.
    let stamp = Mutex<CollationStamp?>(nil)

    init(collator: Collator, layout: SectionLayout) throws(CollationError) {
      try layout.check()
      let labels = try Labels(collator: collator, layout: layout)
      self.layout = layout
      self.collator = labels.collator
      primaryCollator = labels.primaryCollator
      sectionCollator = primaryCollator

      var sections = SectionArrangement(
        of: labels.index,
        ownSections: try OwnSection.all(of: layout, beside: labels.index, by: primaryCollator),
        layout: layout)
      let letters = sections.titles.indices.filter { sections.kinds[$0] == .normal }
      keptLabels = letters.map { sections.titles[$0] }
      offeredLabels = labels.offered

      let lookup = SectionLookup(sections.boundaries, sectionCount: sections.titles.count)
      // UIKit's title for the letter ا is آ, which would be wrong as a boundary, since it has two
      // primary weights. In `ar-u-co-compat` it precedes the letter, and so isn't shown.
      func uikitTitle(of section: Int) -> String? {
        guard layout.followsUIKit, labels.language == "ar", sections.titles[section] == "ا" else {
          return nil
        }
        let title = "آ"
        let key = labels.primaryCollator.sortKey(for: title)
        return lookup.section(ofSortKey: key.bytes) == section ? title : nil
      }
      let shown = sections.titles.indices.map { section in
        let label = sections.titles[section]
        guard sections.kinds[section] == .normal else { return label }
        let title = uikitTitle(of: section) ?? label
        return layout.titleReplacements[title] ?? layout.titleReplacements[label] ?? title
      }
      try sections.show(shown, groupedBy: layout.groups)
      if layout.isDescending { sections.reverse(in: layout) }

      (titles, kinds) = (sections.titles, sections.kinds)
      let limit = ListKeyFormat.maximumSectionCount
      guard titles.count <= limit else {
        throw CollationError(
          .tooManySections, "the layout has \(titles.count) sections: expected at most \(limit)")
      }
      indexTitles = titles.map { layout.indexTitleReplacements[$0] ?? $0 }
      sectionLookup =
        layout.groups.isEmpty && !layout.isDescending
        ? lookup
        : SectionLookup(
          sections.boundaries, sectionCount: titles.count, isDescending: layout.isDescending)
    }

    /// Makes storage with the sections of `base`, for names that are filed or not.
    init(_ base: Storage, filing: (any NameFiling)?) {
      (layout, titles, indexTitles) = (base.layout, base.titles, base.indexTitles)
      (kinds, sectionLookup) = (base.kinds, base.sectionLookup)
      (offeredLabels, keptLabels) = (base.offeredLabels, base.keptLabels)
      primaryCollator = base.primaryCollator
      let (collator, primary) = (base.collator.unfiled, base.primaryCollator)
      self.collator = filing.map(collator.filed) ?? collator
      sectionCollator = filing.map(primary.filed) ?? primary
    }
  }
}
