internal import Collation

/// The letters that people type, and the letters that a language treats as equal.
///
/// A name's letter may have marks that the typed one lacks: *asymmetric search* (UTS #10, 8.2). The
/// letters of all languages form one set, so one index serves lists in any language.
final class SearchLetters: Sendable {
  /// A letter of ``collator``, and the secondary weights of its marks.
  struct Letter: Hashable {
    var primary: UInt32
    var marks: [UInt16]
  }

  /// Letters that, when typed, also find others: `ue` finds ü in German.
  struct Equality: Hashable {
    var typed: [Letter]
    var found: [Letter]
  }

  /// ICU's order for searching, with ``rules``.
  let collator: Collator
  /// The equalities of the list's language and, in every language, of ICAO's transliteration of
  /// names (Doc 9303, part 3).
  let equalities: [Equality]
  /// The primary weights of ASCII; 0 for characters that don't count.
  let ascii: [UInt32]
  /// The ASCII letters and digits, by their primary weights.
  let asciiLetters: [UInt32: UInt8]
  /// The Hangul consonants.
  let consonants: Set<UInt32>
  /// Consonants that may be adjacent in one character, such as ㄲ and ㅄ.
  let consonantPairs: Set<[UInt32]>
  private let own: Collator

  /// CLDR's search order for all languages, which treats ł as a variant of l, œ of oe, all forms of
  /// alef as variants of one, and Hangul as typed, jamo by jamo; then:
  ///
  /// - each letter that CLDR's `Latin-ASCII` transliterates to plain letters, as a variant of
  ///   those, and letters of African languages and Azerbaijani by shape;
  /// - ß as ss, œ as oe, ё as е, and և as եվ;
  /// - Cyrillic letters of other languages as Russian letters, which their readers' keyboards have,
  ///   other forms of Arabic letters as the basic ones, and one Indian nasal sign as the other;
  /// - the double consonants of Hangul that a keyboard types by themselves as two;
  /// - the kana sign for long vowels as a mark, while ʻ and other signs used as an apostrophe don't
  ///   count.
  static let rules = """
    [import und-u-co-search]\
    &a<<ᴀ<<ᶏ<<ẚ<<ⱥ<<<Ⱥ&ae<<ᴁ&b<<ƀ<<<Ƀ<<ƃ<<<Ƃ<<ɓ<<<Ɓ<<ʙ<<ᴃ<<ᵬ<<ᶀ<<ꞗ<<<Ꞗ\
    &c<<ƈ<<<Ƈ<<ȼ<<<Ȼ<<ɕ<<ᴄ<<ꞓ<<<Ꞓ&d<<ƌ<<<Ƌ<<ȡ<<ɖ<<<Ɖ<<ɗ<<<Ɗ<<ᴅ<<ᴆ<<ᵭ<<ᶁ<<ᶑ<<ꝱ&dz<<ʥ\
    &e<<ɇ<<<Ɇ<<ɛ<<<Ɛ<<ᴇ<<ᶒ<<ᶓ<<ⱸ<<ə<<<Ə<<ǝ<<<Ǝ&f<<ƒ<<<Ƒ<<ᵮ<<ᶂ<<ꜰ\
    &g<<ǥ<<<Ǥ<<ɠ<<<Ɠ<<ɡ<<<Ɡ<<ɢ<<ʛ<<ᶃ<<ɣ<<<Ɣ&h<<ɦ<<<Ɦ<<ɧ<<ʜ<<ⱨ<<<Ⱨ&hv<<ƕ<<<Ƕ\
    &ss<<<ß<<<ẞ&i<<ı<<ɨ<<<Ɨ<<ɪ<<<Ɪ<<ᵻ<<ᶖ<<ɩ<<<Ɩ&j<<ȷ<<ɉ<<<Ɉ<<ɟ<<ʝ<<<Ʝ<<ᴊ\
    &k<<ƙ<<<Ƙ<<ᴋ<<ᶄ<<ⱪ<<<Ⱪ<<ꝁ<<<Ꝁ<<ꝃ<<<Ꝃ<<ꝅ<<<Ꝅ\
    &l<<ƚ<<<Ƚ<<ȴ<<ɫ<<<Ɫ<<ɬ<<<Ɬ<<ɭ<<ʟ<<ᴌ<<ᶅ<<ⱡ<<<Ⱡ<<ꝇ<<<Ꝇ<<ꝉ<<<Ꝉ<<ꝲ&m<<ɱ<<<Ɱ<<ᴍ<<ᵯ<<ᶆ<<ꝳ\
    &n<<ŋ<<<Ŋ<<ƞ<<<Ƞ<<ȵ<<ɲ<<<Ɲ<<ɳ<<ɴ<<ᵰ<<ᶇ<<ꝴ<<ꞑ<<<Ꞑ\
    &o<<ɵ<<<Ɵ<<ᴏ<<ⱺ<<ꝋ<<<Ꝋ<<ꝍ<<<Ꝍ<<ɔ<<<Ɔ&oe<<<œ<<<Œ<<ɶ&oi<<ƣ<<<Ƣ\
    &p<<ƥ<<<Ƥ<<ᴘ<<ᵱ<<ᵽ<<<Ᵽ<<ᶈ<<ꝑ<<<Ꝑ<<ꝓ<<<Ꝓ<<ꝕ<<<Ꝕ&q<<ɋ<<<Ɋ<<ĸ<<ʠ<<ꝗ<<<Ꝗ<<ꝙ<<<Ꝙ\
    &r<<ɍ<<<Ɍ<<ɼ<<ɽ<<<Ɽ<<ɾ<<ʀ<<<Ʀ<<ᵲ<<ᵳ<<ᶉ<<ꝵ<<ꝶ&s<<ȿ<<<Ȿ<<ʂ<<<Ʂ<<ᵴ<<ᶊ<<ẜ<<ẝ<<ꜱ\
    &t<<ŧ<<<Ŧ<<ƫ<<ƭ<<<Ƭ<<ȶ<<ʈ<<<Ʈ<<ᴛ<<ᵵ<<ⱦ<<<Ⱦ<<ꝷ&th<<þ<<<Þ<<ꝥ<<<Ꝥ<<ꝧ<<<Ꝧ\
    &u<<ʉ<<<Ʉ<<ᴜ<<ᵾ<<ᶙ<<ʊ<<<Ʊ&ue<<ᵫ&v<<ʋ<<<Ʋ<<ᴠ<<ᶌ<<ỽ<<<Ỽ<<ⱱ<<ⱴ<<ꝟ<<<Ꝟ\
    &w<<ᴡ<<ⱳ<<<Ⱳ&x<<ᶍ<<ℌ&y<<ƴ<<<Ƴ<<ɏ<<<Ɏ<<ʏ<<ỿ<<<Ỿ\
    &z<<ƶ<<<Ƶ<<ȥ<<<Ȥ<<ɀ<<<Ɀ<<ʐ<<ʑ<<ᴢ<<ᵶ<<ᶎ<<<Ᶎ<<ⱬ<<<Ⱬ<<ʒ<<<Ʒ\
    &а<<ә<<<Ә<<ӕ<<<Ӕ&г<<ғ<<<Ғ<<ґ<<<Ґ<<ҕ<<<Ҕ&е<<<ё<<<Ё<<є<<<Є&ж<<җ<<<Җ&з<<ҙ<<<Ҙ\
    &и<<й<<<Й<<і<<<І&к<<қ<<<Қ<<ҡ<<<Ҡ<<ҝ<<<Ҝ&н<<ң<<<Ң<<ҥ<<<Ҥ&о<<ө<<<Ө&с<<ҫ<<<Ҫ\
    &у<<ү<<<Ү<<ұ<<<Ұ&х<<һ<<<Һ<<ҳ<<<Ҳ&ч<<ҷ<<<Ҷ<<ҹ<<<Ҹ&վ<<<ւ<<<Ւ&եվ<<<և\
    &ا<<ٱ<<ٲ<<ٳ&ر<<ڕ&ك<<<ک<<<ﮎ<<<ﮏ<<<ﮐ<<<ﮑ<<ڪ&ل<<ڵ\
    &ه<<<ہ<<<ﮦ<<<ﮧ<<<ﮨ<<<ﮩ<<ھ<<ۀ<<ۃ&و<<ۆ<<ۇ<<ۈ\
    &ي<<<ی<<<ﯼ<<<ﯽ<<<ﯾ<<<ﯿ<<<ى<<ۍ<<ې<<ێ\
    &ं<<<ँ&ં<<<ઁ&ਂ<<<ੰ<<<ਁ&ൌ<<<ൗ&ဥ<<ဦ\
    &ᄀᄀ<<<ㄲ&ᄃᄃ<<<ㄸ&ᄇᄇ<<<ㅃ&ᄉᄉ<<<ㅆ&ᄌᄌ<<<ㅉ&ᄀᄉ<<<ㄳ&ᄂᄌ<<<ㄵ&ᄂᄒ<<<ㄶ\
    &ᄅᄀ<<<ㄺ&ᄅᄆ<<<ㄻ&ᄅᄇ<<<ㄼ&ᄅᄉ<<<ㄽ&ᄅᄐ<<<ㄾ&ᄅᄑ<<<ㄿ&ᄅᄒ<<<ㅀ&ᄇᄉ<<<ㅄ\
    [suppressContractions [ーｰ]]&[last primary ignorable]<<ー<<<ｰ\
    &[last secondary ignorable]<<<ʹ<<<ʺ<<<ʻ<<<ʼ<<<ʽ<<<ʾ<<<ʿ<<<ˈ<<<ˊ<<<ˋ<<<'`'<<<´
    """

  private static let cache = BoundedCache<Collator, SearchLetters>(
    capacity: 256, weigh: \.storage.request.weight)

  /// - Complexity: O(1) on a cache hit; otherwise some milliseconds, in which ICU builds the rules
  ///   and lists the tailoring.
  static func of(_ collator: Collator) throws(CollationError) -> SearchLetters {
    try cache.value(for: collator) { () throws(CollationError) in try SearchLetters(collator) }
  }

  /// The letters by themselves, for uses common to all languages.
  static func all() throws(CollationError) -> SearchLetters { try of(Collator(locale: "root")) }

  private init(_ own: Collator) throws(CollationError) {
    var options = CollatorOptions()
    options.alternateHandling = .shifted
    self.own = own
    collator = try Collator(rules: Self.rules, options: options)
    var found: Set<Equality> = []
    for order in [try own.searchOrder(), own] {
      found.formUnion(try Self.equalities(of: order, collator))
    }
    var elements = SearchElements(of: collator)
    for (typed, letter) in [("ae", "ä"), ("oe", "ö"), ("oe", "ø"), ("ue", "ü"), ("aa", "å")] {
      found.insert(
        Equality(
          typed: elements.letters(of: typed.unicodeScalars.map(\.value)),
          found: elements.letters(of: letter.unicodeScalars.map(\.value))))
    }
    // In a fixed order, whatever the process: if there are many, `SearchRanges` leaves some out.
    equalities = found.sorted { $0.primaries.lexicographicallyPrecedes($1.primaries) }
    ascii = (0..<0x80).map { (codePoint: UInt32) in
      elements.letters(of: [codePoint]).first?.primary ?? 0
    }
    let plain = [UInt8]("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    asciiLetters = Dictionary(
      uniqueKeysWithValues: zip(plain.map { [ascii] in ascii[Int($0)] }, plain))
    // First the consonants that keyboards type, then clusters in old texts.
    let typed = (0x3131...0x314E as ClosedRange).map { elements.letters(of: [$0]).map(\.primary) }
    consonants = Set(typed.joined())
    let old = [0x1100...0x115E, 0xA960...0xA97C, 0x3165...0x318E] as [ClosedRange<UInt32>]
    let clusters = typed + old.joined().map { elements.letters(of: [$0]).map(\.primary) }
    consonantPairs = Set(
      clusters.flatMap { letters in zip(letters, letters.dropFirst()).map { [$0, $1] } })
  }

  /// Whether a letter of a name is the plain one in the list's own order, as é is e in French, but
  /// å isn't a in Swedish.
  func isPlain(_ character: Span<UInt8>) -> Bool {
    let text = SearchText(character)
    return own.primaries(of: text.units.span) == collator.primaries(of: text.units.span)
  }

  // MARK: Equalities

  /// The equalities of an order: for each string that it tailors, the plain letters with its
  /// primary weights, such as ue for ü in German telephone books, and å for aa in Danish.
  private static func equalities(
    of order: Collator, _ collator: Collator
  ) throws(CollationError) -> [Equality] {
    let tailoring = try requireICU(to: "list its tailoring", order.storage.icu.tailoring())
    let codePoints = tailoring.codePoints.flatMap { $0.clamped(to: 0...lastLetter) }
    let tailored = (codePoints.map { [$0] } + tailoring.strings).filter { string in
      string.allSatisfy { $0 <= lastLetter }
    }
    // A plain letter is the shortest string with a weight, in lowercase.
    func place(_ string: [UInt32]) -> (Int, Int) { (string.count, isUppercase(string) ? 1 : 0) }
    let strings = (0x61...0x7A).map { [$0] } + tailored.sorted { place($0) < place($1) }
    var plain: [UInt32: [UInt32]] = [:]
    for string in strings {
      let primaries = order.primaries(of: utf16(string).span)
      if primaries.count == 1, plain[primaries[0]] == nil { plain[primaries[0]] = string }
    }
    var elements = SearchElements(of: collator)
    var equalities: [Equality] = []
    for string in strings {
      let letters = order.primaries(of: utf16(string).span).map { plain[$0] }
      guard !letters.isEmpty, letters.allSatisfy({ $0 != nil }) else { continue }
      let other = letters.flatMap { $0! }
      if other == string { continue }
      let (left, right) = (elements.letters(of: string), elements.letters(of: other))
      let areOfOneSecondary =
        order.secondaries(of: utf16(string).span) == order.secondaries(of: utf16(other).span)
      let isTailored =
        order.primaries(of: utf16(string).span) != collator.primaries(of: utf16(string).span)
      guard
        left.map(\.primary) != right.map(\.primary) || areOfOneSecondary
          || isTailored && haveOtherMarks(left, right)
      else { continue }
      equalities += [Equality(typed: left, found: right), Equality(typed: right, found: left)]
        .filter { !$0.isImplied }
    }
    return equalities
  }

  /// Whether letters that an order takes for one differ in marks, as ő and ö do in Hungarian. If
  /// one has all marks of the other, it has an additional one, like ễ compared with ê.
  private static func haveOtherMarks(_ left: [Letter], _ right: [Letter]) -> Bool {
    zip(left, right).contains { left, right in
      let (left, right) = (Set(left.marks), Set(right.marks))
      return !left.isSubset(of: right) && !right.isSubset(of: left)
    }
  }

  /// Beyond it are ideographs and Hangul, of which tailorings have thousands.
  private static let lastLetter: UInt32 = 0x33FF

  private static func isUppercase(_ string: [UInt32]) -> Bool {
    string.contains { Unicode.Scalar($0)?.properties.isUppercase ?? false }
  }

  private static func utf16(_ string: [UInt32]) -> [UInt16] {
    Array(String(String.UnicodeScalarView(string.compactMap(Unicode.Scalar.init))).utf16)
  }
}

extension SearchLetters.Equality {
  /// The weights of both sides, for sorting.
  fileprivate var primaries: [UInt32] {
    typed.map(\.primary) + [0] + found.map(\.primary) + [0]
      + (typed + found).flatMap(\.marks).map(UInt32.init)
  }

  /// Whether the typed letters find the others anyway: they have no marks that the others lack.
  fileprivate var isImplied: Bool {
    typed.count == found.count
      && zip(typed, found).allSatisfy { typed, found in
        typed.primary == found.primary && Set(typed.marks).isSubset(of: found.marks)
      }
  }
}

extension SearchElements {
  fileprivate mutating func letters(of string: [UInt32]) -> [SearchLetters.Letter] {
    let text = String(String.UnicodeScalarView(string.compactMap(Unicode.Scalar.init)))
    var letters: [SearchLetters.Letter] = []
    read(text.utf8.span) { element in
      letters.append(SearchLetters.Letter(primary: element.primary, marks: element.marks))
    }
    return letters
  }
}

extension Collator {
  /// The language's own order for searching, CLDR's collation type `search`; for custom rules, the
  /// rules' own order.
  fileprivate func searchOrder() throws(CollationError) -> Collator {
    if storage.request.isOfRules { return self }
    let language = try requireICU(to: "read its locale", ICULocale.baseName(storage.locale))
    return try Collator(locale: "\(language)@collation=search")
  }

  fileprivate func primaries(of text: Span<UInt16>) -> [UInt32] {
    var primaries: [UInt32] = []
    storage.icu.forEachElement(of: text) { element in
      let primary = UInt32(element.weights >> 32)
      if primary != 0 { primaries.append(primary) }
    }
    return primaries
  }

  /// The weights at the first two levels.
  fileprivate func secondaries(of text: Span<UInt16>) -> [UInt64] {
    var weights: [UInt64] = []
    storage.icu.forEachElement(of: text) { element in
      if element.weights >> 16 != 0 { weights.append(element.weights >> 16) }
    }
    return weights
  }
}
