import ArgumentParser
import Collation
import CollationFiling
import CollationLists
import ICU4C
import Names

/// Prints the most nanoseconds a byte of each call with texts that were found to be expensive, in
/// sizes from sixteen bytes on. A bounded cost is a row whose numbers do not grow.
struct Costs: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the highest cost per byte of hostile texts of growing size.")

  @Option(help: "The size of the longest text, in bytes.") var limit = 1 << 18

  /// A text that a piece repeats, and the locale for which it is expensive.
  private struct Pattern {
    var locale: String
    var codePoints: [UInt32]

    init(_ locale: String, _ codePoints: UInt32...) {
      (self.locale, self.codePoints) = (locale, codePoints)
    }

    var title: String {
      let digits = codePoints.map { String($0, radix: 16, uppercase: true) }
      return "\(locale): \(digits.joined(separator: " "))"
    }

    /// Whole pieces of about so many bytes.
    func text(of byteCount: Int) -> String {
      let piece = String(String.UnicodeScalarView(codePoints.compactMap(Unicode.Scalar.init)))
      return String(repeating: piece, count: max(1, byteCount / piece.utf8.count))
    }
  }

  private static let patterns = [
    Pattern("en", 0x61), Pattern("en", 0x61, 0x301), Pattern("en", 0xFDFA),
    Pattern("th", 0xE40, 0xE01), Pattern("en", 0x200B), Pattern("en", 0), Pattern("en", 0x1F1E6),
    Pattern("en", 0x1F468, 0x200D),
    Pattern("ja", 0x30AB, 0x30FC), Pattern("cs", 0x63, 0x68), Pattern("ko-u-co-search", 0xAC00),
    Pattern("en", 0x301), Pattern("en", 0xF71), Pattern("en", 0x301, 0xF71), Pattern("en", 0xF73),
    Pattern("en", 0x345, 0x301), Pattern("en", 0x301, 0x345, 0x323), Pattern("en", 0x1D165, 0x334),
    Pattern("en", 0x1E4EF, 0x1E4EE), Pattern("lt", 0x307), Pattern("lt", 0x345, 0x307),
    Pattern("lt", 0x69, 0x307, 0x301),
  ]

  private static let filingRules = [
    ("filed", FilingRules(articles: .standard, skipsPunctuation: true)),
    ("romanized", FilingRules(romanization: .allScripts)),
  ]

  /// What a call costs.
  private struct Row {
    let call: String
    /// The most nanoseconds a byte of any text, by size.
    private(set) var most: [Double]
    /// The text that costs the most a byte, of all sizes.
    private(set) var text = ""

    init(_ call: String, sizeCount: Int) {
      (self.call, most) = (call, Array(repeating: 0, count: sizeCount))
    }

    mutating func add(_ nanoseconds: Double, of pattern: Pattern, size: Int) {
      if most.allSatisfy({ $0 < nanoseconds }) { text = pattern.title }
      most[size] = max(most[size], nanoseconds)
    }
  }

  func run() throws {
    let sizes = Array(sequence(first: 16) { $0 * 8 }.prefix { $0 <= limit })
    var rows: [Row] = []
    for pattern in Self.patterns {
      Progress.show(pattern.title)
      try measure(pattern) { call, texts, work in
        let row = rows.firstIndex { $0.call == call } ?? rows.count
        if row == rows.count { rows.append(Row(call, sizeCount: sizes.count)) }
        for (number, size) in sizes.enumerated() {
          let text = pattern.text(of: size)
          let byteCount = Double(texts * text.utf8.count)
          let nanoseconds = Self.nanoseconds(of: work, text)
          rows[row].add(nanoseconds / byteCount, of: pattern, size: number)
          if nanoseconds > 1e8 && nanoseconds > 1_000 * byteCount { break }
        }
      }
    }
    Progress.clear()

    func row(_ call: String, _ cells: [String], _ text: String) -> String {
      call.padded(to: 18) + cells.map { $0.padded(to: 9, atStart: true) }.joined() + "  " + text
    }
    print(Machine().description)
    print(
      "the most processor nanoseconds a byte of any of \(Self.patterns.count) texts, and the text "
        + "that takes them; a text that took a tenth of a second a call has no larger size")
    print(row("call", sizes.map(String.init), "text"))
    for cost in rows {
      print(row(cost.call, cost.most.map { String(Int($0.rounded())) }, cost.text))
    }
  }

  /// Measures each call.
  ///
  /// - Parameter take: Receives what a call is called, how many texts of the size it gets, and the
  ///   call.
  private func measure(
    _ pattern: Pattern, _ take: (String, Int, @escaping (String) -> Void) -> Void
  ) throws {
    let collation = try LocalizedIndexedCollation(locale: pattern.locale)
    let collator = collation.collator
    guard let icu = icu4c_open(pattern.locale, true) else { return }
    defer { icu4c_close(icu) }
    // What cannot be opened fails here, and not within what is measured.
    _ = try NameSearch([], by: collator)
    take("key", 1) { _ = collator.sortKey(for: $0) }
    take("ICU's key", 1) { Self.makeKey(of: $0, icu) }
    take("compare", 2) { _ = collator.compare($0 + "a", $0 + "b") }
    take("section", 1) { _ = collation.section(for: $0) }
    take("sort of 9", 9) { text in _ = collator.sorted((0..<9).map { text + String($0) }) }
    take("search keys", 1) { _ = try? NameSearch.keys(of: [$0]) }
    take("list to search", 1) { _ = try? NameSearch([$0], by: collator) }
    // A query has a cap. The text is made a list, too.
    take("find it in a list", 2) { text in
      let query = pattern.text(of: min(text.utf8.count / 2, NameSearch.maximumQueryLength))
      let search = try? NameSearch([text], by: collator)
      _ = try? search?.ranges(of: query, in: text, insideWords: true)
    }
    for (title, rules) in Self.filingRules {
      let filing = try collation.filed(by: rules)
      take("\(title) key", 1) { _ = filing.listKey(for: $0) }
    }
  }

  private static func makeKey(of text: String, _ icu: OpaquePointer) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      [0, Int64(bytes.count)].withUnsafeBufferPointer { offsets in
        icu4c_free_keys(
          icu4c_make_keys(
            icu, ICU4CNames(bytes: bytes.baseAddress!, offsets: offsets.baseAddress!, count: 1)))
      }
    }
  }

  /// The best of five runs, or of those up to one that is slow; a short text takes part in many
  /// calls of a run.
  private static func nanoseconds(of work: (String) -> Void, _ text: String) -> Double {
    let calls = max(1, 4_096 / text.utf8.count)
    var best = Double.infinity
    for _ in 0..<5 {
      let time = Clock.processorTime { for _ in 0..<calls { work(text) } } / Double(calls)
      best = min(best, time)
      if time > 1e8 { break }
    }
    return best
  }
}
