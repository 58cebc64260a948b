import ArgumentParser
import Collation
import CollationFiling
import CollationLists
import ICU4C
import Names

/// Prints the nanoseconds a byte of calls with texts that were found to be expensive, in sizes from
/// sixteen bytes on. A bounded cost is a row whose numbers do not grow. The last line tells what a
/// call costs at most beside its bytes.
struct Costs: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the cost per byte of hostile texts of growing size.")

  @Option(help: "The size of the longest text, in bytes.") var limit = 1 << 18

  /// A text that a piece repeats, and the locale for which it is expensive.
  private struct Pattern {
    var locale: String
    var title: String
    var codePoints: [UInt32]

    init(_ locale: String, _ codePoints: UInt32...) {
      (self.locale, self.codePoints) = (locale, codePoints)
      title = codePoints.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
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

  /// A call of the library, and the nanoseconds that it takes beyond 400 for each byte.
  private struct Excess {
    var call = ""
    var nanoseconds = -Double.infinity
  }

  func run() throws {
    var worst = Excess()
    var sizes: [Int] = []
    var size = 16
    while size <= limit {
      sizes.append(size)
      size *= 8
    }
    print(Machine().description)
    print("processor nanoseconds a byte; - where the size before took a tenth of a second a call")
    print(Self.row("call", "locale", "text", sizes.map(String.init)))
    for pattern in Self.patterns {
      let collation = try LocalizedIndexedCollation(locale: pattern.locale)
      let collator = collation.collator
      guard let icu = icu4c_open(pattern.locale) else { continue }
      defer { icu4c_close(icu) }
      // What cannot be opened fails here, and not within what is measured.
      _ = try NameSearch([], by: collator)
      measure("key", pattern, sizes, &worst) { _ = collator.sortKey(for: $0) }
      var worstOfICU = Excess()
      measure("ICU's key", pattern, sizes, &worstOfICU) { text in Self.makeKey(of: text, icu) }
      measure("compare", pattern, sizes, &worst, texts: 2) { text in
        _ = collator.compare(text + "a", text + "b")
      }
      measure("section", pattern, sizes, &worst) { _ = collation.section(for: $0) }
      measure("sort of 9", pattern, sizes, &worst, texts: 9) { text in
        _ = collator.sorted((0..<9).map { text + String($0) })
      }
      measure("search keys", pattern, sizes, &worst) { _ = try? NameSearch.keys(of: [$0]) }
      measure("list to search", pattern, sizes, &worst) { _ = try? NameSearch([$0], by: collator) }
      // A query has a cap. The text is made a list, too.
      measure("find it in a list", pattern, sizes, &worst, texts: 2) { text in
        let query = pattern.text(of: min(text.utf8.count / 2, NameSearch.maximumQueryLength))
        let search = try? NameSearch([text], by: collator)
        _ = try? search?.ranges(of: query, in: text, insideWords: true)
      }
      for (title, rules) in Self.filingRules {
        let filing = try collation.filed(by: rules)
        measure("\(title) key", pattern, sizes, &worst) { _ = filing.listKey(for: $0) }
      }
    }
    print(
      "the most beyond 400 ns for each byte: \(Int(worst.nanoseconds.rounded())) ns a call, "
        + worst.call)
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

  /// - Parameters:
  ///   - worst: What the call takes the place of, if it takes more beyond 400 ns for each byte.
  ///   - texts: How many texts of the size a call gets.
  private func measure(
    _ call: String, _ pattern: Pattern, _ sizes: [Int], _ worst: inout Excess, texts: Int = 1,
    _ work: (String) -> Void
  ) {
    var cells: [String] = []
    var isSlow = false
    for size in sizes {
      guard !isSlow else {
        cells.append("-")
        continue
      }
      let text = pattern.text(of: size)
      // The best of several runs; a short text takes part in many calls of one run.
      let calls = max(1, 4_096 / text.utf8.count)
      var best = Double.infinity
      for _ in 0..<5 where !isSlow {
        let time = Clock.processorTime { for _ in 0..<calls { work(text) } } / Double(calls)
        best = min(best, time / Double(texts * text.utf8.count))
        isSlow = time > 1e8 && best > 1_000
      }
      cells.append(String(Int(best.rounded())))
      let excess = (best - 400) * Double(texts * text.utf8.count)
      if excess > worst.nanoseconds {
        worst = Excess(
          call: "\(call), \(pattern.locale), \(pattern.title), \(size) bytes", nanoseconds: excess)
      }
    }
    print(Self.row(call, pattern.locale, pattern.title, cells))
  }

  private static func row(
    _ call: String, _ locale: String, _ title: String, _ cells: [String]
  ) -> String {
    call.padded(to: 18) + locale.padded(to: 15) + title.padded(to: 13)
      + cells.map { $0.padded(to: 9, atStart: true) }.joined()
  }
}
