import ArgumentParser
import Collation

/// The options for work on many names.
struct WorkArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many tasks share the work; by default, one for each core of the machine.",
      valueName: "number"))
  var workers: Int?

  func validate() throws {
    if let workers, workers < 1 {
      throw ValidationError("--workers takes a number of 1 or more, not \(workers).")
    }
  }

  var count: WorkerCount { workers.map { WorkerCount($0) } ?? .allCores }
}
