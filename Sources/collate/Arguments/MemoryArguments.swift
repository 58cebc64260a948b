import ArgumentParser
import Glibc

/// The option for the memory that the work may take.
struct MemoryArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The memory that the work may take: 512M, 2G, or a number of bytes; at least 64K. Larger \
      input is sorted in runs, which lie in a temporary file where TMPDIR says. By default, half \
      of the memory that the machine has left.
      """, valueName: "size"))
  var memory: String?

  private static let minimum = 1 << 16

  func validate() throws {
    if let memory, Self.byteCount(memory) == nil {
      throw ValidationError("--memory takes a size of 64K or more, such as 512M, not '\(memory)'.")
    }
  }

  /// The memory in bytes.
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
