import CollationTestSupport
import Testing

@testable import Collation

/// Sections in the order that a layout asks for.
@Suite struct SectionOrderTests {
  /// The titles and sample names of each kind, in the order of a list without a section order.
  private static let kinds: [(kind: SectionKind, titles: [String], names: [String])] = [
    (.normal, latin, ["adam", "Ärla", "Zorn"]), (.ideographs, ["他"], ["田中", "一"]),
    (.digits, ["0–9"], ["42", "٣"]), (.emoji, ["😀"], ["😀", "❤️ Anna"]),
    (.catchAll, ["#"], ["", "(x)", "$5", "Жук"]),
  ]

  private static func open(
    isDescending: Bool = false, _ change: (inout SectionLayout) -> Void
  ) throws -> LocalizedIndexedCollation {
    var layout = SectionLayout.uikit
    (layout.digitsTitle, layout.ideographsTitle, layout.emojiTitle) = ("0–9", "他", "😀")
    layout.isDescending = isDescending
    change(&layout)
    return try LocalizedIndexedCollation(locale: "en", layout: layout)
  }

  private static func permutations(of kinds: [SectionKind]) -> [[SectionKind]] {
    if kinds.isEmpty { return [[]] }
    return kinds.flatMap { first in
      permutations(of: kinds.filter { $0 != first }).map { [first] + $0 }
    }
  }

  /// The order of a descending list: all is reversed, but the catch-all stays before the letters or
  /// at the end.
  private static func reversed(_ order: [SectionKind]) -> [SectionKind] {
    let others = order.filter { $0 != .catchAll }.reversed()
    let isFirst = order.firstIndex(of: .catchAll)! < order.firstIndex(of: .normal)!
    return isFirst ? [.catchAll] + others : others + [.catchAll]
  }

  private static func titles(_ order: [SectionKind], isDescending: Bool = false) -> [String] {
    (isDescending ? reversed(order) : order).flatMap { kind in
      let titles = kinds.first { $0.kind == kind }!.titles
      return isDescending ? titles.reversed() : titles
    }
  }

  @Test(arguments: [false, true]) func everyOrderIsFollowed(isDescending: Bool) throws {
    let names = Self.kinds.flatMap(\.names)
    for order in Self.permutations(of: Self.kinds.map(\.kind)) {
      let collation = try Self.open(isDescending: isDescending) { $0.sectionOrder = order }
      let titles = Self.titles(order, isDescending: isDescending)
      #expect(collation.sectionTitles == titles)
      for (kind, ofKind, names) in Self.kinds where kind != .normal {
        for name in names {
          #expect(collation.section(for: name) == titles.firstIndex(of: ofKind[0]), "\(name)")
        }
      }
      for (name, title) in zip(Self.kinds[0].names, ["A", "A", "Z"]) {
        #expect(collation.section(for: name) == titles.firstIndex(of: title), "\(name)")
      }
      let keys = collation.listKeys(of: NameList(names))
      let rows = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      #expect(collation.sections(of: NameList(names)).rows == rows)

      let ascending = try Self.open { $0.sectionOrder = order }
      #expect(
        ascending.sectionNumbersDescending.map { ascending.sectionTitles[$0] }
          == Self.titles(order, isDescending: true))
    }
  }

  /// An order takes the place of a first or last catch-all.
  @Test(arguments: [SectionLayout.CatchAll.last, .first])
  func kindsThatAreLeftOutComeLast(catchAll: SectionLayout.CatchAll) throws {
    let orders: [([SectionKind], [SectionKind])] = [
      ([], [.normal, .ideographs, .digits, .emoji, .catchAll]),
      ([.emoji, .digits], [.emoji, .digits, .normal, .ideographs, .catchAll]),
      ([.catchAll, .normal], [.catchAll, .normal, .ideographs, .digits, .emoji]),
      ([.digits, .normal, .catchAll], [.digits, .normal, .catchAll, .ideographs, .emoji]),
    ]
    for (order, all) in orders {
      let collation = try Self.open {
        $0.catchAll = catchAll
        $0.sectionOrder = order
      }
      #expect(collation.sectionTitles == Self.titles(all))
    }
  }

  /// A list that has the order anyway is the same list.
  @Test(arguments: [false, true]) func withoutAnOrderTheCatchAllDeterminesIt(
    isDescending: Bool
  ) throws {
    let orders: [(SectionLayout.CatchAll, [SectionKind])] = [
      (.last, [.normal, .ideographs, .digits, .emoji, .catchAll]),
      (.first, [.catchAll, .digits, .emoji, .normal, .ideographs]),
    ]
    for (catchAll, order) in orders {
      let collation = try Self.open(isDescending: isDescending) { $0.catchAll = catchAll }
      #expect(collation.sectionTitles == Self.titles(order, isDescending: isDescending))
      let asked = try Self.open(isDescending: isDescending) { $0.sectionOrder = order }
      #expect(asked.stamp == collation.stamp)
    }
  }

  @Test(arguments: [
    ([SectionKind.digits, .normal, .digits], SectionLayout.CatchAll.last, "twice"),
    ([.underflow], .last, "underflow"), ([.inflow], .first, "inflow"),
    ([.overflow], .last, "overflow"), ([.init(rawValue: "x")], .last, "normal, ideographs"),
    ([.digits], .split, "first or last"),
  ])
  func ordersThatNoListHasAreRefused(
    order: [SectionKind], catchAll: SectionLayout.CatchAll, text: String
  ) throws {
    let error = #expect(throws: CollationError.self) {
      try Self.open {
        $0.catchAll = catchAll
        $0.sectionOrder = order
      }
    }
    #expect(error?.code == .invalidOption)
    #expect(error?.description.contains(text) == true)
  }
}
