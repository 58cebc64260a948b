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
    /// From which key on names lie in a section, in ascending order; the first key is empty.
    let boundaries: [(key: [UInt8], section: Int)]
    /// The same for many names.
    let sectionLookup: SectionLookup

    init(collator: Collator, layout: SectionLayout) throws(CollationError) {
      let labels = try Labels(collator: collator, layout: layout)
      self.layout = layout
      self.collator = labels.collator
      primaryCollator = labels.primaryCollator

      let sections = SectionArrangement(of: labels.index.buckets, layout: layout)
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
      boundaries = labels.index.boundaries.map {
        (key: $0.key, section: sections.sectionOfBucket[$0.bucket])
      }
      sectionLookup = SectionLookup(boundaries)
      let kept = Set(zip(sections.titles, sections.kinds).filter { $0.1 == .normal }.map(\.0))
      droppedLabels = labels.offered.filter { !kept.contains($0) }
    }

    /// The section of a sort key. The bytes of a key's first level are those of its primary key, and
    /// what follows them (0, or 1 between levels) is less than any byte of a weight: so a key of any
    /// strength compares with the boundaries as its primary key does.
    ///
    /// - Complexity: O(log *m*) in the boundaries.
    func section(ofKey key: ArraySlice<UInt8>) -> Int {
      let after = partitioningIndex(boundaries.indices) {
        key.lexicographicallyPrecedes(boundaries[$0].key)
      }
      return boundaries[after - 1].section
    }
  }
}
