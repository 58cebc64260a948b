import Collation

/// What is measured: a job that the library does for many names.
public enum NameOperation: String, CaseIterable, Sendable {
  /// The section of each record.
  case section
  /// Records sorted and in sections.
  case partition
  /// Strings sorted and in sections.
  case partitionStrings = "partition-strings"
  /// Records sorted.
  case sort
  /// The sort key of each record.
  case keys
}

/// What an operation returns.
public enum Output: Sendable {
  /// A number for each record.
  case numbers([Int])
  /// Records in sections.
  case records(SectionedCollection<Int>)
  /// Strings in sections.
  case strings(SectionedCollection<String>)
  /// A sort key for each record.
  case keys(KeyArray<SortKey>)

  /// How much memory the result itself takes, which any way of working has to provide.
  public var byteCount: Int {
    switch self {
    case .numbers(let numbers): numbers.count * MemoryLayout<Int>.stride
    case .records(let sections): sections.rows.count * MemoryLayout<Int>.stride
    case .strings(let sections): sections.rows.count * MemoryLayout<String>.stride
    case .keys(let keys): keys.bytes.count + keys.count * MemoryLayout<Int>.stride
    }
  }
}
