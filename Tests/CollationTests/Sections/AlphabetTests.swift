import CollationTestSupport
import Testing

@testable import Collation

/// Alphabets of languages of which ICU has no data, from each language's orthography.
@Suite struct AlphabetTests {
  static let alphabets = [
    "Māori": "A E H I K M N NG O P R T U W WH",
    "Swahili": "A B CH D DH E F G GH H I J K KH L M N NG' NY O P R S SH T TH U V W Y Z",
    "Wolof": "A À B C D E É Ë F G I J K L M N Ñ Ŋ O Ó P Q R S T U W X Y",
    "Hausa": "A B Ɓ C D Ɗ E F G H I J K Ƙ L M N O R S SH T TS U W Y Ƴ ʼ Z",
    "Guaraní": "A Ã CH E Ẽ G G̃ H I Ĩ J K L M MB N ND NG NT Ñ O Õ P R RR S T U Ũ V Y Ỹ ʼ",
    "Chechen":
      "А Аь Б В Г Гӏ Д Е Ё Ж З И Й К Кх Къ Кӏ Л М Н О Оь П Пӏ Р С Т Тӏ У Уь Ф Х Хь Хӏ Ц Цӏ Ч Чӏ Ш "
      + "Щ Ъ Ы Ь Э Ю Юь Я Яь Ӏ",
    "Bashkir":
      "А Б В Г Ғ Д Ҙ Е Ё Ж З И Й К Ҡ Л М Н Ң О Ө П Р С Ҫ Т У Ү Ф Х Һ Ц Ч Ш Щ Ъ Ы Ь Э Ә Ю Я",
    "Crimean Tatar": "A B C Ç D E F G Ğ H I İ J K L M N Ñ O Ö P Q R S Ş T U Ü V Y Z",
    "Corsican": "A B C CHJ D E F G GHJ H I J L M N O P Q R S SC SG T U V Z",
    "Ladin": "A B C D E F G H I J L M N O P Q R S T U V Z",
    "Hawaiian": "A E I O U H K L M N P W ʻ",
    "Navajo":
      "ʼ A B CH CHʼ D DL DZ E G GH H HW I J K Kʼ KW L Ł M N O S SH T Tʼ TŁ TŁʼ TS TSʼ W X Y Z ZH",
    "Nahuatl": "A C CH CU E HU I L M N O P QU T TL TZ X Y Z",
    "Somali": "' B T J X KH D R S SH DH C G F Q K L M N W H Y A E I O U",
    "Quechua": "A CH CHH CH' H I K KH K' L LL M N Ñ P PH P' Q QH Q' R S T TH T' U W Y",
    "Kurdish": "A B C Ç D E Ê F G H I Î J K L M N O P Q R S Ş T U Û V W X Y Z",
    "Ossetic in Latin": "A Æ B C Č D Ð DZ DŽ E F G H X I J K L M N O P Q R S T U V Y Z Ž",
    "Mingrelian": "ა ბ გ დ ე ვ ზ თ ი კ ლ მ ნ ჲ ჷ ო პ ჟ რ ს ტ უ ფ ქ ღ ყ ჸ შ ჩ ც ძ წ ჭ ხ ჯ ჰ",
    "Coptic": "Ⲁ Ⲃ Ⲅ Ⲇ Ⲉ Ⲋ Ⲍ Ⲏ Ⲑ Ⲓ Ⲕ Ⲗ Ⲙ Ⲛ Ⲝ Ⲟ Ⲡ Ⲣ Ⲥ Ⲧ Ⲩ Ⲫ Ⲭ Ⲯ Ⲱ Ϣ Ϥ Ϧ Ϩ Ϫ Ϭ Ϯ",
    "Blin": "ሀ ለ ሐ መ ሰ ሸ ረ ቀ በ ተ ነ አ ከ ወ ዐ የ ደ ጀ ገ ጠ ጨ ፈ",
    "Adlam": "𞤀 𞤁 𞤂 𞤃 𞤄 𞤅 𞤆 𞤇 𞤈 𞤉 𞤊 𞤋 𞤌 𞤍 𞤎 𞤏 𞤐 𞤑 𞤒 𞤓 𞤔 𞤕 𞤖 𞤗 𞤘 𞤙 𞤚 𞤛",
  ]

  /// Root's order has a letter and its final form under one primary weight.
  @Test(arguments: [
    ("el", "Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Σ Τ Υ Φ Χ Ψ Ω", ["Μάραθος", "Μάρας", "ςα", "σβ"]),
    ("he", "א ב ג ד ה ו ז ח ט י כ ל מ נ ס ע פ צ ק ר ש ת", ["םא", "מב", "שלוא", "שלום", "שלומי"]),
  ])
  func finalFormsAreTheirLetters(locale: String, list: String, words: [String]) throws {
    let (alphabet, collation) = try Self.collation(list)
    let sorted = try Collator(locale: locale).sorted(words)
    #expect(collation.collator.sorted(words.shuffled()) == sorted)
    for word in words {
      let title = collation.sectionTitles[collation.section(for: word)]
      #expect(alphabet.letters.contains(title))
    }
  }

  @Test func apostrophesAreOneLetter() throws {
    let (_, collation) = try Self.collation("A G N NG NG' O")
    let titles = ["Ng'oma", "Ng’oma", "NGʼoma", "Ngoma"].map {
      collation.sectionTitles[collation.section(for: $0)]
    }
    #expect(titles == ["NG'", "NG'", "NG'", "NG"])
  }

  @Test(arguments: ["가 나", "ㄱ ㄴ", "A \u{FFFE}"])
  func lettersThatRulesCannotHave(list: String) {
    #expect(throws: CollationError.self) { try Alphabet(list) }
  }

  private static func collation(
    _ list: String, _ options: CollatorOptions = CollatorOptions()
  ) throws -> (alphabet: Alphabet, collation: LocalizedIndexedCollation) {
    let alphabet = try Alphabet(list)
    let collator = try Collator(rules: alphabet.rules, options: options)
    return (alphabet, try LocalizedIndexedCollation(collator: collator, layout: alphabet.layout))
  }

  /// The numbers of a word's letters in capitals, where the longest letter counts: -1 for a rest,
  /// such as the U of C and HU if there is CH.
  private static func numbers(of word: String, _ letters: [String]) -> [Int] {
    var numbers: [Int] = []
    let letters = letters.map { $0.uppercased() }
    var rest = Array(word.uppercased().unicodeScalars)[...]
    while !rest.isEmpty {
      let fitting = letters.indices.filter { rest.starts(with: letters[$0].unicodeScalars) }
      func length(_ letter: Int) -> Int { letters[letter].unicodeScalars.count }
      let longest = fitting.max { length($0) < length($1) }
      numbers.append(longest ?? -1)
      rest = rest.dropFirst(longest.map(length) ?? 1)
    }
    return numbers
  }

  /// Words of letters, as the list has them, by a comparison letter by letter.
  @Test(arguments: alphabets.values.sorted()) func wordsAreInTheOrderOfLetters(list: String) throws
  {
    let options = CollatorOptions.with { $0.strength = .primary }
    let (alphabet, collation) = try Self.collation(list, options)
    #expect(alphabet.description == list)
    #expect(collation.sectionTitles == alphabet.letters + ["#"])
    #expect(collation.droppedLabels.isEmpty)
    var random = SeededGenerator(seed: 7)
    let words = (0..<400).map { _ in
      (0..<Int.random(in: 1...5, using: &random)).map { _ in
        alphabet.letters.randomElement(using: &random)!
      }.joined()
    }
    for (word, other) in zip(words, words.dropFirst()) {
      let numbers = [word, other].map { Self.numbers(of: $0, alphabet.letters) }
      let expected: CollationResult =
        numbers[0] == numbers[1]
        ? .equal : numbers[0].lexicographicallyPrecedes(numbers[1]) ? .less : .greater
      #expect(collation.collator.compare(word, other) == expected, "\(word), \(other)")
      #expect(collation.section(for: word) == numbers[0][0], "\(word)")
    }
    for letter in alphabet.letters where !list.contains("İ") {
      #expect(collation.collator.compare(letter, letter.lowercased()) == .equal)
    }
  }

  /// Letters of the script that are not listed, digits, and other scripts have no letter's section,
  /// in any order of scripts; the letters keep theirs.
  @Test(arguments: alphabets.values.sorted()) func otherLettersAreInTheCatchAll(list: String) throws
  {
    let alphabet = try Alphabet(list)
    let others = [
      "q", "Ŵ", "ʘ", "ʭ", "ʬ", "ѵ", "Ԯ", "Ⴀ", "ჺ", "ⳉ", "ቐ", "𞥃", "α", "א", "一", "5", "!", "",
    ]
    let cases: [[String]?] = [
      nil, ["Grek", "Latn"], ["digit", "Cyrl", "Latn"], ["others", "symbol"],
    ]
    for codes in cases {
      let options = CollatorOptions.with { $0.reorderCodes = codes }
      let collation = try Self.collation(list, options).collation
      #expect(collation.sectionTitles == alphabet.letters + ["#"])
      for (number, letter) in alphabet.letters.enumerated() {
        #expect(collation.section(for: letter + "5") == number, "\(letter) by \(codes ?? [])")
      }
      for other in others {
        // The first of its characters without marks may be a letter of the alphabet.
        let base = other.unicodeScalars.first.flatMap {
          ICUCharacter.decomposition(of: $0.value).first
        }
        .flatMap(Unicode.Scalar.init).map { String($0).uppercased() }
        if alphabet.letters.contains(where: { $0 == base || $0 == other.uppercased() }) { continue }
        #expect(collation.sectionTitles[collation.section(for: other)] == "#", "\(other)")
      }
    }
  }

  @Test func lettersWithMarksAndCase() throws {
    let collation = try Self.collation("A Ā CH C").collation
    func title(_ name: String) -> String { collation.sectionTitles[collation.section(for: name)] }
    #expect(
      ["Ādi", "a\u{304}di", "Ádi", "Chebet", "chi", "CHI", "Czar"].map(title) == [
        "Ā", "Ā", "A", "CH", "CH", "CH", "C",
      ])
    #expect(
      collation.sortedArray(from: ["CH", "Ch", "ch", "c", "C"]) == ["ch", "Ch", "CH", "c", "C"])
    // Unicode, CaseFolding.txt: Turkic. ß has no capital of one letter.
    let turkic = try Self.collation("I İ S ß").collation
    #expect(
      ["ılım", "ISI", "inci", "İZ", "ß", "SS"].map(turkic.section(for:)) == [0, 0, 1, 1, 3, 2])
  }

  /// UTS #35, Part 5, 3.4: all of these have a meaning in rules.
  @Test func syntaxIsText() throws {
    let list = "A ' '' & < [A] \\B # | / = *B {}"
    let (alphabet, collation) = try Self.collation(list)
    #expect(alphabet.letters.count == 13)
    for (number, letter) in alphabet.letters.enumerated() {
      #expect(collation.collator.compare(letter, "A") == (number == 0 ? .equal : .greater))
    }
  }

  @Test(
    arguments: [
      ("", "0 letters"), ("   ", "0 letters"), ("A B a", "'a' is twice"), ("Ch cH", "twice"),
      ("É E\u{301}", "twice"), ("A\nB", "U+A in"), ("A\u{0}", "U+0 in"), ("A \u{301}", "mark"),
      ("1 2", "script"), ("A" + String(repeating: "\u{301}", count: 16), "too long"),
      ((0...512).map { "A\($0)" }.joined(separator: " "), "513 letters"),
    ])
  func badListsAreRefused(list: String, reason: String) {
    #expect {
      try Alphabet(list)
    } throws: { error in
      let error = error as? CollationError
      return error?.code == .invalidAlphabet && error?.description.contains(reason) == true
    }
  }

  /// The most letters that a list can have are not too costly, and neither is the layout's title.
  @Test func longAlphabetsOpen() throws {
    let letters = (0..<512).map { "A\(UnicodeScalar(UInt32(0xE000 + $0))!)" }
    let (alphabet, collation) = try Self.collation(letters.joined(separator: "\u{3000}"))
    #expect(alphabet.letters == letters && collation.sectionTitles.count == 513)
  }

  /// Without labels of their own, such lists have one section.
  @Test func layoutsOfNoLabels() throws {
    var layout = SectionLayout.uikit
    layout.scriptOrder = .labelsOnly
    for locale in ["en", "ru", "root"] {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      #expect(collation.sectionTitles == ["#"])
      #expect(collation.section(for: "Anna") == 0)
    }
    layout.labelLocales = ["ru"]
    let russian = try LocalizedIndexedCollation(locale: "ru")
    let labels = try LocalizedIndexedCollation(locale: "root", layout: layout).sectionTitles
    #expect(labels == russian.sectionTitles.filter { $0 > "Z" || $0 == "#" })
  }
}
