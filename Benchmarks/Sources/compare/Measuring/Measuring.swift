import Collation
import Names
import Operations

/// Takes the times of one list of names.
struct Measuring {
  let input: Input
  let repetitions: Int
  let measuresMemory: Bool
  /// Where each result is written as soon as it is there.
  let text: TableText

  /// Measures a language beside all rivals.
  func language(_ language: String) throws -> LanguageReport {
    Progress.show("\(language): names")
    let dataset = try input.dataset(language)
    let contest = try Contest(dataset)
    var report = LanguageReport(
      language: dataset.name, locale: dataset.locale, names: dataset.count)
    Progress.show("\(language): comparing the order with ICU4C's")
    try Agreement(contest: contest).check()
    text.begin(dataset)
    for operation in NameOperation.allCases {
      let result = try self.operation(operation, contest, language)
      text.write(result)
      report.operations.append(result)
    }
    text.write(try FewNames(contest)?.reports(repetitions: max(repetitions, 7)) ?? [])
    return report
  }

  private func operation(
    _ operation: NameOperation, _ contest: Contest, _ language: String
  ) throws -> OperationReport {
    contest.prepare(operation)
    let all = contest.dataset.count
    var ours: [Double] = []
    var comparisons: [Comparison] = []
    let rivals = Rival.rivals(in: operation)
    let unlimited = rivals.filter { ($0.limit ?? all) >= all }
    let pairs = measure(unlimited, operation, contest, language)
    for (rival, pairs) in zip(unlimited, pairs) {
      ours += pairs.ours
      comparisons.append(pairs.comparison(with: rival, names: all))
    }
    for rival in rivals {
      guard let limit = rival.limit, limit < all else { continue }
      let few = try Contest(contest.dataset.prefix(limit))
      few.prepare(operation)
      let pairs = measure([rival], operation, few, language)[0]
      comparisons.append(pairs.comparison(with: rival, names: limit))
    }
    if measuresMemory {
      for (place, comparison) in comparisons.enumerated()
      where comparison.names == all {
        comparisons[place].peakBytes = try peak(operation, comparison.rival, language, all)
      }
    }
    return OperationReport(
      operation: operation, nanoseconds: Spread(ours.map { $0 / Double(all) }),
      peakBytes: measuresMemory ? try peak(operation, nil, language, all) : nil,
      comparisons: comparisons)
  }

  /// Times the library and a rival in turns, then the library and the next rival, and repeats all
  /// this. The rival comes first in every other repetition.
  private func measure(
    _ rivals: [Rival], _ operation: NameOperation, _ contest: Contest, _ language: String
  ) -> [Pairs] {
    var pairs = rivals.map { _ in Pairs() }
    // The first call fills tables and caches.
    _ = contest.time(operation)
    for repetition in 0..<repetitions {
      for (place, rival) in rivals.enumerated() where pairs[place].wantsMore(upTo: repetitions) {
        Progress.show(
          "\(language): \(operation.rawValue), \(rival.rawValue), \(repetition + 1)")
        let isSecond = repetition % 2 == 1
        let before = isSecond ? contest.time(rival, operation) : nil
        let ours = contest.time(operation)
        pairs[place].append(ours: ours, theirs: before ?? contest.time(rival, operation))
      }
    }
    Progress.clear()
    return pairs
  }

  private func peak(
    _ operation: NameOperation, _ rival: Rival?, _ language: String, _ count: Int
  ) throws -> Double {
    Progress.show("\(language): \(operation.rawValue), memory")
    var arguments = ["peak"] + input.arguments(language, count: count)
    arguments += ["--operation", operation.rawValue]
    if let rival { arguments += ["--rival", rival.rawValue] }
    return try ChildProcess.number(arguments)
  }
}
