import Collation
import Testing

/// Strings for which ICU's own call would not return.
@Suite struct ICUEndlessLoopTests {
  /// ICU-22511: `ucol_getSortKey` of ICU 72 does not return for these. That ICU takes canonical
  /// equivalents as equal with normalization on says what the keys have to be: those of the NFD.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("root", [0x438, 0x301, 0x1E4EE, 0x344]), ("root", [0x627, 0x301, 0x1E4EE, 0x344]),
      ("root", [0xFB2, 0x344, 0x1E4EE, 0x344]), ("vi", [0x61, 0x344, 0x1D168, 0x344]),
      ("da", [0x309A, 0x9BC, 0x1EE2, 0x1E132, 0x31B]),
      ("zh@collation=zhuyin", [0xF81, 0x1E4A, 0x344, 0x11372, 0x5C1]),
    ] as [(String, [UInt32])])
  func stringsOnWhichICULoopsForEverHaveKeys(locale: String, points: [UInt32]) throws {
    let name = String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init)))
    let decomposed = name.decomposedStringWithCanonicalMapping
    let collation = try LocalizedIndexedCollation(locale: locale)
    #expect(collation.collator.sortKey(for: name) == collation.collator.sortKey(for: decomposed))
    #expect(collation.collator.compare(name, decomposed) == .equal)
    #expect(collation.collator.compare(name, name + "a") == .less)
    #expect(collation.section(for: name) == collation.section(for: decomposed))
  }
}
