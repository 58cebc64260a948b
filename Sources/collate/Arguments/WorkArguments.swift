import ArgumentParser
import Collation

/// The option for how much memory the work may take.
struct MemoryArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The memory to use, in bytes or in units such as 512M or 2G; at least 64K. Input that does \
      not fit is processed in parts; sorting keeps them in a temporary file in TMPDIR. (default: \
      half of the available memory)
      """, valueName: "size"))
  var memory: String?

  private static let minimum = 1 << 16

  func validate() throws {
    if let memory, Self.byteCount(memory) == nil {
      throw ValidationError(
        "invalid value '\(memory)' for --memory: expected a size of at least 64K, such as 512M")
    }
  }

  var byteCount: Int {
    memory.flatMap(Self.byteCount) ?? max(Self.minimum, MachineMemory.available / 2)
  }

  private static func byteCount(_ size: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = size.last.flatMap { units[$0] }
    let digits = unit == nil ? size[...] : size.dropLast()
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflows || bytes < minimum ? nil : bytes
  }
}

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
