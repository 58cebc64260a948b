/// The number of tasks that share the work of one call.
///
/// ```swift
/// try await collation.sections(of: NameList(records), workers: .allCores)
/// try await collation.sections(of: NameList(records), workers: 2)
/// ```
///
/// The tasks are child tasks of the caller's task. They share Swift's cooperative thread pool with
/// other tasks, and each yields about once a millisecond. There are never more of them than the
/// machine has cores. Their number doesn't affect the result.
public struct WorkerCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number, at least 1 and at most 4,096.
  public let value: Int

  /// Makes a count of `value` tasks, or of the nearest number from 1 to 4,096.
  public init(clamping value: Int) { self.value = min(max(1, value), 4_096) }

  /// Makes a count of `value` tasks, clamped as in ``init(clamping:)``.
  public init(integerLiteral value: Int) { self.init(clamping: value) }

  /// As many tasks as the machine has cores.
  public static var allCores: WorkerCount {
    WorkerCount(clamping: processorCount())
  }
}
