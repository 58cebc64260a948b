import Testing

@testable import Collation

/// Where sections begin, against a walk along ICU's boundaries.
@Suite struct SectionArrangementTests {
  private static func layout(_ catchAll: SectionLayout.CatchAll) -> SectionLayout {
    var layout = SectionLayout.uikit
    layout.catchAll = catchAll
    (layout.underflowTitle, layout.inflowTitle, layout.overflowTitle) = ("<", "^", ">")
    return layout
  }

  /// The buckets of Latin and Cyrillic, with an inflow between the two.
  private let index: ICUIndex

  init() throws {
    index = try Labels(collator: Collator(locale: "ru"), layout: Self.layout(.last)).index
  }

  /// Sections of their own within a bucket, from one boundary to the next, and over several.
  private var ownSections: [OwnSection] {
    let keys = index.boundaries.map(\.key)
    func range(_ start: [UInt8], _ end: [UInt8]) -> Range<PrimaryPlace> {
      PrimaryPlace(start)..<PrimaryPlace(end)
    }
    return [
      OwnSection(
        title: "ideographs", kind: .ideographs, places: [range(keys[4] + [9], keys[4] + [11])]),
      OwnSection(
        title: "digits", kind: .digits,
        places: [range(keys[6], keys[7]), range(keys[8] + [9], keys[8] + [10])]),
      OwnSection(title: "emoji", kind: .emoji, places: [range(keys[10] + [9], keys[13] + [9])]),
    ]
  }

  /// Keys at all boundaries, right before and behind them.
  private var keys: [[UInt8]] {
    let bounds =
      index.boundaries.map(\.key)
      + ownSections.flatMap(\.places).flatMap { [$0.lowerBound.key, $0.upperBound.key] }
    return bounds.flatMap { key -> [[UInt8]] in
      guard let last = key.last else { return [[], [3]] }
      let beginning = Array(key.dropLast())
      return [key, key + [3], key + [0xFF], beginning + [last - 1, 0xFF], beginning]
    }
  }

  private func bucket(of key: [UInt8]) -> ICUIndex.Bucket {
    index.buckets[index.boundaries.last { !key.lexicographicallyPrecedes($0.key) }!.bucket]
  }

  private func title(of key: [UInt8], _ catchAll: SectionLayout.CatchAll) -> String {
    for own in ownSections where own.places.contains(where: { $0.contains(PrimaryPlace(key)) }) {
      return own.title
    }
    let bucket = bucket(of: key)
    return switch bucket.kind {
    case .normal: bucket.label
    case _ where catchAll != .split: "#"
    case .underflow: "<"
    case .inflow: "^"
    case .overflow: ">"
    }
  }

  private func titles(of keys: [[UInt8]], _ sections: SectionArrangement) -> [String] {
    keys.map { key in
      let boundary = sections.boundaries.last { !key.lexicographicallyPrecedes($0.key) }!
      return sections.titles[boundary.section]
    }
  }

  private func arrangement(_ catchAll: SectionLayout.CatchAll) -> SectionArrangement {
    SectionArrangement(of: index, ownSections: ownSections, layout: Self.layout(catchAll))
  }

  @Test(arguments: SectionLayout.CatchAll.allCases)
  func namesLieInTheirSections(catchAll: SectionLayout.CatchAll) {
    let sections = arrangement(catchAll)
    #expect(sections.titles.count == sections.kinds.count)
    #expect(titles(of: keys, sections) == keys.map { title(of: $0, catchAll) })
    let order = zip(sections.boundaries, sections.boundaries.dropFirst())
    #expect(order.allSatisfy { !$1.key.lexicographicallyPrecedes($0.key) })
    let letters = index.buckets.filter { $0.kind == .normal }.map(\.label)
    switch catchAll {
    case .last: #expect(sections.titles == letters + ["ideographs", "digits", "emoji", "#"])
    case .first: #expect(sections.titles == ["#", "digits", "emoji"] + letters + ["ideographs"])
    default:
      // Each stands behind the bucket in which its last names begin.
      var expected = index.buckets.map { bucket in
        bucket.kind == .normal
          ? bucket.label : bucket.kind == .underflow ? "<" : bucket.kind == .inflow ? "^" : ">"
      }
      for own in ownSections {
        let bucket = bucket(of: own.places.last!.lowerBound.key)
        expected.insert(own.title, at: expected.firstIndex(of: bucket.label)! + 1)
      }
      #expect(sections.titles == expected)
    }
  }

  /// Names keep their sections, which stand in the opposite order; catch-alls at an end stay there.
  @Test(arguments: SectionLayout.CatchAll.allCases)
  func reversed(catchAll: SectionLayout.CatchAll) {
    var sections = arrangement(catchAll)
    let (titles, kinds) = (sections.titles, sections.kinds)
    var expected = titles
    expected[(catchAll == .last ? 0 : 1)..<(titles.count - (catchAll == .first ? 0 : 1))].reverse()
    sections.reverse(in: Self.layout(catchAll))
    #expect(sections.titles == expected)
    #expect(self.titles(of: keys, sections) == keys.map { title(of: $0, catchAll) })
    sections.reverse(in: Self.layout(catchAll))
    #expect(sections.titles == titles && sections.kinds == kinds)
  }

  /// A group is found by the title or the label of a letter, and stands where its first one stood.
  @Test func grouped() throws {
    var sections = arrangement(.last)
    let shown = sections.titles.map { ["Y": "Why", "Б": "B."][$0] ?? $0 }
    let groups = [
      SectionLayout.Group(title: "X–Z", letters: ["Z", "Why", "X"]),
      SectionLayout.Group(title: "А, Б", letters: ["Б", "А"]),
    ]
    try sections.show(shown, groupedBy: groups)
    let groupOfTitle = ["X": "X–Z", "Y": "X–Z", "Z": "X–Z", "А": "А, Б", "Б": "А, Б"]
    #expect(
      titles(of: keys, sections)
        == keys.map { title(of: $0, .last) }.map { groupOfTitle[$0] ?? $0 })
    var expected: [String] = []
    for title in arrangement(.last).titles.map({ groupOfTitle[$0] ?? $0 })
    where !expected.contains(title) { expected.append(title) }
    #expect(sections.titles == expected)
    #expect(throws: CollationError.self) {
      var sections = arrangement(.last)
      try sections.show(shown, groupedBy: groups + [.init(title: "Y", letters: ["Y"])])
    }
  }
}
