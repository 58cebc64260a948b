#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The memory that a process may take, according to the system.
enum MachineMemory {
  /// The machine's available memory in bytes, or the limit of the process's control groups if
  /// lower.
  static var available: Int {
    let left = lines("/proc/meminfo").lazy.compactMap { line in
      let words = line.split(separator: " ")
      return words.first == "MemAvailable:" && words.count > 1 ? Int(words[1]) : nil
    }.first.map { $0 << 10 }
    // Fall back to the machine's total memory if the system doesn't tell, as Darwin.
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return ([left ?? machine] + groupLimits).reduce(.max, min)
  }

  /// The limits of the process's control groups, version 2 and version 1. The limits of enclosing
  /// groups apply, too. In a container, the path may be the one outside the container, while the
  /// container's own group is at the top.
  private static var groupLimits: [Int] {
    lines("/proc/self/cgroup").flatMap { line -> [Int] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      let isVersion2 = parts[1].isEmpty
      guard isVersion2 || parts[1].split(separator: ",").contains("memory") else { return [] }
      let top = "/sys/fs/cgroup" + (isVersion2 ? "" : "/memory")
      let file = isVersion2 ? "memory.max" : "memory.limit_in_bytes"
      var groups = parts[2].split(separator: "/")
      var limits: [Int] = []
      while true {
        let folder = ([top[...]] + groups).joined(separator: "/")
        limits += lines("\(folder)/\(file)").prefix(1).compactMap { Int($0) }
        if groups.popLast() == nil { return limits }
      }
    }
  }

  /// Returns the lines of a system file; none if it cannot be read.
  private static func lines(_ path: String) -> [Substring] {
    guard let bytes = try? readFile(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
