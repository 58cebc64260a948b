internal import Synchronization

/// How words of one script are written in Latin letters. ICU takes microseconds for a letter, so
/// that the words of late are kept.
final class RomanizedWords: Sendable {
  private let transliterator: ICUTransliterator?
  private let kept = Mutex(Kept())

  /// Words and how they are written.
  private struct Kept {
    var words: [[UInt8]: [UInt8]] = [:]
    var byteCount = 0
  }

  /// The most bytes of the words that are kept, with what a dictionary takes for each.
  private static let mostBytes = 4 << 20
  private static let bytesOfEntry = 128

  private init(_ transliteration: String) {
    transliterator = ICUTransliterator(transliteration)
  }

  /// The words of a transliteration, which all who ask share. To open it takes ICU up to a tenth of
  /// a second.
  ///
  /// - Parameter transliteration: ICU's name for it, one of few: what was opened is kept.
  static func by(_ transliteration: String) -> RomanizedWords {
    opened.withLock { opened in
      if let known = opened[transliteration] { return known }
      let words = RomanizedWords(transliteration)
      opened[transliteration] = words
      return words
    }
  }

  private static let opened = Mutex<[String: RomanizedWords]>([:])

  /// ICU's own romanization of all scripts that it can romanize.
  static let anyLatin = "NFC; Any-Latin"

  /// A word in Latin letters, as far as ICU has letters for it; empty if it has signs alone.
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
    var written = transliterator?.transliterated(word) ?? word
    // What the rules of one language leave, such as letters of another.
    if written.unicodeScalars.contains(where: { !Self.isLatin($0.value) }) {
      let anyLatin = Self.by(Self.anyLatin)
      if anyLatin !== self { written = anyLatin.transliterator?.transliterated(written) ?? written }
    }
    // Signs between letters, such as that for a soft consonant (`ʹ`), and the one before the `A` of
    // an Arabic name (`ʿ`), would part names that belong together.
    var letters = String.UnicodeScalarView()
    letters.append(
      contentsOf: written.unicodeScalars.filter {
        $0 == " " || ICUCharacter.isOfWord($0.value) && !ICUCharacter.isModifierLetter($0.value)
      })
    return Array(String(letters).utf8)
  }

  private static func isLatin(_ codePoint: UInt32) -> Bool {
    let script = ICUCharacter.script(codePoint)
    return script == ICUCharacter.latin || ICUCharacter.sharedScripts.contains(script)
  }
}
