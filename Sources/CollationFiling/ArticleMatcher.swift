internal import Collation

final class ArticleMatcher: Sendable {
  /// The articles in all their spellings, longest first. ASCII letters are lowercase.
  private let articles: [Article]
  /// For each byte, whether an article begins with it: most names begin with some other byte.
  private let isFirstByte: [Bool]

  private struct Article {
    let bytes: [UInt8]
    /// Whether the article joins the next word without a space.
    let isElided: Bool
  }

  init(_ texts: [String]) {
    let articles = texts.flatMap { text in
      let isElided = text.last == "'" || text.last == "-"
      return Self.spellings(of: text).map { Article(bytes: $0, isElided: isElided) }
    }
    self.articles = articles.sorted { $0.bytes.count > $1.bytes.count }
    var isFirstByte = [Bool](repeating: false, count: 256)
    for article in articles {
      isFirstByte[Int(article.bytes[0])] = true
      isFirstByte[Int(Self.capital(article.bytes[0]))] = true
    }
    self.isFirstByte = isFirstByte
  }

  @inline(__always)
  func mayBegin(_ text: Span<UInt8>) -> Bool { !text.isEmpty && isFirstByte[Int(text[0])] }

  /// The length in bytes of the article with which a text begins and of the spaces after it; 0 if
  /// there is no article, or nothing follows.
  func length(in text: Span<UInt8>) -> Int {
    guard mayBegin(text) else { return 0 }
    for article in articles where begins(text, with: article.bytes) {
      let length = article.bytes.count
      let end = text.endOfSpaces(from: length)
      if end < text.count, end > length || article.isElided { return end }
    }
    return 0
  }

  private func begins(_ text: Span<UInt8>, with article: [UInt8]) -> Bool {
    guard article.count <= text.count else { return false }
    for place in article.indices {
      if Self.small(text[place]) != article[place] { return false }
    }
    return true
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func small(_ byte: UInt8) -> UInt8 { isASCIILetter(byte) ? byte | 0x20 : byte }

  private static func capital(_ byte: UInt8) -> UInt8 {
    isASCIILetter(byte) ? byte & ~0x20 : byte
  }

  /// The bytes of an article as people write it: with non-ASCII capitals, with any apostrophe or
  /// hyphen, composed and decomposed.
  private static func spellings(of text: String) -> Set<[UInt8]> {
    let small = text.lowercased()
    let capitalized = small.prefix(1).uppercased() + small.dropFirst()
    var spellings: Set<[UInt8]> = []
    for text in [text, small, text.uppercased(), capitalized] {
      for apostrophe in ["'", "’", "‘", "ʼ"] {
        for hyphen in ["-", "‐", "‑", "־"] {
          let spelled = text.map { $0 == "'" ? apostrophe : $0 == "-" ? hyphen : String($0) }
            .joined()
          for spelling in [spelled, decomposed(spelled)] {
            spellings.insert(spelling.utf8.map(Self.small))
          }
        }
      }
    }
    return spellings
  }

  private static func decomposed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(
        contentsOf: ICUCharacter.decomposition(of: scalar.value).compactMap(Unicode.Scalar.init))
    }
    return String(scalars)
  }
}
