import Collation
import Synchronization

extension Records {
  /// Calls `body` with all records in an order, many at a time, each with its terminator.
  /// Meanwhile, child tasks gather the next ones: reordered records are scattered over memory, so
  /// gathering takes longer than writing.
  func forEachBatch(
    in order: [Int], workers: WorkerCount,
    _ body: (_ bytes: ArraySlice<UInt8>, _ records: ArraySlice<Int>) throws -> Void
  ) async throws {
    if order.isEmpty { return }
    let copies = RecordCopies(of: lines, in: order)
    try await withThrowingTaskGroup(of: RecordCopy.self) { group in
      let mostAhead = workers.value > 1 ? workers.value + 1 : 0
      var begun = 0
      var ready: [Int: RecordCopy] = [:]
      for part in 0..<copies.count {
        while begun < min(copies.count, part + mostAhead) {
          group.addTask { [begun] in copies.part(begun) }
          begun += 1
        }
        while part < begun && ready[part] == nil {
          guard let copy = try await group.next() else { break }
          ready[copy.part] = copy
        }
        let copy = ready.removeValue(forKey: part) ?? copies.part(part)
        try body(copy.bytes[...], order[copy.copied])
        for place in copy.rest { try body(bytes(of: order[place]), order[place...place]) }
        report(.writing, copy.rest.upperBound)
        copies.reuse(copy.bytes)
      }
    }
  }
}

/// Consecutive records of an order, gathered by copying.
private struct RecordCopy: Sendable {
  var part: Int
  /// The first records, each with its terminator, and their places in the order.
  var bytes: [UInt8]
  var copied: Range<Int>
  /// The places in the order of the records that didn't fit.
  var rest: Range<Int>
}

/// Copies of records, in parts of about equal size.
private final class RecordCopies: Sendable {
  private let records: UTF8Records
  private let order: [Int]
  private let recordsPerPart: Int
  private let capacity: Int
  private let unused = Mutex<[[UInt8]]>([])

  private static let mostBytes = 1 << 18

  init(of records: UTF8Records, in order: [Int]) {
    (self.records, self.order) = (records, order)
    capacity = min(Self.mostBytes, records.bytes.count)
    // A part with records of average length leaves a quarter of its buffer unused.
    recordsPerPart = max(1, capacity / 4 * 3 / max(1, records.bytes.count / records.count))
  }

  var count: Int { (order.count + recordsPerPart - 1) / recordsPerPart }

  func part(_ part: Int) -> RecordCopy {
    let start = part * recordsPerPart
    let numbers = order[start..<min(start + recordsPerPart, order.count)]
    // A used buffer saves the system from clearing new memory.
    var bytes = unused.withLock { $0.popLast() } ?? []
    bytes.removeAll(keepingCapacity: true)
    var copied = 0
    bytes.append(addingCapacity: capacity) { output in
      copied = records.copyTerminated(numbers, to: &output)
    }
    let end = start + copied
    return RecordCopy(part: part, bytes: bytes, copied: start..<end, rest: end..<numbers.endIndex)
  }

  /// Takes back a buffer.
  func reuse(_ bytes: [UInt8]) { unused.withLock { $0.append(bytes) } }
}
