import Collation
import CollationTestSupport
import Testing

/// What follows from Unicode's own data files for the order of root.
@Suite(.enabled(if: UnicodeData.folder != nil, "\(UnicodeData.absence)"))
struct UnicodeDataTests {
  /// The columns of NormalizationTest.txt are a text, its NFC and NFD, then NFKC and NFKD: the
  /// first three are canonically equivalent, and so are the last two. UTS #10, 1.2 Canonical
  /// Equivalence
  ///
  /// Some strings on which ICU may also hang (ICU-22511) have other keys in Vietnamese: ICU's
  /// fault. So do vowels that decompose into one another in three scripts of Unicode 16:
  /// Tulu-Tigalari, Gurung Khema and Kirat Rai.
  @Test(arguments: Coverage.part(4, of: ["vi", "root", "ja", "ko"]))
  func canonicalEquivalentsHaveTheSameKey(locale: String) throws {
    var names: [String] = []
    for line in try UnicodeData.lines("NormalizationTest.txt") {
      let columns = line.split(separator: ";").prefix(5).compactMap(UnicodeData.text)
      // A new mark has no combining class in an older ICU.
      guard columns.count == 5, columns.allSatisfy(UnicodeData.isKnown) else { continue }
      if locale == "vi", columns.contains(where: { HostileNames.mayHangICU(Array($0.utf8)) }) {
        continue
      }
      names += columns
    }
    #expect(names.count > 18_000 * 5)
    let collator = try Collator(locale: locale, options: .with { $0.strength = .quaternary })
    let keys = Array(collator.sortKeys(of: NameList(names)))
    let reference = try #require(ReferenceCollator(normalizing: locale))
    reference.set(5, to: 3)  // UCOL_STRENGTH, UCOL_QUATERNARY
    var different = 0
    for start in stride(from: 0, to: names.count, by: 5) {
      let equivalents = [(0, 1), (0, 2), (3, 4)].map { (start + $0.0, start + $0.1) }
      for (left, right) in equivalents {
        let result = collator.compare(names[left], names[right])
        #expect((keys[left] == keys[right]) == (result == .equal))
        if keys[left] == keys[right] { continue }
        different += 1
        for place in [left, right] {
          let expected = reference.sortKey(Array(names[place].utf8))
          #expect(Array(keys[place].bytes) == expected, "\(names[place].unicodeScalars)")
        }
      }
    }
    if ReferenceICU.majorVersion < 76 { #expect(different == 0) }
  }

  /// Letters and digits, and the contractions and expansions that begin with them, have the order
  /// of the Default Unicode Collation Element Table also in CLDR's root, which moves characters
  /// that are before the digits, currency signs, and ideographs. UTS #35, Part 5, Root Collation
  @Test func lettersHaveTheOrderOfTheDefaultTable() throws {
    struct Entry {
      var text: String
      var weights: [[UInt16]] = [[], [], []]
    }
    var entries: [Entry] = []
    var version = ""
    var firstDigit: UInt16 = 0
    for line in try UnicodeData.lines("allkeys.txt") {
      if line.hasPrefix("@version ") { version = String(line.dropFirst(9).prefix { $0 != "." }) }
      let parts = line.prefix { $0 != "#" }.split(separator: ";")
      guard parts.count == 2, let text = UnicodeData.text(parts[0]) else { continue }
      let elements = parts[1].split(separator: "[").dropFirst()
        .map {
          $0.dropFirst().prefix { $0 != "]" }.split(separator: ".").map { UInt16($0, radix: 16)! }
        }
      if text == "0" { firstDigit = elements[0][0] }
      let isVariable = parts[1].contains("[*")
      // The last weights are those of characters without an entry, such as ideographs.
      guard !isVariable, elements[0][0] > 0, elements.allSatisfy({ $0[0] < 0xFB00 }),
        text.unicodeScalars.first!.properties.generalCategory != .currencySymbol,
        UnicodeData.isKnown(text)
      else { continue }
      var entry = Entry(text: text)
      for level in 0...2 { entry.weights[level] = elements.map { $0[level] }.filter { $0 > 0 } }
      entries.append(entry)
    }
    entries.removeAll { $0.weights[0][0] < firstDigit }
    entries.sort { left, right in
      let level = (0...2).first { left.weights[$0] != right.weights[$0] }
      return level.map { left.weights[$0].lexicographicallyPrecedes(right.weights[$0]) } ?? false
    }
    #expect(entries.count > 20_000)

    let collator = try Collator(locale: "root")
    let reference = try #require(ReferenceCollator(normalizing: "root"))
    let keys = Array(collator.sortKeys(of: NameList(entries.map(\.text))))
    let own = entries.map { reference.sortKey(Array($0.text.utf8)) }
    var disorders = 0
    for (left, right) in zip(entries.indices, entries.indices.dropFirst()) {
      let isEqual = entries[left].weights == entries[right].weights
      let isInOrder = isEqual ? keys[left] == keys[right] : keys[left] < keys[right]
      if isInOrder { continue }
      disorders += 1
      let byICU =
        isEqual ? own[left] == own[right] : own[left].lexicographicallyPrecedes(own[right])
      #expect(!byICU, "\(entries[left].text.unicodeScalars) \(entries[right].text.unicodeScalars)")
    }
    if version == "15", ReferenceICU.majorVersion == 72 { #expect(disorders == 0) }
  }
}
