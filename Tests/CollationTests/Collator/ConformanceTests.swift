import Collation
import CollationTestSupport
import Foundation
import Testing

/// ICU's collation conformance files, in CLDR's root order: each line sorts no earlier than the
/// line before it. UTS #35, Part 5, 2.1 Root Collation Data Files
///
/// The files are those of ICU 72. Another ICU has moved some characters, and decides itself.
@Suite(.enabled(if: TestData.folder != nil, "\(TestData.absence)"))
struct ConformanceTests {
  @Test(arguments: [
    (
      "NON_IGNORABLE", AlternateHandling.nonIgnorable, CollationStrength.tertiary, 178_477,
      [72: 0, 76: 31]
    ),
    ("SHIFTED", .shifted, .quaternary, 194_537, [72: 0, 76: 37]),
  ])
  func linesAreInOrder(
    file: String, alternate: AlternateHandling, strength: CollationStrength, count: Int,
    moved: [Int: Int]
  ) throws {
    var options = CollatorOptions()
    options.alternateHandling = alternate
    options.strength = strength
    let collator = try Collator(locale: "root", options: options)
    let reference = try #require(ReferenceCollator(locale: "root"))
    reference.set(4, to: 17)  // UCOL_NORMALIZATION_MODE, UCOL_ON
    reference.set(1, to: alternate == .shifted ? 20 : 21)
    reference.set(5, to: strength == .quaternary ? 3 : 2)

    var surrogates = 0
    var previous: [UInt8] = []
    var previousKey = collator.sortKey(for: "")
    var lines = 0
    var previousOwn: [UInt8] = []
    var (disorders, disordersOfICU): ([String], [String]) = ([], [])
    for line in try TestData.lines("conformance/CollationTest_\(file)_SHORT.txt") {
      let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      guard let first = text.first, first.isHexDigit else { continue }
      lines += 1
      let points = text.prefix { $0 != ";" }.split(separator: " ").compactMap {
        UInt32($0, radix: 16)
      }
      let scalars = points.compactMap(Unicode.Scalar.init)
      guard scalars.count == points.count else {
        surrogates += 1
        continue
      }
      let name = Array(String(String.UnicodeScalarView(scalars)).utf8)
      let key = collator.sortKey(forUTF8: name.span)
      if collator.compare(utf8: previous.span, name.span) == .greater || key < previousKey {
        disorders.append(text)
      }
      let own = reference.sortKey(name)
      if own.lexicographicallyPrecedes(previousOwn) { disordersOfICU.append(text) }
      (previous, previousKey, previousOwn) = (name, key, own)
    }
    #expect(lines == count)
    #expect(disorders == disordersOfICU)
    if let known = moved[ReferenceICU.majorVersion] { #expect(disorders.count == known) }
    // Neither a String nor UTF-8 can hold the lone surrogates of 30 lines.
    #expect(surrogates == 30)
  }
}
