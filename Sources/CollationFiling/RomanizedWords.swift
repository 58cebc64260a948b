internal import Collation
internal import Synchronization

/// Romanizations of words by one of ICU's transliterations. ICU takes microseconds per letter, so
/// recent words are cached.
final class RomanizedWords: Sendable {
  private let transliterator: ICUTransliterator?
  private let kept = Mutex(Kept())

  private struct Kept {
    var words: [[UInt8]: [UInt8]] = [:]
    var byteCount = 0
  }

  /// The maximum number of bytes of cached words, including a dictionary's overhead for each.
  private static let mostBytes = 4 << 20
  private static let bytesOfEntry = 128

  private init(_ transliteration: String) {
    transliterator = ICUTransliterator(transliteration)
  }

  /// Returns the words of a transliteration, which all callers share. Opening one takes ICU up to a
  /// tenth of a second.
  ///
  /// - Parameter transliteration: ICU's name for it, one of few: all that were opened stay open.
  static func by(_ transliteration: String) -> RomanizedWords {
    opened.withLock { opened in
      if let known = opened[transliteration] { return known }
      let words = RomanizedWords(transliteration)
      opened[transliteration] = words
      return words
    }
  }

  private static let opened = Mutex<[String: RomanizedWords]>([:])

  static let anyLatin = "NFC; Any-Latin"

  var isKnown: Bool { transliterator != nil }

  /// Returns a word in Latin letters, where ICU has them; empty if the word has only signs.
  func romanized(_ word: [UInt8]) -> [UInt8] {
    if let known = kept.withLock({ $0.words[word] }) { return known }
    let written = write(String(decoding: word, as: UTF8.self))
    kept.withLock { kept in
      kept.byteCount += word.count + written.count + Self.bytesOfEntry
      if kept.byteCount > Self.mostBytes { kept = Kept() }
      kept.words[word] = written
    }
    return written
  }

  private func write(_ word: String) -> [UInt8] {
    var units = Array(word.utf16)
    if let transliterator { units = transliterator.transliterated(units) }
    let anyLatin = Self.by(Self.anyLatin)
    // For letters that the language's rules leave, such as another language's, or for all letters
    // if this ICU lacks the rules.
    if anyLatin !== self, !Self.areLatin(units), let transliterator = anyLatin.transliterator {
      units = transliterator.transliterated(units)
    }
    // Signs between letters, such as the soft sign (`ʹ`) or the sign before the `A` of an Arabic
    // name (`ʿ`), would separate names that belong together.
    var letters: [UInt8] = []
    Self.forEachScalar(of: units) { scalar in
      let codePoint = scalar.value
      let isLetter = ICUCharacter.isOfWord(codePoint) && !ICUCharacter.isModifierLetter(codePoint)
      if isLetter || scalar == " " { letters += UTF8.encode(scalar)! }
    }
    return letters
  }

  private static func areLatin(_ units: [UInt16]) -> Bool {
    var areLatin = true
    forEachScalar(of: units) { scalar in
      let script = ICUCharacter.script(scalar.value)
      if script != ICUCharacter.latin && !ICUCharacter.isShared(script) { areLatin = false }
    }
    return areLatin
  }

  /// `String(decoding:as:)` would take several times as long as ICU takes for a word.
  private static func forEachScalar(of units: [UInt16], _ body: (Unicode.Scalar) -> Void) {
    var decoder = UTF16()
    var units = units.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&units) { body(scalar) }
  }
}
