import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationLists

/// The beginnings of names, one by one.
@Suite struct NameBeginningsTests {
  private let collator: Collator
  private let contractions: PrefixContractions
  private let reference: ReferenceCollator

  init() throws {
    collator = try LocalizedIndexedCollation(locale: "cs").storage.primaryCollator
    contractions = try PrefixContractions.of(collator)
    reference = try #require(ReferenceCollator(locale: "cs"))
    reference.set(4, to: 17)  // UCOL_NORMALIZATION_MODE = UCOL_ON
    reference.set(5, to: 0)  // UCOL_STRENGTH = UCOL_PRIMARY
  }

  private func letters(_ text: some StringProtocol) -> [UInt8] {
    reference.sortKey(Array(text.utf8)).dropLast()
  }

  private func beginnings(_ name: String) -> NameBeginnings {
    NameBeginnings(of: name, letters: letters(name), collator, contractions)
  }

  /// By the rule of `PrefixSearch`: between characters, and before a scalar that brings a letter of
  /// its own; not before an accent, nor within a syllable of Hangul.
  @Test func prefixesMayEnd() {
    let cases: [(name: String, ends: [Int])] = [
      ("", [0]),
      ("ab", [0, 1, 2]),
      ("e\u{301}a", [0, 2, 3]),
      ("กิตติ", [0, 1, 2, 3, 4, 5]),
      ("किरण", [0, 1, 2, 3, 4]),
      ("\u{1112}\u{1161}\u{11AB}a", [0, 3, 4]),
    ]
    for (name, ends) in cases {
      let found = beginnings(name).ends
      let scalars = name.unicodeScalars
      #expect(
        found.map { scalars.distance(from: scalars.startIndex, to: $0.index) } == ends, "\(name)")
      for end in found {
        let boundary = ([name.endIndex] + name.indices).filter { $0 >= end.index }.min()
        #expect(end.characterEnd == boundary)
      }
    }
    // No prefix is longer than 4,096 bytes.
    #expect(beginnings(String(repeating: "é", count: 5_000)).ends.count == 2_049)
  }

  private static let names = [
    "", "a", "Chovanec", "cch", "Zdeněk Šebestián z Chval", "a\u{AD}\u{AD}\u{AD}\u{1}b",
    "\u{1}\u{1}", "กิตติ เก่ง", "ßßß", "ccccchhhhh", "\u{FFFE}a\u{FFFE}\u{FFFE}b",
    String(repeating: "\u{1}", count: 50) + "Ada" + String(repeating: "\u{AD}", count: 40),
    String(repeating: "ch", count: 30) + "日本",
  ]

  /// A guess or a bisection finds the same place as a walk along all beginnings.
  @Test(arguments: names) func lettersReachACount(name: String) {
    var beginnings = beginnings(name)
    let counts = beginnings.ends.map { letters(name[..<$0.index]).count }
    for number in counts.indices {
      #expect(beginnings.letters(to: number) == letters(name[..<beginnings.ends[number].index]))
    }
    for count in -1...letters(name).count + 2 {
      // Each question is asked of what has no answers yet, too.
      for var beginnings in [self.beginnings(name), beginnings] {
        let found = beginnings.end(reaching: count)
        #expect(found == counts.count || counts[found] >= count)
        #expect(found == 0 || counts[found - 1] < count)
      }
    }
  }

  /// The slow reference asks ICU about each piece.
  @Test(arguments: names) func ignoredPiecesEnd(name: String) {
    let beginnings = beginnings(name)
    let ends = beginnings.ends.map(\.index)
    for first in 1..<max(2, ends.count) {
      let expected = (first..<max(first, ends.count)).first {
        !letters(name[ends[$0 - 1]..<ends[$0]]).isEmpty
      }
      #expect(beginnings.endOfIgnored(from: first) == expected ?? max(first, ends.count))
    }
  }
}
