import Collation
import CollationTestSupport
import Foundation
import Testing

/// Lists of real names, with the bucket and the rank that libicu 72 gives each.
@Suite(.enabled(if: TestData.folder != nil, "\(TestData.absence)"))
struct NameListTests {
  private struct Header: Decodable {
    var locale: String
    var add: [String]
    var labels: [String]
    var types: [String]
    var count: Int
  }

  @Test func listsAreThere() { #expect(TestData.lists.count == 36) }

  @Test(arguments: TestData.lists)
  func bucketsAndRanksAreThoseOfICU(list: String) throws {
    let expected = try TestData.lines(list + ".expected.jsonl")
    let header = try JSONDecoder().decode(Header.self, from: Data(expected[0]))
    let rows = expected.dropFirst().map { line in
      line.split(separator: UInt8(ascii: " ")).map { Int(String(decoding: $0, as: UTF8.self))! }
    }
    let names = UTF8Records(try TestData.bytes(list + ".txt"))
    #expect(names.count == header.count)

    var layout = SectionLayout.icu
    layout.scriptOrder = .localeOnly
    layout.labelLocales = header.add
    let collation = try LocalizedIndexedCollation(locale: header.locale, layout: layout)
    #expect(collation.sectionTitles == header.labels)
    #expect(collation.sectionKinds.map(\.rawValue) == header.types)

    #expect(collation.sectionNumbers(of: names) == rows.map { $0[0] })
    #expect(names.indices.map { collation.section(forUTF8: names[$0].span) } == rows.map { $0[0] })

    let order = rows.indices.sorted { rows[$0][1] < rows[$1][1] }.map { $0 - rows.startIndex }
    #expect(collation.collator.sortedIndices(of: names) == order)
    let strings = names.map { String(decoding: $0, as: UTF8.self) }
    #expect(collation.collator.sorted(strings) == order.map { strings[$0] })
  }
}
