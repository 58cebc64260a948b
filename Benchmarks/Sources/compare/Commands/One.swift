import ArgumentParser
import Collation
import ICU4C
import Names
import Operations

/// Measures calls with one name or two beside ICU4C's.
struct One: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures calls on one or two names, compared with ICU4C.",
    discussion: """
      Prints how many times as fast as ICU4C a call is: the median of pairs of times, taken in \
      turns. Both start from UTF-8, and ICU4C normalizes, as the library does. "compare" takes two \
      names of one buffer, "of strings" two Swift strings, while ICU4C takes a buffer from C++; \
      "from Swift" calls ICU4C with the same strings in the same loop. "sort key" appends to memory \
      that is there already, as ICU4C does.
      """)

  @OptionGroup var input: Input

  @Option(help: "The number of timed pairs for each ratio.")
  var repetitions = 9

  private static let calls = ["compare", "of strings", "from Swift", "section", "sort key"]

  func run() throws {
    print(Machine().description)
    print("times as fast as ICU4C; nanoseconds a call, the library's and ICU4C's")
    print(Self.row("", Self.calls))
    for language in input.languageCodes {
      let dataset = try input.dataset(language)
      print(Self.row(dataset.name, try measure(dataset)))
    }
  }

  private func measure(_ dataset: Dataset) throws -> [String] {
    let collation = try LocalizedIndexedCollation(locale: dataset.locale)
    let collator = try Collator(locale: dataset.locale)
    guard let icu = icu4c_open(dataset.locale, true) else {
      throw ContestError("ICU4C cannot open \(dataset.locale)")
    }
    defer { icu4c_close(icu) }
    let strings = dataset.names.strings
    let ranges = dataset.names.ranges
    var buckets = [UInt32](repeating: 0, count: dataset.count)

    func countLessOfRecords() -> Int {
      var count = 0
      let bytes = dataset.names.bytes.span
      for number in 0..<ranges.count - 1 {
        let left = bytes.extracting(ranges[number])
        let right = bytes.extracting(ranges[number + 1])
        if collator.compare(utf8: left, right) == .less { count += 1 }
      }
      return count
    }
    func countLessOfStrings() -> Int {
      var count = 0
      for number in 0..<strings.count - 1
      where collator.compare(strings[number], strings[number + 1]) == .less { count += 1 }
      return count
    }
    func isLessByICU(_ left: String, _ right: String) -> Bool {
      var (left, right) = (left, right)
      return left.withUTF8 { left in
        right.withUTF8 { right in
          icu4c_is_less(
            icu, left.baseAddress!, Int32(left.count), right.baseAddress!, Int32(right.count))
        }
      }
    }
    func countLessByICU() -> Int {
      var count = 0
      for number in 0..<strings.count - 1
      where isLessByICU(strings[number], strings[number + 1]) { count += 1 }
      return count
    }
    /// Makes a key for each string in the same memory. Returns their length in all.
    func sumOfKeys() -> Int {
      var sum = 0
      _ = [UInt8](capacity: 4_096) { output in
        for string in strings {
          output.removeAll()
          sum += collator.appendSortKey(for: string, to: &output)
        }
      }
      return sum
    }
    func compareInCpp() -> Int {
      dataset.names.withICU4CNames { Int(icu4c_compare_neighbours(icu, $0)) }
    }

    let pairs: [(ours: () -> Int, theirs: () -> Int, areSame: Bool)] = [
      (countLessOfRecords, compareInCpp, true),
      (countLessOfStrings, compareInCpp, true),
      (countLessOfStrings, countLessByICU, true),
      (
        { strings.reduce(0) { $0 + collation.section(for: $1) } },
        {
          dataset.names.withICU4CNames { icu4c_section_by_index(icu, $0, &buckets) }
          return 0
        }, false
      ),
      (sumOfKeys, { dataset.names.withICU4CNames { Int(icu4c_write_keys(icu, $0)) } }, true),
    ]
    return try zip(Self.calls, pairs).map { call, pair in
      var (times, sums) = (Pairs(), (0, 0))
      for repetition in 0...repetitions {
        let ours = Clock.time { sums.0 = pair.ours() }
        let theirs = Clock.time { sums.1 = pair.theirs() }
        // The first pair warms both.
        if repetition > 0 { times.append(ours: ours, theirs: theirs) }
      }
      if pair.areSame && sums.0 != sums.1 {
        throw ContestError("\(dataset.name): the results of '\(call)' differ from ICU4C's")
      }
      let result = times.comparison(with: .icuKeys, names: dataset.count)
      func digits(_ value: Double) -> String { String((value * 10).rounded() / 10) }
      return
        "\(digits(result.ratio.median)) (\(Int(result.ours.median)) \(Int(result.theirs.median)))"
    }
  }

  private static func row(_ title: String, _ cells: [String]) -> String {
    title.padded(to: 16) + cells.map { $0.padded(to: 18) }.joined()
  }
}
