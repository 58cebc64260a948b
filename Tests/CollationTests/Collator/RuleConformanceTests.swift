import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// ICU's own `collationtest.txt`: orders under custom rules, locales and attributes, the hard cases
/// of contractions, expansions, normalization and reordering. Its head says its format.
@Suite(.enabled(if: TestData.folder != nil, "\(TestData.absence)"))
struct RuleConformanceTests {
  @Test func stringsAreInOrder() throws {
    let sections = try Self.sections()
    #expect(sections.count > 113)
    var (compared, inexpressible) = (0, 0)
    for section in sections {
      // Each string compares with the one before it, the first with the empty one.
      let pairs = zip([[]] + section.lines.map(\.text), section.lines.map(\.text))
      inexpressible += pairs.count { $0 == nil || $1 == nil }
      compared += try section.checkOrder()
    }
    #expect(compared > 1400)
    #expect(inexpressible < 10)
  }

  @Test func keysByTheTableAreTheBeginningsOfThoseOfICU() throws {
    var simple = 0
    for section in try Self.sections() { simple += try section.checkTable() }
    #expect(simple > 1000)
  }

  private static func sections() throws -> [OrderedTexts] {
    var sections: [OrderedTexts] = []
    var title = ""
    var source = Collator.Source.locale("root")
    var options = CollatorOptions()
    var rules: String?
    for line in try TestData.lines("conformance/collationtest.txt") {
      let text = String(decoding: line, as: UTF8.self).prefix { $0 != "#" }
        .trimmingCharacters(in: .whitespaces)
      guard let first = text.first, first != "\u{FEFF}" else { continue }
      if let written = rules, !["@", "*", "%"].contains(String(first)), !text.hasPrefix("** test") {
        rules = written + (unescaped(text) ?? "")
        continue
      }
      if let written = rules {
        source = .rules(written)
        rules = nil
      }
      let words = text.split(separator: " ", maxSplits: 2).map(String.init)
      switch words[0] {
      case "**": title = text
      case "@":
        options = CollatorOptions()
        if words[1] == "rules" { rules = "" }
        source = .locale(words[1] == "locale" ? words[2] : "root")
      case "%": try set(&options, words.dropFirst().joined(separator: " "))
      case "*": sections.append(OrderedTexts(title: title, source: source, options: options))
      default:
        let relation = text.prefix { !$0.isWhitespace }
        let string = text.dropFirst(relation.count).trimmingCharacters(in: .whitespaces)
        sections[sections.count - 1].lines.append(
          (relation == "=" ? .equal : .less, nil, unescaped(string).map { Array($0.utf8) }))
      }
    }
    return sections
  }

  private static func set(_ options: inout CollatorOptions, _ attribute: String) throws {
    if attribute.hasPrefix("reorder ") {
      let codes = attribute.split(separator: " ").dropFirst().map(String.init)
      options.reorderCodes =
        codes == ["default"]
        ? nil : codes.map { $0 == "Zzzz" ? "others" : $0 }
      return
    }
    let parts = attribute.split(separator: "=").map(String.init)
    switch parts[0] {
    case "strength": options.strength = CollationStrength(rawValue: parts[1])
    case "alternate": options.alternateHandling = AlternateHandling(rawValue: parts[1])
    case "caseFirst": options.caseFirst = CaseFirst(rawValue: parts[1])
    case "caseLevel": options.caseLevel = parts[1] == "on"
    case "backwards": options.backwardsSecondary = parts[1] == "on"
    case "numeric": options.numeric = parts[1] == "on"
    case "maxVariable": options.maxVariable = MaxVariable(rawValue: parts[1])
    default: try #require(Bool(false), "unknown attribute \(attribute)")
    }
  }

  /// The text that `UnicodeString::unescape` makes; `nil` where it has a lone surrogate.
  private static func unescaped(_ text: String) -> String? {
    var units: [UInt16] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let kind = rest.popFirst() else {
        units += Array(String(Character(scalar)).utf16)
        continue
      }
      let digits = ["u": 4, "U": 8, "x": 2][Character(kind)] ?? 0
      let hexadecimal = rest.prefix(digits).prefix { Character($0).isHexDigit }
      if let value = UInt32(String(String.UnicodeScalarView(hexadecimal)), radix: 16) {
        rest = rest.dropFirst(hexadecimal.count)
        units += Unicode.Scalar(value).map { Array(String(Character($0)).utf16) } ?? [UInt16(value)]
      } else {
        let control: [Unicode.Scalar: UInt16] = ["t": 0x09, "n": 0x0A, "r": 0x0D]
        units += control[kind].map { [$0] } ?? Array(String(Character(kind)).utf16)
      }
    }
    return String(validating: units, as: UTF16.self)
  }
}
