import Collation
import CollationTestSupport
import Testing

/// Section titles are CLDR's index characters. UTS #35, Part 5, Index Characters
@Suite(.enabled(if: UnicodeData.folder != nil, "\(UnicodeData.absence)"))
struct IndexCharacterTests {
  /// The locales of which a title is no index character: the stroke order has markers for its
  /// sections. UTS #35, Part 5, CJK Index Markers
  private static let exceptions: Set<String> = ["zh_Hant"]

  /// A character that is not a title has no place of its own in the locale's collation: it is
  /// ignored, or equal to a title but for an accent, or it is several letters.
  @Test func titlesAreTheIndexCharacters() throws {
    var (locales, exceptions) = (0, Set<String>())
    var (layout, options) = (SectionLayout.icu, CollatorOptions())
    layout.scriptOrder = .localeOnly
    options.strength = .primary
    for line in try UnicodeData.lines("index.txt") {
      let parts = line.split(separator: " ", maxSplits: 1)
      let locale = String(parts[0])
      guard let collation = try? LocalizedIndexedCollation(locale: locale, layout: layout),
        collation.collator.resolvedOptions.resolvedLocale == locale
      else { continue }
      locales += 1
      let characters = Self.members(parts[1])
      let kinds = collation.sectionKinds
      let titles = collation.sectionTitles.enumerated()
        .filter { kinds[$0.offset] == .normal }.map(\.element)
      let foreign = titles.filter { !characters.contains($0) }
      if !foreign.isEmpty {
        exceptions.insert(locale)
        let reference = try #require(ReferenceIndex(locale: locale, maxLabelCount: 1000))
        #expect(reference.labels == collation.sectionTitles)
        continue
      }
      let letters = try Collator(locale: locale, options: options)
      for character in characters where !titles.contains(character) {
        // U+034F keeps characters from being a letter together.
        let apart = character.unicodeScalars.map { String($0) }.joined(separator: "\u{34F}")
        #expect(
          apart != character && letters.compare(character, apart) == .equal
            || (titles + [""]).contains { letters.compare(character, $0) == .equal },
          "\(locale): \(character)")
      }
    }
    #expect(locales > 100)
    if ReferenceICU.majorVersion == 72 { #expect(exceptions == Self.exceptions) }
  }

  /// The members of a set: characters, and strings in braces; an asterisk after a string asks for
  /// a section in any case.
  private static func members(_ set: Substring) -> Set<String> {
    // By code points: a mark and the space before it are one character.
    Set(
      set.unicodeScalars.dropFirst().dropLast().split(separator: " ").map { member in
        let member = String(member).replacing(/\\u(....)/) { UnicodeData.text($0.1) ?? "" }
        return String(member.trimmingPrefix("{").prefix { $0 != "}" && $0 != "*" })
      })
  }
}
