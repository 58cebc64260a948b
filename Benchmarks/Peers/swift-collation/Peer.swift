import Collation
import Foundation
import Names

/// This library, with names in one buffer.
@main
struct Peer {
  let repetitions: Int
  var cells: [String: Any] = [:]

  static func main() throws {
    let arguments = CommandLine.arguments
    var peer = Peer(repetitions: Int(arguments[4])!)
    try peer.measure(input: arguments[1], locale: arguments[2], output: arguments[3])
    let json = try JSONSerialization.data(withJSONObject: peer.cells)
    print(String(decoding: json, as: UTF8.self))
  }

  mutating func measure(input: String, locale: String, output: String) throws {
    let names = Names(lines: [UInt8](try Data(contentsOf: URL(fileURLWithPath: input))))
    let ranges = names.ranges
    let list = NameList(try UTF8Records(names.bytes, ranges: ranges))
    let collator = try Collator(locale: locale)
    let collation = try LocalizedIndexedCollation(locale: locale)
    func isLess(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
      collator.compare(utf8: bytes.extracting(left), bytes.extracting(right)) == .less
    }

    var (sum, keyBytes, order) = (0, 0, [Int]())
    report("compare", calls: names.count - 1, "Collator.compare(utf8:_:)") {
      let bytes = names.bytes.span
      for number in 0..<ranges.count - 1
      where isLess(bytes, ranges[number], ranges[number + 1]) { sum += 1 }
    }
    report("key", calls: names.count, "Collator.sortKeys(of:)") {
      // Without the NUL at the end of each.
      keyBytes = collator.sortKeys(of: list).bytes.count - names.count
    }
    report("sort", calls: names.count, "Collator.sortedIndices(of:)") {
      order = collator.sortedIndices(of: list)
    }
    let searched = ranges.prefix(20_000)
    let sorted = order.map { ranges[$0] }
    report("search", calls: searched.count, "Collator.compare(utf8:_:)") {
      let bytes = names.bytes.span
      for range in searched {
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if isLess(bytes, sorted[middle], range) { low = middle + 1 } else { high = middle }
        }
        sum += low
      }
    }
    report("section", calls: names.count, "LocalizedIndexedCollation.sectionNumbers(of:)") {
      sum += collation.sectionNumbers(of: list)[0]
    }

    cells["icu"] = collator.stamp.components.first { $0.name == "icu" }?.value
    cells["keyBytes"] = keyBytes
    cells["sum"] = sum
    let lines = sorted.flatMap { names.bytes[$0] + [UInt8(ascii: "\n")] }
    try Data(lines).write(to: URL(fileURLWithPath: output))
  }

  /// The fastest of all repetitions; the first run is not counted.
  mutating func report(_ operation: String, calls: Int, _ how: String, _ work: () -> Void) {
    var best = Double.infinity
    for repetition in 0...repetitions {
      let time = processorTime(of: work)
      if repetition > 0 { best = min(best, time / Double(calls)) }
    }
    cells[operation] = ["ns": (best * 100).rounded() / 100, "how": how]
  }

  /// The nanoseconds of this process, which other processes change little.
  private func processorTime(of work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
  }
}
