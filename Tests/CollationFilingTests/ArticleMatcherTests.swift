import Foundation
import Testing

@testable import CollationFiling

/// Articles at the beginning of names, by the rules that `LeadingArticles` states.
@Suite struct ArticleMatcherTests {
  private func length(_ matcher: ArticleMatcher, _ text: [UInt8]) -> Int {
    let length = matcher.length(in: text.span)
    let mayBegin = matcher.mayBegin(text.span)
    #expect(mayBegin || length == 0)
    return length
  }

  private func length(_ matcher: ArticleMatcher, _ text: String) -> Int {
    length(matcher, Array(text.utf8))
  }

  @Test func examples() {
    let matcher = ArticleMatcher(["the", "l'", "al-", "an", "an t-", "ο", "'t", "un", "un'"])
    let cases: [(name: String, article: String)] = [
      ("The Beatles", "The "), ("THE BEATLES", "THE "), ("the  \u{A0}Beatles", "the  \u{A0}"),
      ("Theodore", ""), ("the", ""), ("the ", ""), ("The-Beatles", ""), ("", ""),
      ("L'Avare", "L'"), ("l’ Avare", "l’ "), ("Lʼavare", "Lʼ"), ("L'", ""),
      ("al-Kitab", "al-"), ("Al‐Kitab", "Al‐"), ("al־Kitab", "al־"), ("alKitab", ""),
      // The longer article wins, but only where it ends as an article does.
      ("An t-Oileán", "An t-"), ("An tOileán", "An "), ("Un'altra", "Un'"), ("un altro", "un "),
      ("Ο Νόμος", "Ο "), ("ΟΝόμος", ""), ("’t Hooft", "’t "), ("Beatles, The", ""),
    ]
    for (name, article) in cases {
      #expect(length(matcher, name) == article.utf8.count, "\(name)")
    }
    let mayBegin = matcher.mayBegin(Array("Beatles".utf8).span)
    #expect(!mayBegin)
    // Ill-formed bytes behind an article are a name, too.
    #expect(length(matcher, Array("The ".utf8) + [0xFF]) == 4)
    #expect(length(matcher, [0xFF] + Array("The x".utf8)) == 0)
  }

  /// As people write it: in capitals, composed or decomposed.
  @Test func everyArticleOfTheTables() {
    for table in [LeadingArticles.standard, .surnameParticles] {
      for article in table.languages.flatMap({ table[$0] }) {
        let matcher = ArticleMatcher([article])
        let isElided = article.hasSuffix("'") || article.hasSuffix("-")
        let capitalized = article.prefix(1).uppercased() + article.dropFirst()
        for spelling in [article, article.uppercased(), capitalized] {
          for text in [
            spelling.precomposedStringWithCanonicalMapping,
            spelling.decomposedStringWithCanonicalMapping,
          ] {
            #expect(length(matcher, text + " x") == text.utf8.count + 1, "\(text)")
            #expect(length(matcher, text + "x") == (isElided ? text.utf8.count : 0), "\(text)")
            #expect(length(matcher, text) == 0 && length(matcher, "x" + text + " x") == 0)
          }
        }
      }
    }
  }
}
