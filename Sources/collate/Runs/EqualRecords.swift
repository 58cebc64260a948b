import Collation

/// The records seen so far that have the key of the last one. ICU reads bytes that are not UTF-8 as
/// U+FFFD, whatever they are. So different names may have one key, and parts that have such bytes
/// are equal only if all their bytes are.
struct EqualRecords {
  private var hasWellFormed = false
  private var illFormed: Set<[[UInt8]]> = []

  var isEmpty: Bool { !hasWellFormed && illFormed.isEmpty }

  /// Adds a record, and returns whether it is equal to none.
  ///
  /// - Parameters:
  ///   - parts: What of the name is not UTF-8, if anything.
  ///   - hasNewKey: Whether its key differs from that of the record before.
  mutating func insert(_ parts: [[UInt8]]?, hasNewKey: Bool) -> Bool {
    if hasNewKey { self = EqualRecords() }
    if let parts { return illFormed.insert(parts).inserted }
    defer { hasWellFormed = true }
    return !hasWellFormed
  }
}

/// The parts of names that are not UTF-8.
struct IllFormedParts: Sendable {
  private var columns: [UTF8Records] = []

  static let none = IllFormedParts()

  private init() {}

  init(of records: Records) {
    if records.lines.bytes.span.isUTF8 { return }
    let parts = records.parts
    columns = [parts.shown, parts.sortAs, parts.readings] + parts.fields
  }

  /// What of a name is not UTF-8: each such part, and an empty one in place of any other.
  subscript(record: Int) -> [[UInt8]]? {
    if columns.isEmpty { return nil }
    let parts = columns.map { column -> [UInt8] in
      guard record < column.count else { return [] }
      let part = column.bytes.span.extracting(column.ranges[record])
      return part.isUTF8 ? [] : Array(column[record])
    }
    return parts.allSatisfy(\.isEmpty) ? nil : parts
  }
}

extension Span<UInt8> {
  var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: self)
      return true
    } catch {
      return false
    }
  }
}
