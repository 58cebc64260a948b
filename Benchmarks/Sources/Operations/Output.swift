import Collation

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
