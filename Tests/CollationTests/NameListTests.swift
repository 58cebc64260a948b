import Collation
import CollationTestSupport
import Foundation
import Testing

/// Lists of real names, with the bucket and the rank that ICU gives each: as a file beside the list
/// has them for ICU 72, or else as the machine's own ICU does.
@Suite(.enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"))
struct NameListTests {
  private struct Header: Decodable {
    var locale: String
    var add: [String]
    var labels: [String]
    var types: [String]
    var count: Int
    /// The version of ICU that made the file, such as `ICU 72.1 CLDR 42.0`.
    var icu: String
  }

  /// What ICU says of a list.
  private struct Expected {
    var locale: String
    var added: [String] = []
    var labels: [String]
    var kinds: [String]
    var buckets: [Int]
    var order: [Int]

    init(_ names: UTF8Records, _ list: URL) throws {
      let file = list.deletingPathExtension().appendingPathExtension("expected.jsonl")
      locale = list.deletingPathExtension().lastPathComponent
      if FileManager.default.fileExists(atPath: file.path) {
        let lines = try TestData.lines(of: file)
        let header = try JSONDecoder().decode(Header.self, from: Data(lines[0]))
        (locale, added, labels, kinds) = (header.locale, header.add, header.labels, header.types)
        let rows = lines.dropFirst().map { line in
          line.split(separator: UInt8(ascii: " ")).map { Int(String(decoding: $0, as: UTF8.self))! }
        }
        #expect(names.count == header.count && rows.count == header.count)
        buckets = rows.map { $0[0] }
        order = rows.indices.sorted { rows[$0][1] < rows[$1][1] }
        if header.icu.hasPrefix("ICU \(ReferenceICU.majorVersion).") { return }
      }
      let index = try #require(
        ReferenceIndex(locale: locale, labelLocales: added, maxLabelCount: 1000))
      (labels, kinds) = (index.labels, index.kinds.map { "\($0)" })
      buckets = names.map { index.bucket(of: Array($0)) }
      let collator = try #require(ReferenceCollator(normalizing: locale))
      let keys = names.map { collator.sortKey(Array($0)) }
      // Swift's sort is stable.
      order = names.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }
  }

  @Test(.enabled(if: TestData.folder != nil, "\(TestData.absence)")) func listsAreThere() throws {
    let folder = try #require(TestData.folder?.path)
    #expect(TestData.lists.count { $0.path.hasPrefix(folder) } == 36)
  }

  @Test(arguments: TestData.lists)
  func bucketsAndRanksAreThoseOfICU(list: URL) throws {
    let names = UTF8Records([UInt8](try Data(contentsOf: list)))
    let expected = try Expected(names, list)
    var layout = SectionLayout.icu
    layout.scriptOrder = .localeOnly
    layout.labelLocales = expected.added
    let collation = try LocalizedIndexedCollation(locale: expected.locale, layout: layout)
    #expect(collation.sectionTitles == expected.labels)
    #expect(collation.sectionKinds.map(\.rawValue) == expected.kinds)

    #expect(collation.sectionNumbers(of: NameList(names)) == expected.buckets)
    #expect(names.indices.map { collation.section(forUTF8: names[$0].span) } == expected.buckets)

    #expect(collation.collator.sortedIndices(of: NameList(names)) == expected.order)
    let strings = names.map { String(decoding: $0, as: UTF8.self) }
    #expect(collation.collator.sorted(strings) == expected.order.map { strings[$0] })
  }
}
