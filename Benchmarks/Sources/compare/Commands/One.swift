import ArgumentParser
import Collation
import ICU4C
import Names
import Operations

/// Measures calls with one name or two beside ICU4C's, and calls that make keys of many.
struct One: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures calls on one or two names, and keys, compared with ICU4C.",
    discussion: """
      Prints how many times as fast as ICU4C a call is: the median of pairs of times, taken in \
      turns. Both start from UTF-8, and ICU4C normalizes, as the library does. "compare" takes two \
      names of one buffer, "of strings" two Swift strings, while ICU4C takes a buffer from C++; \
      "from Swift" and ", Swift" call ICU4C with the same strings in the same loop. "sorted" \
      compares neighbors in the sorted list; "position" finds a name in it by binary search. \
      "sort key" and "list key" append to memory that is there already, as ICU4C does; "key \
      array" returns an array. "collator" and "collation" open what was opened before.
      """)

  @OptionGroup var input: Input

  @Option(help: "The number of timed pairs for each ratio.")
  var repetitions = 9

  private static let calls = [
    "compare", "of strings", "from Swift", "sorted", "position", "position, Swift", "section",
    "sort key", "sort key, Swift", "list key", "key array", "keys", "list keys", "collator",
    "collation",
  ]

  func run() throws {
    print(Machine().description)
    print("times as fast as ICU4C; nanoseconds a call, the library's and ICU4C's")
    print(Self.row("", Self.calls))
    for language in input.languageCodes {
      let ratios = try measure(input.dataset(language))
      print(Self.row(language, ratios))
    }
  }

  private func measure(_ dataset: Dataset) throws -> [String] {
    let collation = try LocalizedIndexedCollation(locale: dataset.locale)
    let collator = try Collator(locale: dataset.locale)
    guard let icu = icu4c_open(dataset.locale) else {
      throw ContestError("ICU4C cannot open \(dataset.locale)")
    }
    defer { icu4c_close(icu) }
    let strings = dataset.names.strings
    let sortedNumbers = collator.sortedIndices(of: dataset.list)
    let ranges = dataset.names.ranges
    let sortedRanges = sortedNumbers.map { ranges[$0] }
    let sortedStrings = sortedNumbers.map { strings[$0] }
    let input = (0..<UInt32(dataset.count)).map(\.self)
    let order = sortedNumbers.map(UInt32.init)
    var buckets = [UInt32](repeating: 0, count: dataset.count)
    let (searches, openings) = (min(dataset.count, 20_000), 100)

    func icuNames<Result>(_ body: (ICU4CNames) -> Result) -> Result {
      dataset.names.withICU4CNames(body)
    }
    func countLess(_ ranges: [Range<Int>]) -> Int {
      var count = 0
      let bytes = dataset.names.bytes.span
      for number in 0..<ranges.count - 1 {
        let left = bytes.extracting(ranges[number])
        let right = bytes.extracting(ranges[number + 1])
        if collator.compare(utf8: left, right) == .less { count += 1 }
      }
      return count
    }
    func countLess(_ strings: [String]) -> Int {
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
    func countLessByICU(_ strings: [String]) -> Int {
      var count = 0
      for number in 0..<strings.count - 1
      where isLessByICU(strings[number], strings[number + 1]) { count += 1 }
      return count
    }
    func countOpened(_ calls: Int, _ isOpened: () throws -> Bool) -> Int {
      (0..<calls).count { _ in (try? isOpened()) == true }
    }
    func position(of name: String, isLess: (String, String) -> Bool) -> Int {
      var (low, high) = (0, sortedStrings.count)
      while low < high {
        let middle = (low + high) / 2
        if isLess(sortedStrings[middle], name) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    func sumOfPositions() -> Int {
      strings.prefix(searches).reduce(0) {
        $0 + position(of: $1) { collator.compare($0, $1) == .less }
      }
    }
    func sumOfPositionsByICU() -> Int {
      strings.prefix(searches).reduce(0) { $0 + position(of: $1, isLess: isLessByICU) }
    }
    /// Appends a key for each string to the same memory. Returns their length in all.
    func sumOfKeys(_ append: (String, inout OutputSpan<UInt8>) -> Int) -> Int {
      var sum = 0
      _ = [UInt8](capacity: 4_096) { output in
        for string in strings {
          output.removeAll()
          sum += append(string, &output)
        }
      }
      return sum
    }
    func sumOfKeysByICU() -> Int {
      var (memory, sum) = ([UInt8](repeating: 0, count: 4_096), 0)
      for string in strings {
        var string = string
        sum += string.withUTF8 { name in
          Int(
            icu4c_write_key(
              icu, name.baseAddress!, Int32(name.count), &memory, Int32(memory.count)))
        }
      }
      return sum
    }

    let pairs: [(ours: () -> Int, theirs: () -> Int, calls: Int, areSame: Bool)] = [
      (
        { countLess(ranges) }, { icuNames { Int(icu4c_compare_neighbours(icu, $0, input)) } },
        dataset.count, true
      ),
      (
        { countLess(strings) }, { icuNames { Int(icu4c_compare_neighbours(icu, $0, input)) } },
        dataset.count, true
      ),
      ({ countLess(strings) }, { countLessByICU(strings) }, dataset.count, true),
      (
        { countLess(sortedRanges) },
        { icuNames { Int(icu4c_compare_neighbours(icu, $0, order)) } }, dataset.count, true
      ),
      (
        { sumOfPositions() },
        { icuNames { Int(icu4c_find_positions(icu, $0, order, Int64(searches))) } }, searches, true
      ),
      ({ sumOfPositions() }, { sumOfPositionsByICU() }, searches, true),
      (
        { strings.reduce(0) { $0 + collation.section(for: $1) } },
        {
          icuNames { icu4c_section_by_index(icu, $0, &buckets) }
          return 0
        }, dataset.count, false
      ),
      (
        { sumOfKeys { collator.appendSortKey(for: $0, to: &$1) } },
        { icuNames { Int(icu4c_write_keys(icu, $0)) } }, dataset.count, true
      ),
      (
        { sumOfKeys { collator.appendSortKey(for: $0, to: &$1) } }, { sumOfKeysByICU() },
        dataset.count, true
      ),
      (
        { sumOfKeys { collation.appendListKey(for: $0, to: &$1) } },
        { icuNames { Int(icu4c_write_keys(icu, $0)) } }, dataset.count, false
      ),
      (
        { strings.reduce(0) { $0 + collator.sortKey(for: $1).bytes.count } },
        { icuNames { Int(icu4c_write_keys(icu, $0)) } }, dataset.count, true
      ),
      (
        { collator.sortKeys(of: dataset.list).count },
        {
          icuNames { icu4c_free_keys(icu4c_make_keys(icu, $0)) }
          return 0
        }, dataset.count, false
      ),
      (
        { collation.listKeys(of: dataset.list).count },
        {
          icuNames { icu4c_free_keys(icu4c_make_keys(icu, $0)) }
          return 0
        }, dataset.count, false
      ),
      (
        { countOpened(dataset.count) { try Collator(locale: dataset.locale) == collator } },
        { countOpened(dataset.count) { icu4c_time_opening(dataset.locale, false) > 0 } },
        dataset.count, true
      ),
      (
        {
          countOpened(openings) {
            try LocalizedIndexedCollation(locale: dataset.locale) == collation
          }
        }, { countOpened(openings) { icu4c_time_opening(dataset.locale, true) > 0 } }, openings,
        true
      ),
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
      let result = times.comparison(with: .icuKeys, names: pair.calls)
      func digits(_ value: Double) -> String { String((value * 10).rounded() / 10) }
      return
        "\(digits(result.ratio.median)) (\(Int(result.ours.median)) \(Int(result.theirs.median)))"
    }
  }

  private static func row(_ title: String, _ cells: [String]) -> String {
    title.padded(to: 8) + cells.map { $0.padded(to: 18) }.joined()
  }
}
