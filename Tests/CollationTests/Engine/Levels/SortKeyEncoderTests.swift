import CollationTestSupport
import Testing

@testable import Collation

/// Whole keys of names that each try another way through the walk, against ICU's own.
@Suite struct SortKeyEncoderTests {
  private func key(of name: String, _ table: LevelTable, levels: Int) -> [UInt8]? {
    let bytes = Array(name.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: SortKeyEncoder.room(forBytes: bytes.count)
      ) { memory in
        SortKeyEncoder.write(bytes, table, levels: levels, to: memory.baseAddress!).map {
          [UInt8](UnsafeBufferPointer(start: memory.baseAddress, count: $0))
        }
      }
    }
  }

  @Test(arguments: ["root", "cs", "fr_CA"])
  func keysAreThoseOfICU(locale: String) throws {
    let table = try LevelTable(PrimaryTable(locale))
    let reference = try #require(ReferenceCollator(locale: locale))
    let names = [
      // The loops for letters of one, two and three bytes, and where each ends.
      "", "a", "abc", "Abc", "я", "явь", "か", "かな", "aя", "яa", "aяか", "かaя", "日本", "日a本",
      // Accents, as one character and as marks; at the beginning, in the middle, at the end.
      "é", "écho", "déjà", "e\u{301}", "ae\u{301}\u{323}", "ёлка", "がか",
      // Characters of four bytes, contractions, U+FFFE, more common weights than a byte counts.
      "\u{1D400}a", "chata", "Chata", "Ada\u{FFFE}Лы", String(repeating: "a", count: 40) + "é",
    ]
    var proved = 0
    for name in names {
      guard let key = key(of: name, table, levels: 3) else { continue }
      proved += 1
      #expect(key == reference.sortKey(Array(name.utf8)), "\(name)")
    }
    // Marks out of canonical order, and U+FFFE where accents are written backwards.
    #expect(proved == names.count - (locale == "fr_CA" ? 2 : 1))
    #expect(key(of: "\u{301}", table, levels: 3) == nil)
  }

  /// A word may begin with a contraction that leaves the script of the word before, or that the
  /// primary level ignores: its lead byte is not written then. Against ICU's keys.
  @Test func wordsThatBeginWithContractions() throws {
    let collator = try Collator(rules: "&y < αβ &z < дж &[before 1]一 < かき &\\u0301 <<< γδ")
    let request = collator.storage.request
    let table = try LevelTable(PrimaryTable(PrimarySource(Collator(request.atPrimaryStrength))))
    var proved = 0
    for name in ["γγ αβ", "γγ αγ", "γγ-αβγ", "ба дж", "ба дв", "ба д", "まみ かき", "まみ かみ", "αα γδα"] {
      guard let key = key(of: name, table, levels: 3) else { continue }
      proved += 1
      #expect(key == collator.sortKeyByICU(of: name.utf8.span), "\(name)")
    }
    #expect(proved >= 6)
  }

  /// ASCII is taken eight characters at a time, and the last eight overlap those before. A hyphen
  /// has two bytes on the primary level, or none if it is shifted, as spaces are.
  @Test(arguments: ["en", "cs", "da", "fr-CA", "en-u-kf-upper", "en-u-ka-shifted"])
  func keysOfASCIIOfEachLength(locale: String) throws {
    let table = try LevelTable(PrimaryTable(locale))
    let reference = try #require(ReferenceCollator(locale: locale))
    var proved = 0
    let others = ["", "-", "L4", "ch", "aa", "Aa", "\t", "\u{0}", "é"]
    for (space, length) in [" ", "x"].flatMap({ space in (0...26).map { (space, $0) } }) {
      let name = (0..<length).map { ["e", "B", space, "z", "9"][$0 * 7 % 5] }.joined()
      for (other, place) in others.flatMap({ other in [0, 7, 8, length].map { (other, $0) } }) {
        let name = name.prefix(place) + other + name.dropFirst(place)
        guard let key = key(of: String(name), table, levels: 3) else { continue }
        proved += 1
        #expect(key == reference.sortKey(Array(name.utf8)))
      }
    }
    #expect(proved > 0)
  }

  /// Those taken so have one byte on ICU's primary level, but are not the second of a context of
  /// ASCII, which the rules of Czech and Danish name (CLDR): ch and aa.
  @Test(arguments: [("root", ""), ("cs", "hH"), ("da", "aA")])
  func shortCharactersHaveOneByte(locale: String, seconds: String) throws {
    let table = try LevelTable(PrimaryTable(locale))
    let reference = try #require(ReferenceCollator(locale: locale))
    for byte in UInt8(0)..<0x80 {
      let level = reference.sortKey([byte]).prefix { $0 != 1 }
      let isShort = level.count == 1 && !seconds.utf8.contains(byte)
      #expect((table.plain.ofShort[Int(byte)] != 0) == isShort, "\(byte)")
    }
  }

  /// A key of fewer levels is the beginning of the whole key, and its end.
  @Test func fewerLevels() throws {
    let table = try LevelTable(PrimaryTable("root"))
    let reference = try #require(ReferenceCollator(locale: "root"))
    for name in ["", "Déjà", "Ёлка", "かな", "Anna Miller 4"] {
      let levels = reference.sortKey(Array(name.utf8)).dropLast()
        .split(separator: 1, omittingEmptySubsequences: false)
      for count in 1...3 {
        #expect(
          key(of: name, table, levels: count)
            == Array(levels.prefix(count).joined(separator: [1])) + [0])
      }
    }
  }
}
