import Collation
import Testing

/// Index titles, and the section that each leads to.
@Suite struct SectionIndexTests {
  /// The table in Benedict's Soapbox, "How to use UILocalizedIndexedCollation": "imagine that … the
  /// table only contains" rows in B, D and Z.
  @Test func jumpsGoToTheNearestSectionThatHasRows() throws {
    var layout = SectionLayout.uikit
    layout.hidesEmptySections = true
    let collation = try LocalizedIndexedCollation(locale: "en", layout: layout)
    let sections = collation.sections(of: ["Zappa, Frank", "Brown, James", "Dylan, Bob"])
    #expect(sections.sectionTitles == ["B", "D", "Z"])

    let jumps = sections.sectionIndexTitles.indices.map { index in
      sections.section(forSectionIndexTitle: index).map { sections[$0].title }
    }
    #expect(sections.sectionIndexTitles == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init))
    #expect(
      jumps
        == ["B", "B", "B", "D"] + [String](repeating: "D", count: 21) + ["Z", "Z"])
    #expect(sections.section(forSectionIndexTitle: 27) == nil)
    #expect(sections.section(forSectionIndexTitle: -1) == nil)
    #expect(collation.section(forSectionIndexTitle: 27) == nil)
    #expect(collation.section(forSectionIndexTitle: .min) == nil)
  }

  @Test func sectionsAreShownWithTheirNumbersAndOffsets() throws {
    var layout = SectionLayout.uikit
    let names = ["Zoe", "42", "Bob", "Adam", "ben"]
    let all = try LocalizedIndexedCollation(locale: "en", layout: layout).sections(of: names)
    #expect(all.count == 27)
    #expect(all[1].rows == ["ben", "Bob"])
    #expect(all[1].offset == 1)
    #expect(all[2].rows == [] && all[2].offset == 3)
    #expect(all[26].kind == .catchAll && all[26].rows == ["42"])

    layout.hidesEmptySections = true
    let shown = try LocalizedIndexedCollation(locale: "en", layout: layout).sections(of: names)
    #expect(shown.map(\.number) == [0, 1, 25, 26])
    #expect(shown.map(\.offset) == [0, 1, 3, 4])
    #expect(shown.map { $0.rows.count } == [1, 2, 1, 1])
    #expect(shown.rows == all.rows)
  }

  @Test func noRowsShowNoSectionsAndLeadNowhere() throws {
    var layout = SectionLayout.uikit
    layout.hidesEmptySections = true
    let sections = try LocalizedIndexedCollation(locale: "en", layout: layout)
      .sections(of: [String]())
    #expect(sections.isEmpty && sections.rows.isEmpty)
    #expect(sections.section(forSectionIndexTitle: 0) == nil)
    #expect(try LocalizedIndexedCollation(locale: "en").sections(of: [String]()).count == 27)
  }

  /// NSHipster: "To include the search icon … you would simply prepend … `UITableViewIndexSearch` …
  /// and adjust … to account for the single element shift." Its value is `{search}`.
  @Test func searchEntryLeadsToNoSectionAndShiftsTheRest() throws {
    var layout = SectionLayout.uikit
    layout.hasSearchEntry = true
    let collation = try LocalizedIndexedCollation(locale: "en", layout: layout)
    #expect(collation.sectionIndexTitles.first == "{search}")
    #expect(collation.sectionIndexTitles.count == 28)
    #expect(collation.sectionTitles.count == 27)
    #expect(collation.section(forSectionIndexTitle: 0) == nil)
    for index in 1..<28 { #expect(collation.section(forSectionIndexTitle: index) == index - 1) }

    layout.hidesEmptySections = true
    let sections = try LocalizedIndexedCollation(locale: "en", layout: layout).sections(of: ["Bob"])
    #expect(sections.section(forSectionIndexTitle: 0) == nil)
    #expect(sections.section(forSectionIndexTitle: 1) == 0)
  }

  /// A thinned index keeps the first, the last and `#`, never exceeds its limit, and goes down the
  /// list; sections are not touched.
  @Test(arguments: ["en", "sv", "ja", "zh_Hant", "mt"], [false, true])
  func thinnedIndexKeepsItsEndsAndItsLimit(locale: String, search: Bool) throws {
    var layout = SectionLayout.uikit
    layout.hasSearchEntry = search
    let full = try LocalizedIndexedCollation(locale: locale, layout: layout)
    let letters = full.sectionTitles.count - 1
    for limit in [.min, -1, 0] + Array(1...(letters + 3)) {
      layout.indexTitleLimit = limit
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let titles = collation.sectionIndexTitles
      let targets = titles.indices.map { collation.section(forSectionIndexTitle: $0) }
      #expect(collation.sectionTitles == full.sectionTitles)
      #expect(titles.count <= max(limit, search ? 4 : 3))
      #expect(titles.last == "#" && targets.last == letters)
      #expect(titles.contains(full.sectionTitles[0]))
      #expect(titles.dropLast().last == full.sectionTitles[letters - 1])

      let sections = targets.dropFirst(search ? 1 : 0).map { $0! }
      #expect(zip(sections, sections.dropFirst()).allSatisfy { $0 < $1 })
      for (title, target) in zip(titles, targets) where title != "•" && title != "{search}" {
        #expect(try full.sectionTitles[#require(target)] == title)
      }
      // Titles and gaps take turns, so at most one slot stays empty.
      if limit >= 6 { #expect(titles.count >= min(limit, full.sectionIndexTitles.count) - 1) }
      if limit >= full.sectionIndexTitles.count { #expect(titles == full.sectionIndexTitles) }
    }
  }

  @Test func splitCatchAllIsKeptWhenThinned() throws {
    var layout = SectionLayout.icu
    layout.indexTitleLimit = 7
    let collation = try LocalizedIndexedCollation(locale: "en", layout: layout)
    #expect(collation.sectionIndexTitles == ["…", "A", "•", "N", "•", "Z", "…"])
  }
}
