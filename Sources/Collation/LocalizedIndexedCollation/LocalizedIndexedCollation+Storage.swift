extension LocalizedIndexedCollation {
  /// The open collation, which all values of one request share.
  final class Storage: Sendable {
    let layout: SectionLayout
    let collator: Collator
    /// The collator's order of letters alone, in which the boundaries lie.
    let primaryCollator: Collator
    let titles: [String]
    let kinds: [SectionKind]
    let index: SectionIndex
    let droppedLabels: [String]
    /// Where sections begin.
    let sectionLookup: SectionLookup

    init(collator: Collator, layout: SectionLayout) throws(CollationError) {
      let labels = try Labels(collator: collator, layout: layout)
      self.layout = layout
      self.collator = labels.collator
      primaryCollator = labels.primaryCollator

      let sections = SectionArrangement(of: labels.index.buckets, layout: layout)
      guard sections.titles.count <= Self.sectionLimit else {
        throw CollationError(
          .tooManySections,
          "\(sections.titles.count) sections: a layout has at most \(Self.sectionLimit)")
      }
      kinds = sections.kinds
      titles = zip(sections.titles, sections.kinds).map { label, kind in
        guard kind == .normal else { return label }
        let uikit =
          layout.followsUIKit
          ? UIKitTitles.title(ofLabel: label, language: labels.language) : nil
        let title = uikit ?? label
        return layout.titleReplacements[title] ?? layout.titleReplacements[label] ?? title
      }
      index = SectionIndex(titles: titles, kinds: kinds, layout: layout)
      sectionLookup = SectionLookup(
        labels.index.boundaries.map {
          (key: $0.key, section: sections.sectionOfBucket[$0.bucket])
        })
      let kept = Set(zip(sections.titles, sections.kinds).filter { $0.1 == .normal }.map(\.0))
      droppedLabels = labels.offered.filter { !kept.contains($0) }
    }

    /// The most sections there may be: their numbers take two bytes of a display key.
    private static let sectionLimit = 1 << 16 - 1

    /// The section of a sort key of any strength.
    ///
    /// - Complexity: O(log *m*) in the boundaries.
    func section(ofKey key: ArraySlice<UInt8>) -> Int {
      sectionLookup.boundaries[sectionLookup.boundary(beforeSortKey: key)].section
    }
  }
}
