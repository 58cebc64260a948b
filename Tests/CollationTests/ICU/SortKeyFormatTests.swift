import CollationTestSupport
import Testing

@testable import Collation

/// Keys that are merged, against `ucol_mergeSortkeys`, which merges two.
@Suite struct SortKeyFormatTests {
  @Test func keysAreMergedAsICUMergesThem() throws {
    var generator = SeededGenerator(seed: 5)
    // A key of few levels, by hand or of a collator at primary strength, is merged too.
    let collators = try [CollationStrength.primary, .tertiary, .identical].map { strength in
      try Collator(locale: "fr-CA", options: .with { $0.strength = strength })
    }
    let names = ["", "a", "côté", "Ab-c", "\u{301}", "\u{FFFE}b", "東京", "\u{200B}"]
    for _ in 0..<500 {
      let keys = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        collators.randomElement(using: &generator)!.sortKey(
          for: names.randomElement(using: &generator)!)
      }
      let expected = keys.dropFirst().reduce(Array(keys[0].bytes)) { merged, key in
        ReferenceICU.mergedSortKey(merged, Array(key.bytes))
      }
      #expect(Array(SortKey(merging: keys).bytes) == expected)
    }
  }
}
