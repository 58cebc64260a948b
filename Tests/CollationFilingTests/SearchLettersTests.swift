import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationFiling

/// Searches for what people type: letters, in any language.
@Suite struct SearchLettersTests {
  private func found(
    _ query: String, _ names: [String], _ locale: String, insideWords: Bool = false
  ) throws -> [String] {
    try NameSearch(names, by: Collator(locale: locale))
      .matches(query, insideWords: insideWords).map { names[$0.number] }
  }

  // MARK: Languages

  /// A name, what finds it, and what does not. The plain spellings are those of public reports by
  /// people who searched for names, of CLDR's transliteration Latin-ASCII, and of the collation
  /// types `search` of CLDR.
  static let languages: [(locale: String, name: String, found: String, not: String)] = [
    // juha-h/baresip-studio#629, SimpleMobileTools/Simple-Contacts#666, LibrePhotos#659
    ("cs", "Řehoř Čížek", "rehor řehoř ŘEHO cizek čiz", "řehořř rehorova ďízek"),
    ("sk", "Ľubomír Hôrka", "lubomir ľub horka hôr", "ĺub"),
    ("pl", "Łódź Żółta", "lodz łódź lódz zolta", "łodzi źol"),
    // Goodwy/Dialer#140
    ("ro", "Șerban Țurcanu", "serban șerban şerban turcanu tur", "ŝerban"),
    ("hu", "Őrségi Gyöngyi", "orsegi őrs örs gyongyi gyöng", "ôrségi"),
    ("hr", "Đurđa Šimić", "durda đur simic šim", "ðurda ćim"),
    ("bs", "Čamdžić", "camdzic čamdž", "ćam"),
    ("sl", "Žiga", "ziga žig", "źiga"),
    ("sq", "Çelik Ëndrra", "celik endrra", "ćelik"),
    ("tr", "Işık Çağla", "isik ısık IŞIK işik cagla çağ", "cağlaa"),
    ("az", "Əhməd Cığal", "ehmed əhməd cigal", "əhmet"),
    ("de", "Jürgen Müller", "muller mueller müller juergen jurg", "müeller mullär"),
    ("de", "Mueller", "müller mueller", "muller"),
    ("de", "Straße", "strasse straße stras", "straase"),
    ("de", "Strasse", "straße strasse", "strase"),
    ("sv", "Ångström", "ang ång angstrom ångström", "ängström"),
    ("nb", "Sørås Ægir", "soras sør sörås soeraas aegir ægir", "sôrås"),
    ("en", "Tromsø Küssnacht", "tromsoe tromso kuess", "tromsue"),
    ("da", "Aase Ågård", "aase åse aagaard ågård agard", "äse"),
    ("da", "Müller", "myller muller müller", "møller"),
    ("fi", "Järvi Öhman", "jarvi ohman öhman", "ohmän"),
    ("et", "Õnne Žanna", "onne õnn zanna", "önne"),
    ("lv", "Ģirts Ķēniņš", "girts kenins ķēn", "ćirts"),
    ("lt", "Žygimantas Yla", "zygimantas žyg ila yla", "źyg"),
    ("is", "Þórður Ðel", "thordur þórður del", "tordur"),
    ("fo", "Óluva Ðð", "oluva dd", "öluva"),
    ("es", "Peña Núñez", "pena peña nunez núñ", "penaa ñunez"),
    ("ca", "Paral·lel", "parallel paral·lel paral", "parel"),
    ("fr", "Élodie Œuvre", "elodie élo oeuvre œuv", "èlodie"),
    ("fr", "Soeur", "sœur soeur", "seur"),
    ("pt", "João Conceição", "joao joão conceicao", "joâo"),
    ("it", "Niccolò D’Amico", "niccolo d'amico damico amico", "niccoló"),
    ("ga", "Ó Súilleabháin", "suilleabhain osuil súil", "òsuil"),
    ("cy", "Siân Llŷr", "sian llyr llŷr", "siàn"),
    ("mt", "Ġużeppi Ħaż", "guzeppi haz ħaż", "ħas"),
    ("haw", "Kalākaua ʻOkina", "kalakaua okina ʻokina 'okina", "kaläkaua"),
    ("eo", "Ŝanĝo", "sango ŝanĝo sanĝ", "ĉango"),
    ("ha", "Ɓala Ɗan Ƙofa", "bala dan kofa ɗan", "ɓalla"),
    ("ee", "Ɖoe Ŋuti Ɔkɛ", "doe nuti oke", "ɗoe"),
    ("yo", "Ọlá Ṣadé", "ola sade ọlá ọla", "ólá"),
    // Nguyễn by nguyen; while it is typed, nguyê.
    ("vi", "Nguyễn Thị Đào", "nguyen nguyê nguyễn thi dao đao", "nguyén ðao"),
    ("se", "Čáhci Ŧuvra", "cahci tuvra ŧuv", "ćahci"),
    // MoroccoAPI/MoroccoAPI#2, fisharebest/webtrees#5262
    ("ar", "آدم إبراهيم", "ادم آدم ابراهيم إبر", "أدم"),
    ("ar", "ليلى فاطمة ٱلله علي", "ليلي ليلى فاطمه فاطمة الله على", "ليله"),
    ("fa", "کریم خانۀ علی", "كريم کریم خانه ﻋﻠﯽ", "قريم"),
    ("ur", "ہدایت فاطمۃ", "هدايت ہدا فاطمہ فاطمه", "حدايت"),
    ("he", "שָׁלוֹם", "שלום", "שלון"),
    ("ru", "Алёна Йогансен", "алена алён иогансен йог", "ӑлена"),
    ("uk", "Їжак Ґанна Дем'янчук", "іжак їжак ижак ґанна ганна дем’ян демʼян демян", "ьжак"),
    ("kk", "Қазақстан Әлия Өскемен Үрімші", "казак қазақ алия оске урим урім", "ғазақ"),
    ("ky", "Ысык-Көл Жаңыл", "ысыккол кол жаныл", "көө"),
    ("tt", "Һади Җәмилә", "хади жамила җәм җам", "җом"),
    ("mn", "Өлзий Үнэн", "олзии олзий унэн", "үлзий"),
    ("tg", "Ҳисор Ҷомӣ Ғафуров", "хисор чоми гаф ғаф", "ҷап"),
    ("hy", "Երևան", "երեվ երեւ երև ԵՐԵՎԱՆ", "երես"),
    ("uz", "Oʻzbekiston", "ozbek o'zbek o`zbek oʼzbek o‘zb", "özbek"),
    ("haw", "Hawai‘i", "hawaii hawaiʻi hawai'i", "hawaïi"),
    ("ckb", "ڕزگار ۆ هەولێر", "رزگ ڕزگ و هەولیر", "ڵزگ"),
    ("el", "Άννα Ζωή", "αννα άννα ζωη ζωή", "ἄννα"),
    ("hi", "किरण चाँद", "क कि किरण चांद चाद चाँद", "ख"),
    ("pa", "ਚਾੰਦ", "ਚਾਂਦ ਚਾਦ", "ਚਾਬ"),
    ("ml", "കൌമുദി", "കൗമുദി കൌ", "ക്ല"),
    ("my", "ဦးသန့်", "ဥ ဦ ဦးသန့်", "အ"),
    ("ru", "Королев", "королёв королев", "королив"),
    ("th", "กิตติ เก่ง", "ก กิ เก", "ข"),
    ("ja", "がくえん ﾀﾅｶ", "かく がく ガク たなか タナ", "だなか"),
    ("ja", "コーヒー ハーバード", "コーヒ コヒ こーひー ハバト ハーバド", "コビ"),
    ("zh", "张三", "张 三 张三", "章"),
    // wlsdks/ontology-atlas#1724, toss/es-hangul#304, bangjunyoung/KoreanTextMatcher#4
    ("ko", "김철수", "ㄱ 기 김 김ㅊ 김처 김철 김철ㅅ 김철수 ㄱㅊㅅ ㄱㅊ ㅊ 철 수", "ㄱㅅ 긴 김수 ㄱㅊㅅㅅ"),
    ("en", "Patrick O'Brien", "obrien o'brien brien o’b", "obrian"),
    ("en", "Vincent van de Velde", "vande velde vandevelde", "vandervelde"),
  ]

  @Test(arguments: languages.indices) func whatIsTypedFinds(number: Int) throws {
    let (locale, name, found, others) = Self.languages[number]
    for query in found.split(separator: " ") {
      for query in [String(query), query.uppercased(), query.decomposedStringWithCanonicalMapping] {
        #expect(try self.found(query, [name], locale) == [name], "\(locale) \(query)")
      }
    }
    for query in others.split(separator: " ") {
      #expect(try self.found(String(query), [name], locale) == [], "\(locale) \(query)")
    }
  }

  /// CLDR's own plain spellings of all letters with which a name may begin, in all languages.
  @Test(arguments: Collator.availableLocales) func indexLettersAreFoundPlain(locale: String) throws
  {
    let letters = try LocalizedIndexedCollation(locale: locale).sectionTitles
    let search = try NameSearch(letters, by: Collator(locale: locale))
    for (number, letter) in letters.enumerated() {
      let plain = try #require(
        ReferenceTransliterator.transliterate(
          letter, by: "NFD; [[:Mn:]-[:ccc=Virama:]] Remove; NFC; Latin-ASCII"))
      #expect(
        try search.matches(plain).contains { $0.number == number }, "\(locale) \(letter) \(plain)")
    }
  }

  @Test func allLettersOfLatinAreFoundPlain() throws {
    var names: [String] = []
    for scalar in (0x80...0xA7FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    where ReferenceICU.has(scalar) && scalar.properties.isAlphabetic {
      names.append(String(scalar))
    }
    let search = try NameSearch(names, by: Collator(locale: "en"))
    var count = 0
    for (number, name) in names.enumerated() {
      let plain = try #require(ReferenceTransliterator.transliterate(name, by: "Latin-ASCII"))
      guard plain != name, plain.allSatisfy({ $0.isASCII && $0.isLetter }) else { continue }
      count += 1
      #expect(try search.matches(plain).contains { $0.number == number }, "\(name) \(plain)")
    }
    #expect(count > 800)
  }

  // MARK: Ranking

  /// The list's own order first; of either, whole words, then beginnings of names and of words.
  @Test func theBestMatchComesFirst() throws {
    let names = ["Hanna", "Lisa Annika", "Annika", "Ek, Anna", "Ånna", "Lisa Ånnika", "Bo"]
    #expect(
      try found("ann", names, "sv", insideWords: true)
        == ["Annika", "Lisa Annika", "Ek, Anna", "Hanna", "Ånna", "Lisa Ånnika"])
    #expect(try found("anna", names, "sv") == ["Ek, Anna", "Ånna"])
    #expect(try found("ang", ["Ångström", "Angela"], "sv") == ["Angela", "Ångström"])
    #expect(try found("ang", ["Ångström", "Angela"], "en") == ["Ångström", "Angela"])
    #expect(try found("muller", ["Müller", "Muller"], "de") == ["Müller", "Muller"])
    // The word that matches worst decides.
    #expect(
      try found("b anna", ["Anna Lisa Bo", "Bo Anna", "Lisa B Anna"], "sv")
        == ["Lisa B Anna", "Bo Anna", "Anna Lisa Bo"])
    let all = try NameSearch(names, by: Collator(locale: "sv")).matches("")
    #expect(all.map(\.number) == Array(names.indices) && Set(all.map(\.rank)).count == 1)
  }

  // MARK: Highlights

  @Test func whatMatchesIsHighlighted() throws {
    func highlighted(_ query: String, _ name: String, _ locale: String) throws -> [String] {
      try NameSearch([], by: Collator(locale: locale)).ranges(of: query, in: name)
        .map { String(name[$0]) }
    }
    #expect(try highlighted("rehor", "Jan Řehoř, Řehořova", "cs") == ["Řehoř", "Řehoř"])
    #expect(try highlighted("mueller", "Müller", "de") == ["Müller"])
    #expect(try highlighted("muel", "Müller", "de") == ["Mül"])
    #expect(try highlighted("obr", "O'Brien", "en") == ["O'Br"])
    #expect(try highlighted("brown j", "James Brown", "en") == ["J", "Brown"])
    #expect(try highlighted("ann anna", "Anna", "en") == ["Anna"])
    #expect(try highlighted("김처", "김철수", "ko") == ["김철"])
    #expect(try highlighted("ㄱㅊ", "김철수", "ko") == ["김철"])
    #expect(try highlighted("strass", "Straße 1", "de") == ["Straß"])
    #expect(try highlighted("okina", "ʻOkina", "haw") == ["Okina"])
    #expect(try highlighted("nguye", "Nguye\u{302}\u{303}n", "vi") == ["Nguye\u{302}\u{303}"])
  }

  // MARK: Hangul

  /// What a keyboard shows after each key of a name: a consonant first ends the syllable before,
  /// and goes over to the next with its vowel.
  @Test func syllablesAreFoundWhileTyped() throws {
    var generator = SeededGenerator(seed: 9)
    let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    /// The final of each initial; ㄸ, ㅃ and ㅉ end no syllable.
    let finals = [1, 2, 4, 7, nil, 8, 16, 17, nil, 19, 20, 21, 22, nil, 23, 24, 25, 26, 27]
    func syllable(_ initial: Int, _ vowel: Int, _ final: Int) -> Character {
      Character(Unicode.Scalar(UInt32(0xAC00 + (initial * 21 + vowel) * 28 + final))!)
    }
    for _ in 0..<20 * Coverage.names {
      let syllables = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        [19, 21, 28].map { Int.random(in: 0..<$0, using: &generator) }
      }
      let name = String(syllables.map { syllable($0[0], $0[1], $0[2]) })
      var states: [String] = []
      var before = ""
      for (number, parts) in syllables.enumerated() {
        states.append(before + String(initials[parts[0]]))
        states.append(before + String(syllable(parts[0], parts[1], 0)))
        states.append(before + String(syllable(parts[0], parts[1], parts[2])))
        if parts[2] == 0, number + 1 < syllables.count, let final = finals[syllables[number + 1][0]]
        {
          states.append(before + String(syllable(parts[0], parts[1], final)))
        }
        before.append(syllable(parts[0], parts[1], parts[2]))
      }
      states.append(String(syllables.map { initials[$0[0]] }))
      let search = try NameSearch([name, "x"], by: Collator(locale: "ko"))
      for state in states {
        #expect(try search.matches(state).map(\.number) == [0], "\(name) \(state)")
      }
    }
  }

  // MARK: Against ICU

  /// No name is missed that ICU's own asymmetric search finds, by the same order. How many more are
  /// found is counted: by words in any order, by syllables of Hangul, and in ways of its own.
  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: [
      "cs", "de", "sv", "es", "pl", "th", "ja", "ko", "zh", "ru", "el", "ar", "en",
    ])
  func findsInRealNamesWhatICUFinds(locale: String) throws {
    let reference = try #require(ReferenceCollator(rules: SearchLetters.rules))
    reference.set(5, to: 1)  // UCOL_STRENGTH = UCOL_SECONDARY
    reference.set(1, to: 20)  // UCOL_ALTERNATE_HANDLING = UCOL_SHIFTED
    let step = max(1, 8 * 40 / Coverage.names)
    let names = try TestData.names(of: locale).enumerated()
      .filter { $0.offset % step == 0 }.map { String(decoding: $0.element, as: UTF8.self) }
    let search = try NameSearch(names, by: Collator(locale: locale))
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<Coverage.names {
      let name = names.randomElement(using: &generator)!
      let start = Int.random(in: 0...max(0, name.count - 1), using: &generator)
      let piece = name.dropFirst(start).prefix(Int.random(in: 1...4, using: &generator))
      let query =
        Bool.random(using: &generator)
        ? String(piece) : piece.folding(options: .diacriticInsensitive, locale: nil)
      guard let byICU = ReferenceSearch(query, by: reference, isAsymmetric: true) else { continue }
      let found = Set(try search.matches(query, insideWords: true).map(\.number))
      for (number, name) in names.enumerated() where !found.contains(number) {
        #expect(byICU.first(in: Array(name.utf16)) == nil, "\(locale) \(query): \(name)")
      }
    }
  }

  // MARK: Limits

  /// Equalities branch at each letter here, and hardly any branch leads to a match.
  @Test(.timeLimit(.minutes(5))) func equalitiesAreSearchedInLinearTime() throws {
    for count in [60, 1_000] {
      let long = String(repeating: "a", count: count)
      for name in ["å ", "å", "a", "aå"] {
        let names = [String(repeating: name, count: 500)]
        for insideWords in [false, true] {
          #expect(try found(long + "x", names, "da", insideWords: insideWords) == [])
        }
        #expect(try found("aaa", names, "da") == names)
      }
      let umlauts = [String(repeating: "ü", count: 500)]
      let query = String(repeating: "ue", count: count / 2)
      #expect(try found(query + "x", umlauts, "de", insideWords: true) == [])
      #expect(try found(query, umlauts, "de") == (count == 60 ? umlauts : []))
      let syllables = [String(repeating: "각", count: 500)]
      let initials = String(repeating: "ㄱ", count: min(count, 300))
      #expect(try found(initials + "ㅋ", syllables, "ko", insideWords: true) == [])
    }
  }

  /// A letter that got no number of its own has the last one, also when others are free again.
  @Test func moreLettersThanNumbers() {
    var alphabet = SearchAlphabet(
      SearchPattern.Layout(number: 3, marksShift: 29, areLetters: false))
    #expect((1...5).map { alphabet.add($0) } == [1, 2, 3, 3, 3])
    alphabet.remove(1)
    #expect(alphabet.add(5) == 3 && alphabet.add(6) == 3)
    #expect((2...7).map { alphabet.number(of: $0) } == [2, 3, 3, 3, 3, 3])
  }

  /// Beyond the classes of marks, a search finds too much, not too little.
  @Test func moreMarksThanClasses() throws {
    let marks = (0x300...0x314).compactMap(Unicode.Scalar.init)
    var names: [String] = []
    for first in marks {
      for second in marks {
        for third in marks {
          var name = "e".unicodeScalars
          name += [first, second, third]
          names.append(String(name))
        }
      }
    }
    let search = try NameSearch(names, by: Collator(locale: "en"))
    #expect(try search.matches("e").count == names.count)
    let grave = try Set(search.matches("e\u{300}").map(\.number))
    for (number, name) in names.enumerated() where name.unicodeScalars.contains("\u{300}") {
      #expect(grave.contains(number))
    }
    #expect(grave.count < names.count)
  }
}
