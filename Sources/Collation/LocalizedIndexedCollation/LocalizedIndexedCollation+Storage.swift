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
    private let boundaries: [(key: [UInt8], section: Int)]

    init(collator: Collator, layout: SectionLayout) throws(CollationError) {
      let labels = try Labels(collator: collator, layout: layout)
      self.layout = layout
      self.collator = labels.collator
      primaryCollator = labels.primaryCollator

      let sections = Sections(of: labels.index.buckets, layout: layout)
      titles = sections.titles.map { title in
        layout.titleReplacements[title]
          ?? (layout.followsUIKit ? uikitTitles[labels.language]?[title] : nil) ?? title
      }
      kinds = sections.kinds
      index = SectionIndex(titles: titles, kinds: kinds, layout: layout)
      boundaries = labels.index.boundaries.map {
        (key: $0.key, section: sections.sectionOfBucket[$0.bucket])
      }
      let kept = Set(sections.titles)
      droppedLabels = labels.offered.filter { !kept.contains($0) }
    }

    /// The section of a sort key. The bytes of a key's first level are those of its primary key, and
    /// what follows them (0, or 1 between levels) is less than any byte of a weight: so a key of any
    /// strength compares with the boundaries as its primary key does.
    ///
    /// - Complexity: O(log *m*) in the boundaries.
    func section(ofKey key: ArraySlice<UInt8>) -> Int {
      var low = 0
      var high = boundaries.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if key.lexicographicallyPrecedes(boundaries[middle].key) {
          high = middle
        } else {
          low = middle
        }
      }
      return boundaries[low].section
    }
  }
}

/// Titles that UIKit's tables have in place of CLDR's letter, by language. آ would be wrong as a
/// boundary, since it has two primary weights, but it is what UIKit shows.
private let uikitTitles: [String: [String: String]] = ["ar": ["ا": "آ"]]

/// ICU's buckets in the order of a layout.
private struct Sections {
  var titles: [String] = []
  var kinds: [SectionKind] = []
  var sectionOfBucket: [Int] = []

  init(of buckets: [ICUIndex.Bucket], layout: SectionLayout) {
    if layout.catchAll == .first { append(layout.catchAllTitle, .catchAll) }
    let letters = buckets.count { $0.kind == .normal }
    for bucket in buckets {
      switch (bucket.kind, layout.catchAll) {
      case (.normal, _): sectionOfBucket.append(append(bucket.label, .normal))
      case (.underflow, .split):
        sectionOfBucket.append(append(layout.underflowTitle, .underflow))
      case (.inflow, .split): sectionOfBucket.append(append(layout.inflowTitle, .inflow))
      case (.overflow, .split): sectionOfBucket.append(append(layout.overflowTitle, .overflow))
      case (_, .first): sectionOfBucket.append(0)
      case (_, .last): sectionOfBucket.append(letters)
      }
    }
    if layout.catchAll == .last { append(layout.catchAllTitle, .catchAll) }
  }

  @discardableResult
  private mutating func append(_ title: String, _ kind: SectionKind) -> Int {
    titles.append(title)
    kinds.append(kind)
    return titles.count - 1
  }
}
