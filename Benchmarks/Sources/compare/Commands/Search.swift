import ArgumentParser
import Collation
import CollationFiling
import ICU4C
import Names
import Operations

/// Measures searches in names as someone types, beside ICU4C's `usearch`.
struct Search: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures search as you type, compared with ICU4C's usearch.",
    discussion: """
      Types words of the names letter by letter, and searches all names at each keystroke. Prints \
      processor milliseconds: of preparing the search, of the searches (median, 99th percentile and \
      longest), and of ICU4C for some of them; the median of how many times as fast the library is; \
      and how many names only one of the two finds.
      """)

  @OptionGroup var input: Input

  @Option(help: "Languages to measure, separated by commas. (default: all)")
  var languages: String?

  @Option(help: "The number of words to type.")
  var words = 100

  private static let cells = [
    "names", "making", "anywhere", "99 %", "longest", "words", "99 %", "longest", "usearch",
    "ratio", "differ",
  ]
  private static let lettersTyped = 6
  /// Of the searches, one in so many is made by `usearch` too.
  private static let searchesForEachOfICU = 20

  func run() throws {
    print(Machine().description)
    print("milliseconds of processor time; the ratio is that of searches anywhere to usearch's")
    print(Self.row("", Self.cells))
    for language in languages?.split(separator: ",").map(String.init) ?? Names.languages {
      print(Self.row(language, try measure(input.dataset(language))))
    }
  }

  private func measure(_ dataset: Dataset) throws -> [String] {
    let collator = try Collator(locale: dataset.locale)
    let icu = dataset.names.bytes.withUnsafeBufferPointer { bytes in
      dataset.names.offsets.withUnsafeBufferPointer { offsets in
        icu4c_search_open(
          dataset.locale, 0,
          ICU4CNames(
            bytes: bytes.baseAddress!, offsets: offsets.baseAddress!, count: Int64(dataset.count)))
      }
    }
    guard let icu else { throw ContestError("ICU4C cannot open \(dataset.locale)") }
    defer { icu4c_search_close(icu) }
    var search = NameSearch(dataset.records, by: collator)
    let making = Clock.processorTime { search = NameSearch(dataset.records, by: collator) }

    let (anywhere, atWords) = (Times(), Times())
    var (theirs, ratios): ([Double], [Double]) = ([], [])
    var found = [UInt32](repeating: 0, count: dataset.count)
    var differences = 0
    for (number, query) in queries(dataset).enumerated() {
      var ours: [Int] = []
      let time = Clock.processorTime { ours = (try? search.matches(query, at: .anywhere)) ?? [] }
      anywhere.all.append(time)
      atWords.all.append(Clock.processorTime { _ = try? search.matches(query) })
      guard number % Self.searchesForEachOfICU == 0 else { continue }
      var count: Int64 = 0
      let utf8 = Array(query.utf8)
      let timeOfICU = Clock.processorTime {
        count = icu4c_search(icu, utf8, Int64(utf8.count), &found)
      }
      theirs.append(timeOfICU)
      ratios.append(timeOfICU / time)
      differences += Set(ours).symmetricDifference(found.prefix(Int(count)).map(Int.init)).count
    }
    return [String(dataset.count), Self.milliseconds(making)] + anywhere.cells + atWords.cells
      + [
        Self.milliseconds(Spread(theirs).median), String(Int(Spread(ratios).median)),
        String(differences),
      ]
  }

  /// The beginnings of words of names, letter by letter.
  private func queries(_ dataset: Dataset) -> [String] {
    let names = dataset.names.ranges
    return (0..<words).flatMap { word -> [String] in
      let name = String(
        decoding: dataset.names.bytes[names[word * (names.count - 1) / max(1, words - 1)]],
        as: UTF8.self)
      let parts = name.split(separator: " ")
      guard let part = parts.isEmpty ? nil : parts[word % parts.count] else { return [] }
      return (1...min(Self.lettersTyped, part.count)).map { String(part.prefix($0)).lowercased() }
    }
  }

  private final class Times {
    var all: [Double] = []

    var cells: [String] {
      let sorted = all.sorted()
      return [
        sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1],
      ].map(Search.milliseconds)
    }
  }

  private static func milliseconds(_ nanoseconds: Double) -> String {
    String((nanoseconds / 1e4).rounded() / 100)
  }

  private static func row(_ title: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(title, 8) + cells.map { padded($0, 10) }.joined()
  }
}
