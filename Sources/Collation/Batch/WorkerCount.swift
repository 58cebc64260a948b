#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How many tasks share the work of one call.
///
/// ```swift
/// try await collation.sections(of: records, workers: .allCores)
/// try await collation.sections(of: records, workers: 2)
/// ```
///
/// They are child tasks of the caller's and run where Swift runs its tasks: more than there are cores
/// help nothing, fewer leave cores to other requests. The result is the same for any number.
public struct WorkerCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, at least 1.
  public let value: Int

  /// So many tasks; one if the number is less.
  public init(_ value: Int) { self.value = max(1, value) }

  /// So many tasks; one if the number is less.
  public init(integerLiteral value: Int) { self.init(value) }

  /// As many tasks as the machine has cores.
  public static var allCores: WorkerCount {
    WorkerCount(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
