import Collation

/// The records seen so far that share the last one's key. ICU reads all bytes that aren't UTF-8 as
/// U+FFFD. So different names may have one key, and parts with such bytes are equal only if all
/// their bytes are.
struct EqualRecords {
  private var hasWellFormed = false
  private var illFormed: Set<[[UInt8]]> = []

  var isEmpty: Bool { !hasWellFormed && illFormed.isEmpty }

  /// Adds a record, and returns whether it differs from all of them.
  ///
  /// - Parameters:
  ///   - parts: The parts of the name that aren't UTF-8, if any.
  ///   - hasNewKey: Whether its key differs from the previous record's.
  mutating func insert(_ parts: [[UInt8]]?, hasNewKey: Bool) -> Bool {
    if hasNewKey { self = EqualRecords() }
    if let parts { return illFormed.insert(parts).inserted }
    defer { hasWellFormed = true }
    return !hasWellFormed
  }
}

/// The parts of names that aren't UTF-8.
struct IllFormedParts: Sendable {
  private var columns: [UTF8Records] = []

  static let none = IllFormedParts()

  private init() {}

  init(of records: Records) {
    if records.lines.bytes.span.isUTF8 { return }
    let parts = records.parts
    columns = [parts.shown, parts.sortAs, parts.readings] + parts.fields
  }

  /// The parts of a name that aren't UTF-8, with an empty one in place of every other part.
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
