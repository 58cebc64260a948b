internal import Collation

struct Romanizer: Sendable {
  /// Whether a script's letters stay, by ICU's code of the script.
  private let isKept: [Bool]
  /// The language of the list, for names of unknown language.
  private let language: String

  /// - Parameters:
  ///   - romanization: Which scripts are foreign.
  ///   - locale: ICU's identifier of the list's locale; empty for root.
  ///   - language: The language of the list; empty for root.
  init(
    _ romanization: FilingRules.Romanization, locale: String, language: String
  ) throws(ICUFailure) {
    self.language = language
    var isKept = [Bool](repeating: false, count: Int(ICUCharacter.scriptLimit))
    for script in isKept.indices where ICUCharacter.isShared(Int32(script)) {
      isKept[script] = true
    }
    isKept[Int(ICUCharacter.latin)] = true
    if romanization == .foreignScripts {
      for script in try ICULocale.scripts(locale) + ICULocale.indexScripts(locale) {
        isKept[Int(script)] = true
      }
    }
    self.isKept = isKept
  }

  /// What determines how the list's names are romanized, for stamps: the scripts that stay, and
  /// what the list's language implies for the others. Two lists may well share it.
  var deciding: String {
    let kept = isKept.indices.filter { isKept[$0] }
    let foreign = [ICUCharacter.cyrillic, ICUCharacter.han].filter { !isKept[Int($0)] }
    let transliterations = foreign.map { Self.transliteration(of: $0, [language]) }
    return "romanized but \(kept) by \(transliterations.map { $0 ?? "none" })"
  }

  /// The maximum number of letters that ICU gets at once: its time grows with their square.
  static let mostLetters = 64

  /// The first code point after Latin's first blocks and the combining marks, whose scripts need no
  /// lookup.
  private static let beyondLatin: UInt32 = 0x370

  /// Returns the text with its foreign letters romanized.
  ///
  /// - Parameter nameLanguage: The language of the name, if known.
  /// - Returns: `nil` if no letter is foreign.
  func romanized(_ text: Span<UInt8>, nameLanguage: String?) -> [UInt8]? {
    guard var place = firstForeign(in: text, from: 0) else { return nil }
    let languages = [nameLanguage, language].compactMap { $0 }
    var romanized = Array(text.extracting(0..<place))
    var followsIdeograph = false
    while place < text.count {
      // Ill-formed bytes belong to no script.
      let script =
        text.codePoint(at: place).map { ICUCharacter.script($0.codePoint) } ?? ICUCharacter.common
      let end = endOfWord(of: script, from: place, in: text)
      let word = Array(text.extracting(place..<end))
      let isIdeograph = script == ICUCharacter.han
      if let written = Self.written(word, script, languages) {
        // As in Han-Latin, each ideograph is a syllable.
        if isIdeograph && followsIdeograph { romanized.append(UInt8(ascii: " ")) }
        romanized += written
      } else {
        romanized += word
      }
      place = firstForeign(in: text, from: end) ?? text.count
      romanized.append(text.extracting(end..<place))
      followsIdeograph = isIdeograph && place == end
    }
    return romanized
  }

  private func firstForeign(in text: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < text.count {
      if text[place] < 0x80 {
        place += 1
        continue
      }
      let decoded = text.codePoint(at: place)
      if let codePoint = decoded?.codePoint, codePoint >= Self.beyondLatin,
        !isKept[Int(ICUCharacter.script(codePoint))]
      {
        return place
      }
      place += decoded?.length ?? 1
    }
    return nil
  }

  /// The position where a word in a script ends. Marks and modifier letters, such as the long-vowel
  /// sign in `コーヒー`, belong to the word. Each ideograph is a word.
  private func endOfWord(of script: Int32, from start: Int, in text: Span<UInt8>) -> Int {
    var place = start
    var letters = 0
    while letters < Self.mostLetters && place < text.count {
      let decoded = text.codePoint(at: place)
      let codePoint = decoded?.codePoint ?? 0xFFFD
      let next = ICUCharacter.script(codePoint)
      let belongs =
        ICUCharacter.isShared(next)
        ? ICUCharacter.isModifier(codePoint)
        : next == script && (letters == 0 || script != ICUCharacter.han)
      if !belongs { break }
      place += decoded?.length ?? 1
      letters += 1
    }
    return place
  }

  /// The word in Latin letters; `nil` if ICU has no letters for it.
  private static func written(
    _ word: [UInt8], _ script: Int32, _ languages: [String]
  ) -> [UInt8]? {
    guard let transliteration = transliteration(of: script, languages) else { return nil }
    let written = RomanizedWords.by(transliteration).romanized(word)
    return written.isEmpty ? nil : written
  }

  /// ICU's name for the transliteration that romanizes a script; `nil` for ideographs that aren't
  /// Chinese, whose readings are unknown.
  ///
  /// Any-Latin writes letters one for one (ISO 9: `Hruŝëv`). Where ICU has a familiar romanization,
  /// it is preferred: BGN's (the boards on geographic names, `Khrushchëv`) for Cyrillic and Korean,
  /// and UNGEGN's (the United Nations) for Greek. BGN's for Arabic isn't used, since it leaves
  /// letters as they are.
  private static func transliteration(of script: Int32, _ languages: [String]) -> String? {
    switch script {
    case ICUCharacter.han:
      return ["ja", "ko"].contains(languages.first) ? nil : "Han-Latin"
    case ICUCharacter.cyrillic:
      let language = languages.first(where: languagesOfCyrillic.contains) ?? "ru"
      return "NFC; \(language)-\(language)_Latn/BGN"
    case ICUCharacter.greek: return "NFC; Greek-Latin/UNGEGN"
    // The rules apply to the letters that make up syllables.
    case ICUCharacter.hangul: return "NFD; ko-ko_Latn/BGN"
    default: return RomanizedWords.anyLatin
    }
  }

  private static let languagesOfCyrillic: Set<String> = [
    "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "uk",
  ]
}
