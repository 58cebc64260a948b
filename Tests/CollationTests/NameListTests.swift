import Collation
import CollationTestSupport
import Foundation
import Testing

/// Lists of real names, with the bucket and the rank that ICU gives each: as a file has them for
/// libicu 72, or else as the machine's own ICU does.
@Suite(.enabled(if: TestData.folder != nil, "\(TestData.absence)"))
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

  @Test func listsAreThere() { #expect(TestData.lists.count == 36) }

  @Test(arguments: TestData.lists)
  func bucketsAndRanksAreThoseOfICU(list: String) throws {
    let lines = try TestData.lines(list + ".expected.jsonl")
    var header = try JSONDecoder().decode(Header.self, from: Data(lines[0]))
    let rows = lines.dropFirst().map { line in
      line.split(separator: UInt8(ascii: " ")).map { Int(String(decoding: $0, as: UTF8.self))! }
    }
    let names = UTF8Records(try TestData.bytes(list + ".txt"))
    #expect(names.count == header.count && rows.count == header.count)
    var buckets = rows.map { $0[0] }
    var order = rows.indices.sorted { rows[$0][1] < rows[$1][1] }
    if !header.icu.hasPrefix("ICU \(ReferenceICU.majorVersion).") {
      let index = try #require(
        ReferenceIndex(locale: header.locale, labelLocales: header.add, maxLabelCount: 1000))
      (header.labels, header.types) = (index.labels, index.kinds.map { "\($0)" })
      buckets = names.map { index.bucket(of: Array($0)) }
      let collator = try #require(ReferenceCollator(locale: header.locale))
      let keys = names.map { collator.sortKey(Array($0)) }
      // Swift's sort is stable.
      order = names.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }

    var layout = SectionLayout.icu
    layout.scriptOrder = .localeOnly
    layout.labelLocales = header.add
    let collation = try LocalizedIndexedCollation(locale: header.locale, layout: layout)
    #expect(collation.sectionTitles == header.labels)
    #expect(collation.sectionKinds.map(\.rawValue) == header.types)

    #expect(collation.sectionNumbers(of: NameList(names)) == buckets)
    #expect(names.indices.map { collation.section(forUTF8: names[$0].span) } == buckets)

    #expect(collation.collator.sortedIndices(of: NameList(names)) == order)
    let strings = names.map { String(decoding: $0, as: UTF8.self) }
    #expect(collation.collator.sorted(strings) == order.map { strings[$0] })
  }
}
