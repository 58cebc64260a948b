import Collation
import Testing

/// Index titles, and the section that each leads to.
@Suite struct SectionIndexTests {
  /// The table in Benedict's Soapbox, "How to use UILocalizedIndexedCollation": "imagine that … the
  /// table only contains" rows in B, D and Z.
  @Test func jumpsGoToTheNearestSectionThatHasRows() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let sections = collation.sections(
      of: ["Zappa, Frank", "Brown, James", "Dylan, Bob"], hidingEmpty: true)
    #expect(sections.sectionTitles == ["B", "D", "Z"])

    let jumps = sections.sectionIndexTitles.indices.map { index in
      sections.position(forSectionIndexTitle: index).map { sections[position: $0].title }
    }
    #expect(sections.sectionIndexTitles == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init))
    #expect(
      jumps
        == ["B", "B", "B", "D"] + [String](repeating: "D", count: 21) + ["Z", "Z"])
    for index in [27, -1, .min, .max] {
      #expect(sections.position(forSectionIndexTitle: index) == nil)
      #expect(collation.section(forSectionIndexTitle: index) == nil)
    }
  }

  @Test func sectionsAreShownWithTheirNumbersPositionsAndOffsets() throws {
    let names = ["Zoe", "42", "Bob", "Adam", "ben"]
    let collation = try LocalizedIndexedCollation(locale: "en")
    let all = collation.sections(of: names)
    #expect(all.count == 27)
    #expect(all[number: 1]?.rows == ["ben", "Bob"])
    #expect(all[position: 1].offset == 1)
    #expect(all[position: 2].rows == [] && all[position: 2].offset == 3)
    #expect(all[number: 26]?.kind == .catchAll && all[number: 26]?.rows == ["42"])

    let shown = collation.sections(of: names, hidingEmpty: true)
    #expect(shown.map(\.number) == [0, 1, 25, 26] && shown.map(\.id) == [0, 1, 25, 26])
    #expect(shown.map(\.position) == [0, 1, 2, 3])
    #expect(shown.map(\.offset) == [0, 1, 3, 4])
    #expect(shown.map { $0.rows.count } == [1, 2, 1, 1])
    #expect(shown.rows == all.rows)
    #expect(shown[number: 25]?.position == 2 && shown[position: 2].number == 25)
    for number in [2, 24, 27, -1, .min, .max] { #expect(shown[number: number] == nil) }
    #expect(shown.first?.title == "A" && shown.last?.rows.first == "42")
    let indices = zip(shown.indices, shown)
    #expect(indices.allSatisfy { shown[$0] == $1 && shown[position: $1.position] == $1 })
    #expect(shown[shown.startIndex.advanced(by: 3)].title == "#")
    #expect(shown.index(shown.startIndex, offsetBy: 4) == shown.endIndex)
  }

  @Test func noRowsShowNoSectionsAndLeadNowhere() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let sections = collation.sections(of: [String](), hidingEmpty: true)
    #expect(sections.isEmpty && sections.rows.isEmpty)
    #expect(sections.position(forSectionIndexTitle: 0) == nil)
    #expect(sections.sectionIndexTitles.count == 27)
    #expect(collation.sections(of: [String]()).count == 27)
  }

  /// NSHipster: "To include the search icon … you would simply prepend … `UITableViewIndexSearch` …
  /// and adjust … to account for the single element shift." Its value is `{search}`.
  @Test func searchEntryLeadsToNoSectionAndShiftsTheRest() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let index = collation.sectionIndex(hasSearchEntry: true)
    #expect(index.map(\.title) == ["{search}"] + collation.sectionTitles)
    #expect(index.map(\.section) == [nil] + collation.sectionTitles.indices.map { $0 })
    #expect(collation.sectionIndexTitles == collation.sectionTitles)
    for index in 0..<27 { #expect(collation.section(forSectionIndexTitle: index) == index) }

    let outline = collation.sections(of: ["Bob"], hidingEmpty: true).outline
    let titles = outline.sectionIndex(hasSearchEntry: true)
    #expect(titles[0].title == "{search}" && titles[0].section == nil)
    #expect(titles[1].section?.position == 0 && titles.count == 28)
  }

  /// A thinned index never exceeds its limit and goes down the list; sections are not touched. The
  /// search entry, the first letter, the last and `#` have the first slots, in that order.
  @Test(arguments: ["en", "sv", "ja", "zh_Hant", "mt"], [false, true])
  func thinnedIndexKeepsItsEndsAndItsLimit(locale: String, search: Bool) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let full = collation.sectionIndex(hasSearchEntry: search)
    let letters = collation.sectionTitles.count - 1
    let ends = (search ? [nil] : []) + [0, letters - 1, letters]
    for limit in [.min, -1, 0, .max] + Array(1...(letters + 3)) {
      let index = collation.sectionIndex(limit: limit, hasSearchEntry: search)
      let (titles, targets) = (index.map(\.title), index.map(\.section))
      #expect(titles.count <= max(limit, 0))
      #expect(ends.prefix(max(limit, 0)).allSatisfy { targets.contains($0) }, "\(limit)")

      let sections = targets.dropFirst(search ? 1 : 0).compactMap { $0 }
      #expect(sections.count == targets.dropFirst(search ? 1 : 0).count)
      #expect(zip(sections, sections.dropFirst()).allSatisfy { $0 < $1 })
      for (title, target) in zip(titles, targets) where title != "•" && title != "{search}" {
        #expect(try collation.sectionTitles[#require(target)] == title)
      }
      // Titles and gaps take turns, so at most one slot stays empty.
      if limit >= 1 { #expect(titles.count >= min(limit, full.count) - 1) }
      if limit >= full.count { #expect(index == full) }
    }
  }

  @Test func lowLimitsKeepTheFirstLetterThenTheLastThenCatchAlls() throws {
    func titles(_ limit: Int, _ layout: SectionLayout, search: Bool = false) throws -> [String] {
      try LocalizedIndexedCollation(locale: "en", layout: layout)
        .sectionIndex(limit: limit, hasSearchEntry: search).map(\.title)
    }
    var first = SectionLayout.uikit
    first.catchAll = .first
    var split = SectionLayout.icu
    (split.underflowTitle, split.overflowTitle) = ("0–9", "他")

    #expect(try titles(0, .uikit) == [])
    #expect(try titles(1, .uikit) == ["A"])
    #expect(try titles(2, .uikit) == ["A", "Z"])
    #expect(try titles(3, .uikit) == ["A", "Z", "#"])
    #expect(try titles(3, first) == ["#", "A", "Z"])
    #expect(try titles(3, split) == ["A", "Z", "他"])
    #expect(try titles(4, split) == ["0–9", "A", "Z", "他"])
    #expect(try titles(0, .uikit, search: true) == [])
    #expect(try titles(1, .uikit, search: true) == ["{search}"])
    #expect(try titles(2, .uikit, search: true) == ["{search}", "A"])
    #expect(try titles(3, .uikit, search: true) == ["{search}", "A", "Z"])
    #expect(try titles(6, .uikit, search: true) == ["{search}", "A", "•", "Z", "#"])
  }

  @Test func splitCatchAllIsKeptWhenThinned() throws {
    let collation = try LocalizedIndexedCollation(locale: "en", layout: .icu)
    #expect(
      collation.sectionIndex(limit: 7).map(\.title) == ["…", "A", "•", "N", "•", "Z", "…"])
  }
}
