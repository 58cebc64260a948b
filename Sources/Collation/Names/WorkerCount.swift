internal import Glibc

/// How many tasks share the work of one call.
///
/// ```swift
/// try await collation.sections(of: NameList(records), workers: .allCores)
/// try await collation.sections(of: NameList(records), workers: 2)
/// ```
///
/// The tasks are children of the caller's task and run where Swift runs its tasks. More tasks than
/// cores help nothing; fewer tasks leave cores to other requests. The result is the same for any
/// number.
public struct WorkerCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, at least 1.
  public let value: Int

  /// This number of tasks; one task if the number is less than 1.
  public init(_ value: Int) { self.value = max(1, value) }

  /// This number of tasks; one task if the number is less than 1.
  public init(integerLiteral value: Int) { self.init(value) }

  /// As many tasks as the machine has cores.
  public static var allCores: WorkerCount {
    WorkerCount(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
