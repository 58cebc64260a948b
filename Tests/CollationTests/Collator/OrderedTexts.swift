import CollationTestSupport
import Testing

@testable import Collation

/// Texts in their order under a collator.
struct OrderedTexts: CustomTestStringConvertible {
  var title: String
  var source: Collator.Source
  var options: CollatorOptions
  /// Each text, `nil` where it has a lone surrogate, with how the one before it compares with it,
  /// and the level that makes the difference, if it is stated.
  var lines: [(relation: CollationResult, level: Int?, text: [UInt8]?)] = []

  var testDescription: String { "\(title), \(source)" }

  /// Compares each text with the one before it, the first with the empty one, and their keys.
  /// Returns how many were compared.
  func checkOrder() throws -> Int {
    let collator: Collator
    do {
      collator = try Collator(Collator.Request(source: source, options: options))
    } catch {
      Issue.record("\(title): \(error)")
      return 0
    }
    var compared = 0
    var previous: [UInt8]? = []
    for line in lines {
      defer { previous = line.text }
      guard let left = previous, let right = line.text else { continue }
      compared += 1
      let result = collator.compare(utf8: left.span, right.span)
      #expect(result == line.relation, "\(title): \(left) \(right)")
      let byKeys = comparison(
        of: collator.sortKey(forUTF8: left.span), collator.sortKey(forUTF8: right.span))
      #expect(byKeys == line.relation, "\(title): keys of \(left) \(right)")
      guard let level = line.level else { continue }
      for (number, strength) in CollationStrength.allCases.prefix(level).enumerated() {
        var options = options
        options.strength = strength
        let collator = try Collator(Collator.Request(source: source, options: options))
        let expected: CollationResult = number + 1 == level ? .less : .equal
        let result = collator.compare(utf8: left.span, right.span)
        #expect(result == expected, "\(title): \(left) \(right), \(strength)")
      }
    }
    return compared
  }

  /// Keys by the table are the beginnings of ICU's, for the texts and for one behind another.
  /// Returns how many the table makes.
  func checkTable() throws -> Int {
    let request = Collator.Request(source: source, options: options)
    let table = PrimaryTable(try PrimarySource(Collator(request.atPrimaryStrength)))
    let texts = lines.compactMap(\.text)
    var simple = 0
    for name in texts + zip(texts, texts.dropFirst()).map({ $0 + $1 }) {
      guard let bits = table.bits(of: name) else { continue }
      simple += 1
      let expected = table.bitsByICU(of: name)
      #expect(bits == expected, "\(title): \(name)")
    }
    return simple
  }
}
