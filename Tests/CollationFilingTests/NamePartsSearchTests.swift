import Collation
import Testing

@testable import CollationFiling

@Suite struct NamePartsSearchTests {
  @Test func eachTextOnceWhatSortsFirst() {
    let parts = NameParts(
      shown: "Ludwig van Beethoven",
      fields: [.init("van Beethoven", sortAs: "Beethoven"), .init("Ludwig")],
      sortAs: "Beethoven, Ludwig van", reading: "Beethoven")
    #expect(
      parts.searchTexts == [
        "Beethoven, Ludwig van", "Beethoven", "van Beethoven", "Ludwig", "Ludwig van Beethoven",
      ])
    #expect(NameParts("Ek").searchTexts == ["Ek"] && NameParts("").searchTexts == [""])
  }

  /// The spellings are those of ICU's transliterations and, for surnames, of CC-CEDICT.
  @Test func romanizedTextsFindNamesInOtherScripts() throws {
    let rules = FilingRules(romanization: .allScripts, readsChineseSurnames: true)
    let collator = try Collator(locale: "zh").filed(by: rules)
    let names = ["张三", "曾国藩", "Иван", "김철수", "Zsófia", "张 Smith", "三"]
    let texts = names.map { NameParts($0).searchTexts(romanizedBy: collator) }
    #expect(texts[0] == ["张三", "zhāng sān", "zs"] && texts[1].last == "zgf")
    #expect(texts[4] == ["Zsófia"] && texts[5].count == 2 && texts[6] == ["三", "sān"])
    for (query, found) in [
      ("zs", [0, 4]), ("zhangs", [0, 5]), ("zhangsa", [0]), ("zhang san", [0]), ("zhang", [0, 5]),
      ("张", [0, 5]),
      ("zg", [1]), ("zengguo", [1]), ("ivan", [2]), ("kim", [3]), ("san", [0, 6]),
    ] {
      let query = try StoredQuery(query, by: collator)
      #expect(texts.indices.filter { query.rank(of: texts[$0]) != nil } == found)
      // As in a database.
      for number in found {
        let keys = try NameSearch.keys(of: texts[number])
        #expect(keys.contains { key in query.ranges.contains { $0.contains(key) } })
      }
    }
    let plain = try Collator(locale: "zh")
    #expect(NameParts("张三").searchTexts(romanizedBy: plain) == ["张三"])
  }

  /// Equal texts in other bytes have other keys where they are ill-formed, and are hashed in linear
  /// time.
  @Test(.timeLimit(.minutes(1))) func marksAreHashedInLinearTime() {
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: 100_000)
    #expect(NameParts(marks, reading: marks).searchTexts.count == 1)
  }
}
