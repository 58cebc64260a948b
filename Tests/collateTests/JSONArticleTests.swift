import Collation
import CollationLists
import CollationTestSupport
import Foundation
import Testing

/// The command prints, and values are encoded as, what the article on JSON says: programs in other
/// languages are written by it.
@Suite struct JSONArticleTests {
  /// A block of the article, with the line of words before it.
  private struct Block {
    var language: String
    var lead: String
    var text = ""

    var json: Any {
      get throws { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
  }

  private static func article() throws -> String {
    try repositoryText("Sources/Collation/Collation.docc/JSON.md")
  }

  private static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var isInside = false
    var paragraph = ""
    for line in try article().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append(Block(language: String(line.dropFirst(3)), lead: paragraph)) }
        paragraph = ""
      } else if isInside {
        blocks[blocks.count - 1].text += line + "\n"
      } else if !line.isEmpty {
        paragraph += line
      } else if !paragraph.hasSuffix(":") {
        paragraph = ""
      }
    }
    return blocks
  }

  /// Whether JSON is what an example shows: `"…"` stands for any value, and for any elements.
  private static func matches(_ example: Any, _ found: Any) -> Bool {
    switch (example, found) {
    case ("…" as String, _): true
    case (let example as [Any], let found as [Any]):
      if let first = example.first {
        if first as? String == "…" {
          (0...found.count).contains {
            matches(Array(example.dropFirst()), Array(found.dropFirst($0)))
          }
        } else {
          !found.isEmpty && matches(first, found[0])
            && matches(Array(example.dropFirst()), Array(found.dropFirst()))
        }
      } else {
        found.isEmpty
      }
    case (let example as [String: Any], let found as [String: Any]):
      Set(example.keys) == Set(found.keys)
        && example.allSatisfy { key, value in found[key].map { matches(value, $0) } ?? false }
    case (let example as NSObject, let found as NSObject): example.isEqual(found)
    default: false
    }
  }

  @Test func examplesOfTheCommandArePrinted() throws {
    let blocks = try Self.blocks()
    var count = 0
    for (command, example) in zip(blocks, blocks.dropFirst()) where command.language == "sh" {
      let result = try runShell(command.text)
      let found = try JSONSerialization.jsonObject(with: Data(result.output))
      #expect(Self.matches(try example.json, found), "\(command.text)")
      count += 1
    }
    // A command for each row of the table.
    #expect(count == (try Self.article().components(separatedBy: "--json` |").count - 1))
  }

  private static func values() throws -> [String: any Encodable] {
    var options = CollatorOptions()
    options.strength = .primary
    options.numeric = true
    options.reorderCodes = ["digit", "Grek"]
    var layout = SectionLayout.uikit
    layout.digitsTitle = "0–9"
    layout.groups = [SectionLayout.Group(title: "X–Z", letters: ["X", "Y", "Z"])]
    let collation = try LocalizedIndexedCollation(locale: "en")
    let sections = collation.sections(of: ["Adam"], hidingEmpty: true)
    var list = SectionedList(
      [Person(id: 1, name: "Adam")], for: collation, hidingEmpty: true, by: \.name)
    return [
      "CollatorOptions": options,
      // Not Swedish, whose default type is another in ICU 70.
      "ResolvedCollatorOptions": try Collator(locale: "fi").resolvedOptions,
      "SectionLayout": layout,
      "SectionedCollection": sections,
      "SectionOutline": sections.outline,
      "SectionOutline/Section": sections.outline[0],
      "SectionOutline/IndexTitle": sections.indexTitles()[1],
      "KeyArray": collation.collator.sortKeys(of: NameList(["Adam", "Zorn"])),
      "ListChange": list.insert(Person(id: 7, name: "Berg")),
    ]
  }

  private struct Person: Identifiable, Equatable {
    let id: Int
    let name: String
  }

  @Test func examplesOfValuesAreEncoded() throws {
    let blocks = try Self.blocks()
    let values = try Self.values()
    var shown: Set<String> = []
    for (before, block) in zip(blocks, blocks.dropFirst())
    where block.language == "json" && before.language != "sh" {
      let type = block.lead.split(separator: "`").first.map(String.init) ?? ""
      let value = try #require(values[type], "\(block.lead)")
      let found = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
      #expect(Self.matches(try block.json, found), "\(type): \(found)")
      shown.insert(type)
    }
    #expect(shown == Set(values.keys))
  }

  @Test func textsOfValuesAreListed() throws {
    let texts = [
      "CollationStrength": CollationStrength.allCases.map(\.rawValue),
      "AlternateHandling": AlternateHandling.allCases.map(\.rawValue),
      "MaxVariable": MaxVariable.allCases.map(\.rawValue),
      "CaseFirst": CaseFirst.allCases.map(\.rawValue),
      "Normalization": Normalization.allCases.map(\.rawValue),
      "SectionLayout/ScriptOrder": SectionLayout.ScriptOrder.allCases.map(\.rawValue),
      "SectionLayout/CatchAll": SectionLayout.CatchAll.allCases.map(\.rawValue),
      "SectionKind": [
        SectionKind.normal, .digits, .ideographs, .emoji, .catchAll, .underflow, .inflow, .overflow,
      ].map(\.rawValue),
    ]
    let article = try Self.article()
    for (type, texts) in texts {
      let row = texts.map { "`\($0)`" }.joined(separator: ", ")
      #expect(article.contains("| ``\(type)`` | \(row) |"), "\(type)")
    }
  }

  /// API.txt lists what can be encoded.
  @Test func theArticleHasEveryTypeThatIsEncoded() throws {
    let article = try Self.article()
    for line in try repositoryText("API.txt").split(separator: "\n")
    where line.contains(": is Swift.Encodable") {
      let path = line.prefix { $0 != ":" }.split(separator: ".").dropFirst()
      let type = path.joined(separator: "/")
      #expect(article.contains("`\(type)`"), "\(type)")
    }
  }
}
