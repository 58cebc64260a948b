/// The sections of a layout, and where each begins in the order of letters.
struct SectionArrangement {
  /// The label of each letter, and the title of each other section.
  private(set) var titles: [String] = []
  private(set) var kinds: [SectionKind] = []
  /// The boundaries in ascending order; the first is empty.
  private(set) var boundaries: [SectionLookup.Boundary] = []

  /// - Parameter ownSections: The sections for characters that are not letters.
  init(of index: ICUIndex, ownSections: [OwnSection], layout: SectionLayout) {
    // If the catch-all is split, each of these follows the bucket in which its names would be.
    let bucketOfOwn = ownSections.map { own in
      index.boundaries.last { boundary in
        own.places.contains { PrimaryPlace(boundary.key) <= $0.lowerBound }
      }?.bucket
    }
    var sectionOfBucket: [Int?] = []
    func appendBuckets() {
      for (number, bucket) in index.buckets.enumerated() {
        switch (bucket.kind, layout.catchAll) {
        case (.normal, _): sectionOfBucket.append(append(bucket.label, .normal))
        case (.underflow, .split):
          sectionOfBucket.append(append(layout.underflowTitle, .underflow))
        case (.inflow, .split): sectionOfBucket.append(append(layout.inflowTitle, .inflow))
        case (.overflow, .split): sectionOfBucket.append(append(layout.overflowTitle, .overflow))
        default: sectionOfBucket.append(nil)
        }
        if layout.catchAll == .split {
          append(zip(ownSections, bucketOfOwn).filter { $0.1 == number }.map(\.0))
        }
      }
    }
    for kind in layout.catchAll == .split ? [.normal] : layout.kindsInOrder {
      switch kind {
      case .normal: appendBuckets()
      case .catchAll: append(layout.catchAllTitle, .catchAll)
      default: append(ownSections.filter { $0.kind == kind })
      }
    }
    let catchAll = kinds.firstIndex(of: .catchAll) ?? 0
    boundaries = index.boundaries.map {
      .init(key: $0.key, section: sectionOfBucket[$0.bucket] ?? catchAll)
    }
    for own in ownSections {
      guard let section = kinds.firstIndex(of: own.kind) else { continue }
      for range in own.places { give(range, to: section) }
    }
  }

  private mutating func append(_ sections: [OwnSection]) {
    for section in sections { append(section.title, section.kind) }
  }

  @discardableResult @inline(never)
  private mutating func append(_ title: String, _ kind: SectionKind) -> Int {
    titles.append(title)
    kinds.append(kind)
    return titles.count - 1
  }

  private mutating func give(_ range: Range<PrimaryPlace>, to section: Int) {
    let (start, end) = (range.lowerBound, range.upperBound)
    let behind = boundaries.last { PrimaryPlace($0.key) <= end }!.section
    let first = boundaries.firstIndex { start <= PrimaryPlace($0.key) } ?? boundaries.endIndex
    let next = boundaries.firstIndex { end < PrimaryPlace($0.key) } ?? boundaries.endIndex
    boundaries.replaceSubrange(
      first..<next,
      with: [.init(key: start.key, section: section), .init(key: end.key, section: behind)])
  }

  /// Replaces the titles, and puts the letters of each group into one section. A group may refer to
  /// a letter by label or by title.
  mutating func show(
    _ shown: [String], groupedBy groups: [SectionLayout.Group]
  ) throws(CollationError) {
    var groupOfLetter: [String: Int] = [:]
    for group in groups.indices {
      for letter in groups[group].letters {
        let other = groupOfLetter.updateValue(group, forKey: letter)
        try Self.check(letter, isIn: group, not: other, of: groups)
      }
    }
    var grouped: [(title: String, kind: SectionKind)] = []
    var sectionOfGroup = [Int?](repeating: nil, count: groups.count)
    let newSections = try shown.indices.map { (section) throws(CollationError) in
      let isLetter = kinds[section] == .normal
      let byTitle = isLetter ? groupOfLetter[shown[section]] : nil
      let byLabel = isLetter ? groupOfLetter[titles[section]] : nil
      guard let group = byTitle ?? byLabel else {
        grouped.append((shown[section], kinds[section]))
        return grouped.count - 1
      }
      try Self.check(shown[section], isIn: group, not: byLabel, of: groups)
      if let first = sectionOfGroup[group] { return first }
      sectionOfGroup[group] = grouped.count
      grouped.append((groups[group].title, .normal))
      return grouped.count - 1
    }
    (titles, kinds) = (grouped.map(\.title), grouped.map(\.kind))
    boundaries = boundaries.map { .init(key: $0.key, section: newSections[$0.section]) }
  }

  /// Reverses the letters, the sections beside them and the inflows. An underflow and a catch-all
  /// that precedes the letters come first, an overflow and any other catch-all last.
  mutating func reverse(in layout: SectionLayout) {
    let order = Self.descendingOrder(of: kinds, in: layout)
    var newSections = order
    for (newSection, section) in order.enumerated() { newSections[section] = newSection }
    (titles, kinds) = (order.map { titles[$0] }, order.map { kinds[$0] })
    boundaries = boundaries.map { .init(key: $0.key, section: newSections[$0.section]) }
  }

  /// The sections of an ascending list in the order of a descending one.
  fileprivate static func descendingOrder(
    of kinds: [SectionKind], in layout: SectionLayout
  ) -> [Int] {
    func sections(_ places: SectionKind?...) -> [Int] {
      kinds.indices.filter { places.contains(kinds[$0]) }
    }
    let precedesLetters = layout.kindsInOrder.prefix { $0 != .normal }.contains(.catchAll)
    let first = sections(.underflow, precedesLetters ? .catchAll : nil)
    let last = sections(.overflow, precedesLetters ? nil : .catchAll)
    let middle = sections(.normal, .ideographs, .digits, .emoji, .inflow)
    return first + middle.reversed() + last
  }

  private static func check(
    _ letter: String, isIn group: Int, not other: Int?, of groups: [SectionLayout.Group]
  ) throws(CollationError) {
    guard let other, other != group else { return }
    throw CollationError(
      .invalidOption,
      "letter '\(letter)' is in two groups, '\(groups[other].title)' and "
        + "'\(groups[group].title)': keep it in one of them")
  }
}

extension LocalizedIndexedCollation {
  /// The numbers of an ascending collation's sections in the order of a descending list.
  package var sectionNumbersDescending: [Int] {
    SectionArrangement.descendingOrder(of: sectionKinds, in: layout)
  }
}
