import CollationTestSupport
import Testing

@testable import Collation

/// The encoders against ICU. Where the table proves a name simple, the level that they write has to
/// be the beginning of ICU's own sort key at primary strength.
@Suite struct EncoderTests {
  private static let scripts = Coverage.isSlice ? 2 : Int.max

  /// Checks names, in the code of the table, in one that suits them, and in codes with runs;
  /// returns how many the table proved simple, and how many were made of runs.
  ///
  /// - Parameters:
  ///   - scripts: The most scripts that get codes with runs; `seed` chooses them.
  ///   - namesInARow: How many names in a row share the code with runs.
  private func check(
    _ names: [[UInt8]], _ table: PrimaryTable, _ comment: String, scripts: Int = .max,
    seed: Int = 0, namesInARow: Int = 1
  ) -> (simple: Int, inRuns: Int) {
    func fail(_ name: [UInt8], _ kind: String) {
      let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
      Issue.record("\(comment), \(kind): \(scalars.map { String($0.value, radix: 16) })")
    }
    let keys = names.map { name in
      name.withUnsafeBufferPointer { table.sortKeyByICU(of: $0) }
    }
    let runTables = RunTable.tables(table, for: keys, scripts: scripts, seed: seed)
    let recoded = table.recoded(in: PrimaryCode(levels: keys.map { Array($0.primaryLevel) }))
    var (simple, inRuns) = (0, 0)
    for (number, (name, key)) in zip(names, keys).enumerated() {
      if !runTables.isEmpty {
        let runs = runTables[number / namesInARow % runTables.count]
        let expected = runs.bits(ofKeyByICU: key)
        if runs.bitsOfAny(name) != expected { fail(name, "by way of bytes") }
        if let bits = runs.bits(of: name) {
          inRuns += 1
          if bits != expected { fail(name, "runs") }
        }
      }
      guard let bits = table.bits(of: name) else { continue }
      simple += 1
      if bits != table.bits(ofKeyByICU: key) { fail(name, "bytes") }
      if let bits = recoded.bits(of: name), bits != recoded.bits(ofKeyByICU: key) {
        fail(name, "code")
      }
    }
    return (simple, inRuns)
  }

  @Test(arguments: Coverage.collators)
  func keysOfHostileNamesAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude)
    var source = HostileNames(seed: seed)
    for (number, options) in Coverage.options.enumerated() {
      // A short run has one more set of options for each collator.
      if Coverage.isSlice && number > 0 && number != 1 + Int(seed % 4) { continue }
      let table = try PrimaryTable(locale, options)
      let (simple, _) = check(
        source.names(Coverage.names), table, "\(locale) \(number)", scripts: Self.scripts,
        seed: Int(seed % 10) + number)
      #expect(simple > Coverage.names / 10)
    }
  }

  /// Names in one script, which are made of runs.
  @Test(arguments: Coverage.locales)
  func keysOfNamesInOneScriptAreTheBeginningsOfThoseOfICU(locale: String) throws {
    var source = HostileNames(seed: 31)
    let table = try PrimaryTable(locale)
    var inRuns = 0
    for (number, script) in HostileNames.scripts.enumerated() {
      let names = (0..<Coverage.names).map { _ in source.next(in: script) }
      inRuns +=
        check(
          names, table, "\(locale) U+\(String(script.lowerBound, radix: 16))",
          scripts: Self.scripts,
          seed: number
        ).inRuns
    }
    #expect(inRuns > Coverage.names / 10)
  }

  /// Every contextual string of the collator, with letters and marks around and within it.
  @Test(arguments: Coverage.locales)
  func keysOfContextsAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let table = try PrimaryTable(locale)
    let strings = try Collator(locale: locale).storage.icu.contextualStrings()
    let marks: [UInt32] = [0x300, 0x301, 0x31B, 0x323, 0x327, 0x334, 0x20DD, 0x3099, 0x5B0, 0x94D]
    var names: [[UInt32]] = []
    for (number, string) in strings.enumerated() where number % (Coverage.isSlice ? 23 : 1) == 0 {
      let mark = marks[number % marks.count]
      names += [
        string, [0x61] + string + [0x62], string + string, string + [mark], [mark] + string,
      ]
      names += (1..<string.count).flatMap { place in
        let (head, tail) = (Array(string[..<place]), Array(string[place...]))
        return [
          head + [mark] + tail, head + [mark, marks[number % 3]] + tail, head + [0x1] + tail,
          head + head + tail, tail + head,
        ]
      }
      names.append(string + strings[(number * 31) % strings.count])
    }
    let texts = names.map {
      Array(String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init))).utf8)
    }
    #expect(check(texts, table, locale).simple > 0)
  }

  /// The first two characters of each contextual string of three or more, before every letter that
  /// the strings or Latin have, alone, with marks and as parts of composites: whether the two
  /// collate one by one depends on what follows.
  @Test(arguments: Coverage.locales)
  func keysOfBeginningsOfContextsAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let table = try PrimaryTable(locale)
    let strings = try Collator(locale: locale).storage.icu.tailoredStrings().filter {
      $0.count > 2
    }
    let thirds =
      Set(strings.flatMap { $0.dropFirst() }).union(0x61...0x7A).union(0xC0...0x17F)
      .union(0x1E00...0x1EFF).sorted().compactMap(Unicode.Scalar.init)
    let tails = ["", "\u{323}", "\u{301}\u{323}", "x"]
    // Odd, so that each tail has its turn.
    let step = strings.count * thirds.count * tails.count / (Coverage.isSlice ? 5_000 : 500_000) | 1
    var names: [[UInt8]] = []
    var number = 0
    for string in strings {
      let pair = String(String.UnicodeScalarView(string.prefix(2).compactMap(Unicode.Scalar.init)))
      for third in thirds {
        for tail in tails {
          number += 1
          if number % step == 0 { names.append(Array("\(pair)\(third)\(tail)".utf8)) }
        }
      }
    }
    let simple = check(names, table, locale, scripts: Self.scripts, namesInARow: 1000).simple
    // nny, ssz, tty: most letters after nn, ss or tt end no contraction.
    if locale == "hu" { #expect(simple > 0) }
  }

  /// Every code point alone, before and after a letter, a mark, a digit and the parts of a
  /// contextual string.
  @Test(arguments: ["root", "sv", "cs", "ru", "ja", "zh", "ko", "th"])
  func keysOfCodePointsAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let table = try PrimaryTable(locale)
    let contexts = try Collator(locale: locale).storage.icu.contextualStrings().filter {
      $0.count > 1
    }
    let step = Coverage.codePointStep
    // Beyond the third plane there are few characters.
    let codePoints =
      Array(stride(from: 0, to: 0x30000, by: step))
      + stride(from: 0x30000, to: 0x110000, by: 97 * step)
    let scalars = codePoints.compactMap { Unicode.Scalar(UInt32($0)) }
    let names = scalars.enumerated().flatMap { number, scalar in
      let context = contexts[(number * 31) % contexts.count].compactMap(Unicode.Scalar.init)
      return [
        "\(scalar)", "a\(scalar)b\(scalar)", "\u{915}\(scalar)\u{6A9}", "\(scalar)\u{301}",
        "a\u{323}\(scalar)", "1\(scalar)2", "\(context[0])\(scalar)",
        "\(scalar)\(context[context.count - 1])", "\(context[0])\(scalar)\(context[1])",
      ]
    }.map { Array($0.utf8) }
    // The nine names of a code point, since its block is made for each code with runs.
    #expect(check(names, table, locale, namesInARow: 9).simple > names.count / 4)
  }

  /// Characters of several weights, of which the first continues the run of the letter before and
  /// the last does not, such as ㍓.
  @Test(arguments: ["root", "ja"])
  func keysOfCompatibilityCharactersBehindLettersAreTheBeginningsOfThoseOfICU(locale: String) throws
  {
    let table = try PrimaryTable(locale)
    let blocks: [ClosedRange<UInt32>] = [0x2100...0x218F, 0x3200...0x33FF, 0xFB00...0xFDFF]
    let letters: [Unicode.Scalar] = ["ボ", "α", "а", "א", "ا", "a", "가"]
    let names = blocks.joined().compactMap(Unicode.Scalar.init).flatMap { character in
      letters.map { Array("\($0)\(character)\($0)".utf8) }
    }
    #expect(check(names, table, locale).simple > names.count / 4)
  }

  /// Eight bytes are taken at once, so what is not simple stands at every place among letters of
  /// one, two and three bytes, and where a key is full.
  @Test(arguments: ["en", "sv", "cs", "hu", "da", "vi", "tr", "cy", "es-u-co-trad", "en-u-kr-grek"])
  func keysAreTheBeginningsOfThoseOfICUWhereverAStepEnds(locale: String) throws {
    let table = try PrimaryTable(locale)
    let middles = [
      "", "ch", "c", "h", "dzs", "aa", "ll", "rh", "a\u{301}", "\u{301}", "l·l",
      "\(Unicode.Scalar(0xFDD1 as UInt32)!)L", "\u{0}",
      "\(SortKeyFormat.separator)", "-", "ǆ", "ể", "ß", "я", "한", "ᄒ", "\u{1D15E}", "\u{AD}",
      "\u{E0}\u{323}",
    ]
    var names: [[UInt8]] = []
    for middle in middles {
      for length in 0...40 {
        for letters in ["Anna", "aåö", "ếa", "ňc", "l", "Ya, Y"] {
          let head = String(repeating: letters, count: 10).prefix(length)
          for tail in Coverage.isPart ? ["h"] : ["", "h", "Gunnarsson", "\u{327}na"] {
            names.append(Array((head + middle + tail).utf8))
          }
        }
      }
    }
    // Cut within a character, so that the last bytes are ill-formed.
    names += names.filter { $0.count % 7 == 0 }.map { Array($0.dropLast()) }
    #expect(check(names, table, locale).simple > names.count / 4)
  }

  /// Three bytes are taken at once among ideographs, and eight among letters, also where bytes are
  /// ill-formed. ICU takes these for U+FFFD.
  @Test(arguments: ["en", "cs", "vi", "ja", "ko", "zh"])
  func keysOfIllFormedBytesAreTheBeginningsOfThoseOfICUWhereverAStepEnds(locale: String) throws {
    let table = try PrimaryTable(locale)
    let middles: [[UInt8]] = [
      [0xC3], [0xA9], [0xC1, 0xB8], [0xC3, 0xA1, 0xB8], [0xE1], [0xE1, 0xBA], [0xE1, 0xA1, 0xB8],
      [0xE1, 0xC3, 0xA9], [0xE2, 0xA1, 0xB8], [0xE5, 0xB1], [0xE5, 0xB1, 0xB1, 0xB1],
      [0xE5, 0x31, 0x31], [0xE5, 0x31, 0xB1], [0xE5, 0xB1, 0x31], [0xED, 0x15, 0x1C],
      [0xEA, 0x35, 0x2D],
      [0xED, 0xA0, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0xA1, 0xB8], [0xF0, 0xA0, 0x80, 0x80],
      Array("\u{301}".utf8), Array("\u{3099}".utf8), Array("\u{302A}\u{323}".utf8), Array("ー".utf8),
    ]
    var names: [[UInt8]] = []
    for letters in ["Anna", "aåö", "ếa", "Cé", "山", "山 ", "ア", "山ア", "한국"] {
      for length in 0...20 {
        let head = Array(String(repeating: letters, count: 20).prefix(length).utf8)
        for middle in middles {
          names += [head + middle, head + middle + Array("\(letters)na".utf8)]
        }
      }
    }
    #expect(check(names, table, locale).simple > 0)
  }

  /// Letters of three bytes are looked up in a run before anything has decoded them, so wrong bits
  /// of a later byte must not pass.
  @Test(arguments: ["ko", "en"])
  func illFormedLettersAreNotTakenInRuns(locale: String) throws {
    let table = try PrimaryTable(locale)
    let letters = ["한", "국", "山", "か", "な", "ქ"].map { Array($0.utf8) }
    let wrong = letters.flatMap { letter in
      [(0x80, 0), (0, 0x80), (0x80, 0x80), (0x40, 0), (0, 0x40)].map { second, third in
        [letter[0], letter[1] ^ UInt8(second), letter[2] ^ UInt8(third)]
      }
    }
    let heads = ["한국한국", "かなかな", "ქართ"].map { Array($0.utf8) }
    // U+00AD is ignored, and so stays in a run; it must not count as a letter of two bytes.
    _ = table.weights(0xAD)
    // The first name has the letters' weights made.
    let names =
      [Array("한국山".utf8)] + heads
      + heads.flatMap { head in wrong.flatMap { [head + $0, head + $0 + head] } }
    var tablesOfScripts = Set<UInt32>()
    let keys = names.map { name in
      name.withUnsafeBufferPointer { table.sortKeyByICU(of: $0) }
    }
    for runs in RunTable.tables(table, for: keys) {
      for letter: UInt32 in [0xD55C, 0x304B, 0x10E5] where !runs.weights(letter).inside.isComplex {
        tablesOfScripts.insert(letter)
        #expect(runs.letterLength == 3)
      }
      for (name, key) in zip(names, keys) {
        let expected = runs.bits(ofKeyByICU: key)
        #expect(runs.bitsOfAny(name) == expected)
        if let bits = runs.bits(of: name) { #expect(bits == expected) }
      }
    }
    #expect(tablesOfScripts.count == 3)
  }

  /// A script's letters have two bytes even if a block of its rare letters, which have three, has
  /// been made.
  @Test(arguments: [
    ("el", "Ελληνικά", "ἀ"), ("he", "שלום", "\u{FB21}"), ("ar", "سلام", "\u{FEFB}"),
  ])
  func rareLettersDoNotDecideTheLength(locale: String, name: String, rare: String) throws {
    let table = try PrimaryTable(locale)
    for scalar in (name + rare).unicodeScalars { _ = table.weights(scalar.value) }
    let key = Array(name.utf8).withUnsafeBufferPointer { table.sortKeyByICU(of: $0) }
    let tables = RunTable.tables(table, for: [key]).filter {
      !$0.weights(name.unicodeScalars.first!.value).inside.isComplex
    }
    #expect(!tables.isEmpty)
    for runs in tables { #expect(runs.letterLength == 2) }
  }

  /// Rules may give U+0000 a weight, which the bytes after the end of a name do not have.
  @Test func keysAreTheBeginningsOfThoseOfICUWhereU0000HasAWeight() throws {
    let request = Collator.Request(source: .rules("&b<'\u{0}'"), options: CollatorOptions())
    let table = PrimaryTable(
      try PrimarySource(Collator(request.atPrimaryStrength)), limit: .none)
    let names = (0...20).flatMap { length in
      ["", "\u{0}", "\u{0}c"].map { Array((String(repeating: "a", count: length) + $0).utf8) }
    }
    #expect(names.contains { table.bits(of: $0) != table.bits(of: $0.filter { $0 != 0 }) })
    #expect(check(names, table, "U+0000").simple > 0)
  }

  /// Of names that are very long, no more is read than a sample needs.
  @Test func aSampleReadsTheBeginningsOfNames() throws {
    let table = try PrimaryTable("sv")
    let name = Array(String(repeating: "long", count: 10_000).utf8)
    let bytes = name.withUnsafeBufferPointer { table.bytesByTable(of: $0, limit: 32) }
    #expect((32...40).contains(try #require(bytes).count))
  }
}
