import Collation
import CollationTestSupport
import Foundation
import Testing

/// The collation conformance files in CLDR's root order: each line sorts no earlier than the line
/// before it. UTS #35, Part 5, Root Collation Data Files
///
/// Some are CLDR's, from the machine's packages, some are those of ICU 72. Another version of UCA
/// has moved some characters, and decides itself: where lines are not in order, they must not be so
/// in ICU either. ICU 72, which has UCA 15, differs from the files of UCA 14 in five characters:
/// - U+0F82 and U+0F83 had no weights, and U+101FD and U+1D89 were before other neighbours;
/// - U+5954, which U+FA7F stands for, was sorted by another radical or number of strokes;
/// - U+2B739, now an ideograph, was not assigned, and so sorted after U+2A6E0, which still is not.
@Suite(
  .enabled(if: UnicodeData.folder != nil || TestData.folder != nil, "\(UnicodeData.absence)"))
struct ConformanceTests {
  struct File: CustomTestStringConvertible {
    var url: URL
    var isShifted: Bool
    var testDescription: String { url.lastPathComponent }
  }

  static let files: [File] = [
    (UnicodeData.folder, "CollationTest_CLDR_"),
    (TestData.folder?.appending(path: "conformance"), "CollationTest_"),
  ].flatMap { folder, prefix in
    [("NON_IGNORABLE", false), ("SHIFTED", true)].compactMap { name, isShifted in
      folder.map {
        File(url: $0.appending(path: "\(prefix)\(name)_SHORT.txt"), isShifted: isShifted)
      }
    }
  }

  /// How many lines are not in order, non-ignorable and shifted, by the versions of ICU and UCA.
  private static let moved = [
    "72, 14": (14, 13), "72, 15": (0, 0), "76, 15": (31, 37), "76, 16": (0, 0),
  ]

  @Test(arguments: files)
  func linesAreInOrder(file: File) throws {
    var options = CollatorOptions()
    options.alternateHandling = file.isShifted ? .shifted : .nonIgnorable
    options.strength = file.isShifted ? .quaternary : .tertiary
    let collator = try Collator(locale: "root", options: options)
    let reference = try #require(ReferenceCollator(normalizing: "root"))
    reference.set(1, to: file.isShifted ? 20 : 21)
    reference.set(5, to: file.isShifted ? 3 : 2)

    var version = ""
    var (lines, surrogates) = (0, 0)
    var previous: [UInt8] = []
    var previousKey = collator.sortKey(for: "")
    var previousOwn: [UInt8] = []
    var (disorders, disordersOfICU): ([String], [String]) = ([], [])
    for bytes in try TestData.lines(of: file.url) {
      let line = String(decoding: bytes, as: UTF8.self)
      if line.hasPrefix("# UCA Version: ") {
        version = String(line.dropFirst(15).prefix { $0 != "." })
      }
      guard let first = line.first, first.isHexDigit else { continue }
      lines += 1
      guard let text = UnicodeData.text(line.prefix { $0 != ";" }) else {
        surrogates += 1
        continue
      }
      let name = Array(text.utf8)
      let key = collator.sortKey(forUTF8: name.span)
      if collator.compare(utf8: previous.span, name.span) == .greater || key < previousKey {
        disorders.append(line)
      }
      let own = reference.sortKey(name)
      if own.lexicographicallyPrecedes(previousOwn) { disordersOfICU.append(line) }
      (previous, previousKey, previousOwn) = (name, key, own)
    }
    #expect(lines > 170_000)
    #expect(disorders == disordersOfICU)
    if let moved = Self.moved["\(ReferenceICU.majorVersion), \(version)"] {
      #expect(disorders.count == (file.isShifted ? moved.1 : moved.0))
    }
    // Neither a String nor UTF-8 can hold the lone surrogates of 30 lines.
    #expect(surrogates == 30)
  }
}
