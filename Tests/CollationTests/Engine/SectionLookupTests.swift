import CollationTestSupport
import Testing

@testable import Collation

/// The section of a key, against a search over all boundaries, one after another.
@Suite struct SectionLookupTests {
  private func check(_ lookup: SectionLookup, _ keys: [[UInt8]], _ comment: Comment) {
    for key in keys {
      let expected =
        (lookup.boundaries.lastIndex { !key.lexicographicallyPrecedes($0.key) }) ?? -1
      #expect(lookup.boundary(beforeSortKey: key[...]) == expected, comment)
      #expect(lookup.boundary(beforeSortKey: (key + [1, 5, 1, 5, 0])[...]) == expected, comment)
      #expect(
        lookup.section(ofSortKey: key[...]) == lookup.boundaries[expected].section, comment)

      // As the table writes it: byte by byte until the section is told, where eight bytes tell it.
      var first = SectionKey(lookup)
      for byte in key where !first.isFull { first.append(UInt64(byte) << 56, 8) }
      if let found = lookup.boundary(beforeWord: first.bytes) {
        #expect(found == expected, comment)
      } else {
        #expect(lookup.boundaries[expected].key.count > 8 || key.count >= 8, comment)
      }
    }
  }

  /// Keys at each boundary, just before and just behind it, as bytes of weights, which are at least
  /// 2.
  private func keys(around boundaries: [[UInt8]]) -> [[UInt8]] {
    boundaries.flatMap { key -> [[UInt8]] in
      var keys = [key, key + [2], key + [0xFF], key + [3, 3], Array(key.dropLast())]
      if let last = key.last {
        let head = Array(key.dropLast())
        if last > 2 { keys += [head + [last - 1], head + [last - 1, 0xFF, 0xFF]] }
        if last < 0xFF { keys += [head + [last + 1], head + [last + 1, 2]] }
      }
      return keys
    }
  }

  @Test(arguments: [
    "en", "sv", "cs", "ja", "zh", "zh_Hant", "zh@collation=unihan", "hi", "vai", "th",
  ])
  func boundariesOfICU(locale: String) throws {
    var source = HostileNames(seed: 18)
    let names = source.names(300)
    for layout in [SectionLayout.uikit, .icu] {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let lookup = collation.storage.sectionLookup
      #expect(lookup.sectionCount == collation.sectionTitles.count)
      check(lookup, keys(around: lookup.boundaries.map(\.key)), "\(locale)")
      let collator = collation.storage.primaryCollator
      check(
        lookup, names.map { collator.sortKey(forUTF8: $0.span).bytes.dropLast() }.map(Array.init),
        "\(locale)")
    }
  }

  /// Boundaries of one byte to twelve, many of which begin alike.
  @Test(arguments: 0..<40) func boundariesOfAnyLength(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let letters: [UInt8] = [2, 3, 0x2A, 0x2B, 0x80, 0xFE, 0xFF]
    let longest = [1, 2, 4, 8, 9, 12][seed % 6]
    let boundaries =
      [[]]
      + Set(
        (0..<[1, 3, 20, 120][seed % 4]).map { _ in
          (0..<Int.random(in: 1...longest, using: &generator)).map { _ in
            letters.randomElement(using: &generator)!
          }
        }
      ).sorted { $0.lexicographicallyPrecedes($1) }
    let sectionCount = 1 + boundaries.count / 2
    let lookup = SectionLookup(
      boundaries.map {
        .init(key: $0, section: Int.random(in: 0..<sectionCount, using: &generator))
      },
      sectionCount: sectionCount)
    let random = (0..<300).map { _ in
      (0..<Int.random(in: 0...14, using: &generator)).map { _ in
        letters.randomElement(using: &generator)!
      }
    }
    check(lookup, keys(around: boundaries) + random, "\(seed)")
  }
}
