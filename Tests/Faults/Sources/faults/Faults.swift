import CFaults
import Glibc

/// Tries what a machine that runs out of something does to the library:
///
/// - `faults memory [LIMIT] [CALL]` lets each of ICU's allocations fail, at most that many of a
///   call;
/// - `faults openings [COUNT]` opens and drops collations;
/// - `faults caches` fills the caches with the largest that may be in them.
@main
struct Faults {
  static func main() throws {
    guard faults_install() else { fatalError("ICU takes no memory functions") }
    let arguments = CommandLine.arguments.dropFirst()
    let number = arguments.dropFirst().first.flatMap { Int($0) }
    switch arguments.first {
    case "memory": exit(memory(limit: number ?? 40, arguments.dropFirst(2).first))
    case "openings": exit(try openings(count: number ?? 1_000_000))
    case "caches": try caches()
    default: fatalError("faults memory | openings | caches")
    }
  }

  /// Returns 1 if a call did what it should not.
  private static func memory(limit: Int, _ wanted: String?) -> Int32 {
    var status: Int32 = 0
    for call in makeFaultyCalls() where wanted.map({ call.name.contains($0) }) ?? true {
      let (count, outcomes) = FailingAllocations(call: call, limit: limit).run()
      print("\(call.name): \(count) allocations")
      for (outcome, times) in outcomes.sorted(by: { $0.value > $1.value }) {
        print("  \(times) × \(outcome)")
        if outcome.contains("FAULT") { status = 1 }
      }
      fflush(nil)
    }
    return status
  }
}
