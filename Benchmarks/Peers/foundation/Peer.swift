import Foundation

/// Foundation of Swift on Linux. It has no sort keys and no sections there.
@main
struct Peer {
  var cells: [String: Any] = [:]

  static func main() throws {
    let arguments = CommandLine.arguments
    var peer = Peer()
    try peer.measure(input: arguments[1], locale: arguments[2], output: arguments[3])
    let json = try JSONSerialization.data(withJSONObject: peer.cells)
    print(String(decoding: json, as: UTF8.self))
  }

  mutating func measure(input: String, locale: String, output: String) throws {
    let locale = Locale(identifier: locale)
    let text = try String(contentsOfFile: input, encoding: .utf8)
    let names = text.split(separator: "\n").map(String.init)
    func isLess(_ left: String, _ right: String) -> Bool {
      left.compare(right, locale: locale) == .orderedAscending
    }

    var (sum, sorted) = (0, [String]())
    report("compare", calls: names.count - 1) {
      for number in 0..<names.count - 1 where isLess(names[number], names[number + 1]) { sum += 1 }
    }
    report("sort", calls: names.count) { sorted = names.sorted(by: isLess) }
    let searched = names.prefix(2_000)
    report("search", calls: searched.count) {
      for name in searched {
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if isLess(sorted[middle], name) { low = middle + 1 } else { high = middle }
        }
        sum += low
      }
    }

    let environment = ProcessInfo.processInfo.environment
    cells["version"] = environment["VERSION"]
    cells["icu"] = environment["ICU"]
    cells["sum"] = sum
    let lines = sorted.joined(separator: "\n") + "\n"
    try lines.write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// The time of one run: it is slow, and a run more would change little.
  mutating func report(_ operation: String, calls: Int, _ work: () -> Void) {
    let time = processorTime(of: work) / Double(calls)
    cells[operation] = ["ns": (time * 100).rounded() / 100, "how": "String.compare(_:locale:)"]
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
