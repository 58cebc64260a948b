import Collation
import Operations

/// Times the library beside ICU4C's fastest way, with normalization and without it.
struct ThroughputMeasuring {
  /// Who is timed. Those of a ratio are neighbors, so that other work of the machine slows both.
  enum Side: CaseIterable { case allCores, oneCore, icu, icuWithoutNormalizing }

  private let contest: Contest
  private let withoutNormalizing: Contest
  private let rounds: Int

  /// Opens both, and compares their results.
  init(_ dataset: Dataset) throws {
    contest = try Contest(dataset)
    withoutNormalizing = try Contest(dataset, normalizes: false)
    rounds = max(7, 1_000_000 / dataset.count)
    Progress.show("\(dataset.name): comparing \(dataset.count) names with ICU4C")
    try Agreement(contest: contest).check()
  }

  /// Times all sides in turns, in the opposite order in every other round.
  func measure(_ operation: NameOperation) async throws -> ThroughputReport {
    let dataset = contest.dataset
    // The first call fills tables and caches.
    _ = contest.time(operation)
    let icu = fastest(operation, contest)
    let icuWithoutNormalizing = fastest(operation, withoutNormalizing)
    var times: [Side: [Double]] = [:]
    for round in 0..<rounds {
      Progress.show("\(dataset.name): \(operation.rawValue) of \(dataset.count), \(round + 1)")
      for side in round.isMultiple(of: 2) ? Side.allCases : Side.allCases.reversed() {
        let time =
          switch side {
          case .oneCore: contest.time(operation)
          case .icu: contest.time(icu, operation)
          case .icuWithoutNormalizing: withoutNormalizing.time(icuWithoutNormalizing, operation)
          case .allCores:
            try await Clock.time {
              try await contest.subject.run(operation, dataset, workers: .allCores)
            }
          }
        times[side, default: []].append(time)
      }
    }
    Progress.clear()
    return ThroughputReport(
      operation: operation, names: dataset.count, times: times, icu: icu,
      icuWithoutNormalizing: icuWithoutNormalizing, differs: differs(operation))
  }

  /// ICU4C's fastest way by the best of a few runs, which also fill caches.
  private func fastest(_ operation: NameOperation, _ contest: Contest) -> Rival {
    Rival.rivals(in: operation).filter { $0.limit == nil }
      .map { rival in
        (rival, time: (0...rounds / 5).map { _ in contest.time(rival, operation) }.min()!)
      }
      .min { $0.time < $1.time }!.0
  }

  /// Whether ICU4C without normalization has other results than with it. Keys are measured after
  /// sorting, and their order is what counts.
  private func differs(_ operation: NameOperation) -> Bool {
    operation == .section
      ? contest.buckets != withoutNormalizing.buckets : contest.order != withoutNormalizing.order
  }
}
