import ArgumentParser
import Foundation
import Names
import Operations

/// Measures one language with lists of growing length.
struct Series: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the time per name for lists of growing length, as JSON.",
    discussion: """
      Skips a rival on lists that would take it more than about twenty seconds. Short lists are \
      many different ones, so that no list is in the cache before its turn.
      """)

  @OptionGroup var input: Input

  @Option(help: "The language of the names.")
  var language = "sv"

  @Option(help: "How often to take each time; the median counts.")
  var repetitions = 5

  func validate() throws {
    guard repetitions > 0 else {
      throw ValidationError("invalid value '\(repetitions)' for --repetitions: expected 1 or more")
    }
    guard input.file != nil || Names.languages.contains(language) else {
      throw ValidationError(Input.noNames(of: language))
    }
  }

  private static let operations: [NameOperation] = [.section, .partition, .sort, .keys]
  /// The number of names in all short lists that one time is taken of.
  private static let namesForOneTime = 30_000
  /// The nanoseconds that a list may take a rival.
  private static let patience = 20e9

  func run() throws {
    let dataset = try input.dataset(language)
    var report = Report()
    report.settings = .init(
      names: dataset.count, repetitions: repetitions, nonLatinShare: input.nonLatinShare,
      command: Array(CommandLine.arguments.dropFirst()))
    var last: [String: Double] = [:]
    for count in Self.counts(upTo: dataset.count) {
      let contests = try self.contests(dataset, count)
      for operation in Self.operations {
        for rival in [nil] + Rival.rivals(in: operation) {
          if rival == .randomRead || rival == .copy || rival == .byteSort { continue }
          let key = "\(operation) \(rival?.rawValue ?? "")"
          // The next list is three or so times as long.
          let growth = rival?.isQuadratic == true ? 10.0 : 3.3
          if (last[key] ?? 0) * growth > Self.patience { continue }
          Progress.show("\(count) names: \(operation.rawValue) \(rival?.rawValue ?? "")")
          let time = median(contests, operation, rival)
          last[key] = time
          report.append(
            names: count, nanoseconds: time / Double(count), dataset.name, operation, rival)
        }
      }
    }
    Progress.clear()
    FileHandle.standardOutput.write(try report.json)
  }

  /// The median time of one list.
  private func median(_ contests: [Contest], _ operation: NameOperation, _ rival: Rival?) -> Double
  {
    var times: [Double] = []
    // The first time, which fills tables, does not count, except of slow work, which is repeated
    // less.
    for repetition in 0...repetitions {
      let sum = contests.reduce(0.0) { (sum: Double, contest: Contest) -> Double in
        sum + (rival.map { contest.time($0, operation) } ?? contest.time(operation))
      }
      let time = sum / Double(contests.count)
      if repetition > 0 || time > 2e9 { times.append(time) }
      if time > 2e9, times.count == 3 { break }
    }
    return Spread(times).median
  }

  /// Lists of `count` names; the shorter the lists, the more of them.
  private func contests(_ dataset: Dataset, _ count: Int) throws -> [Contest] {
    let lists = max(1, min(Self.namesForOneTime, dataset.count) / count)
    return try (0..<lists).map { number in
      try Contest(
        lists == 1
          ? dataset.prefix(count)
          : Dataset(
            name: dataset.name, locale: dataset.locale,
            names: dataset.names.slice(number * count..<(number + 1) * count)))
    }
  }

  /// 100, 300, 1000, and so on.
  private static func counts(upTo most: Int) -> [Int] {
    var counts: [Int] = []
    var count = 100
    while count <= most {
      counts += [count, 3 * count].filter { $0 <= most }
      count *= 10
    }
    return counts
  }
}

extension Report {
  fileprivate mutating func append(
    names: Int, nanoseconds: Double, _ language: String, _ operation: NameOperation, _ rival: Rival?
  ) {
    let point = SeriesReport.Point(names: names, nanoseconds: nanoseconds)
    if let place = series.firstIndex(where: {
      $0.language == language && $0.operation == operation && $0.rival == rival
    }) {
      series[place].points.append(point)
    } else {
      series.append(
        SeriesReport(language: language, operation: operation, rival: rival, points: [point]))
    }
  }
}
