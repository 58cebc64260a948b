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

    let index = sections.indexTitles()
    let jumps = index.map { $0.section.map { sections[$0.position].title } }
    #expect(index.map(\.title) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init))
    #expect(
      jumps
        == ["B", "B", "B", "D"] + [String](repeating: "D", count: 21) + ["Z", "Z"])
    for index in [27, -1, .min, .max] {
      #expect(collation.section(forSectionIndexTitle: index) == nil)
    }
  }

  @Test func sectionsAreShownWithTheirNumbersPositionsAndOffsets() throws {
    let names = ["Zoe", "42", "Bob", "Adam", "ben"]
    let collation = try LocalizedIndexedCollation(locale: "en")
    let all = collation.sections(of: names)
    #expect(all.count == 27)
    #expect(all[number: 1].map(Array.init) == ["ben", "Bob"])
    #expect(all[1].offset == 1)
    #expect(all[2].isEmpty && all[2].offset == 3)
    #expect(all[number: 26]?.kind == .catchAll && all[number: 26].map(Array.init) == ["42"])

    let shown = collation.sections(of: names, hidingEmpty: true)
    #expect(shown.map(\.number) == [0, 1, 25, 26] && shown.map(\.id) == [0, 1, 25, 26])
    #expect(shown.map(\.position) == [0, 1, 2, 3])
    #expect(shown.map(\.offset) == [0, 1, 3, 4])
    #expect(shown.map { $0.count } == [1, 2, 1, 1])
    #expect(shown.rows == all.rows)
    #expect(shown[number: 25]?.position == 2 && shown[2].number == 25)
    for number in [2, 24, 27, -1, .min, .max] { #expect(shown[number: number] == nil) }
    #expect(shown.first?.title == "A" && shown.last?.first == "42")
    let indices = zip(shown.indices, shown)
    #expect(indices.allSatisfy { shown[$0] == $1 && shown[$1.position] == $1 })
    #expect(shown[shown.startIndex.advanced(by: 3)].title == "#")
    #expect(shown.index(shown.startIndex, offsetBy: 4) == shown.endIndex)
  }

  @Test func noRowsShowNoSectionsAndLeadNowhere() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let sections = collation.sections(of: [String](), hidingEmpty: true)
    #expect(sections.isEmpty && sections.rows.isEmpty)
    #expect(
      sections.indexTitles().count == 27 && sections.indexTitles().allSatisfy { $0.section == nil })
    #expect(collation.sections(of: [String]()).count == 27)
  }

  /// NSHipster: "To include the search icon … you would simply prepend … `UITableViewIndexSearch` …
  /// and adjust … to account for the single element shift." Its value is `{search}`.
  @Test func searchEntryLeadsToNoSectionAndShiftsTheRest() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let index = try SectionOutline(counts: [:], for: collation).indexTitles(includingSearch: true)
    #expect(index.map(\.title) == ["{search}"] + collation.sectionTitles)
    #expect(index.map(\.section?.number) == [nil] + collation.sectionTitles.indices.map { $0 })
    #expect(collation.sectionIndexTitles == collation.sectionTitles)
    for index in 0..<27 { #expect(collation.section(forSectionIndexTitle: index) == index) }

    let outline = collation.sections(of: ["Bob"], hidingEmpty: true).outline
    let titles = outline.indexTitles(includingSearch: true)
    #expect(titles[0].title == "{search}" && titles[0].section == nil)
    #expect(titles[1].section?.position == 0 && titles.count == 28)
  }

  /// A thinned index never exceeds its limit and goes down the list; sections are not touched. The
  /// search entry, the first letter, the last and `#` have the first slots, in that order.
  @Test(arguments: ["en", "sv", "ja", "zh_Hant", "mt"], [false, true])
  func thinnedIndexKeepsItsEndsAndItsLimit(locale: String, search: Bool) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let outline = try SectionOutline(counts: [:], for: collation)
    let full = outline.indexTitles(includingSearch: search)
    let letters = collation.sectionTitles.count - 1
    let ends = (search ? [nil] : []) + [0, letters - 1, letters]
    for limit in [.min, -1, 0, .max] + Array(1...(letters + 3)) {
      let index = outline.indexTitles(limit: limit, includingSearch: search)
      let (titles, targets) = (index.map(\.title), index.map(\.section?.number))
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
      let collation = try LocalizedIndexedCollation(locale: "en", layout: layout)
      return try SectionOutline(counts: [:], for: collation)
        .indexTitles(limit: limit, includingSearch: search).map(\.title)
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
    let outline = try SectionOutline(counts: [:], for: collation)
    #expect(outline.indexTitles(limit: 7).map(\.title) == ["…", "A", "•", "N", "•", "Z", "…"])
  }

  /// With a limit, a title leads to rows: with rows in A, B and Z, A–Z thinned to E, I, N and R
  /// would lead to B four times.
  @Test(arguments: [false, true])
  func aThinnedIndexHasLettersThatHaveRows(hides: Bool) throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    func titles(_ names: [String], _ limit: Int?) -> [String] {
      collation.sections(of: names, hidingEmpty: hides).indexTitles(
        limit: limit, includingSearch: true
      )
      .map(\.title)
    }
    #expect(titles(["Adam", "Bob", "Zoe"], 15) == ["{search}", "A", "B", "Z"])
    #expect(titles(["Adam", "Bob", "Zoe"], nil) == ["{search}"] + collation.sectionTitles)
    #expect(titles(["Adam", "Bob", "Zoe"], 28) == ["{search}"] + collation.sectionTitles)
    let letters = "ABDEGHKLMPQTVXYZ".map(String.init)
    let thinned = titles(letters, 10).dropFirst().filter { $0 != "•" }
    #expect(thinned.first == "A" && thinned.last == "Z" && Set(thinned).isSubset(of: letters))
    #expect(titles(letters, 10).count <= 10)
  }
}
