import ArgumentParser
import Collation

/// The options for work on many names.
struct WorkArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of tasks that share the work. (default: one per core)",
      valueName: "number"))
  var workers: Int?

  func validate() throws {
    if let workers, workers < 1 {
      throw ValidationError("invalid value '\(workers)' for --workers: expected 1 or more")
    }
  }

  var count: WorkerCount { workers.map { WorkerCount(clamping: $0) } ?? .allCores }
}
