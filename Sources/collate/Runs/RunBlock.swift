import Collation

/// Records sorted together, contiguous in the temporary file.
struct SortedRun: Sendable {
  var places: Range<Int>
  var count: Int
}

/// Consecutive records of a run in memory, with their keys. A class, since the merge would retain
/// and release each array of a structure.
final class RunBlock: Sendable {
  /// The records, each with its terminator.
  let bytes: [UInt8]
  /// Where each record ends.
  let ends: [Int]
  let keys: OrderedKeys
  /// How each key differs from its predecessor; for the first, from a key that comes before all
  /// others.
  let codes: [KeyCode]
  /// What it takes to leave out equal records.
  let illFormed: IllFormedParts

  var count: Int { ends.count }

  /// - Parameter isUnique: Whether equal records will be left out.
  init(_ records: Records, by order: RecordOrder, isUnique: Bool = false) {
    bytes = records.lines.bytes
    ends = records.lines.ranges.map { $0.upperBound + 1 }
    let keys = order.keys(of: records.parts)
    codes = ends.indices.map { number in
      number == 0 ? keys.code(of: 0) : keys.code(of: number, after: keys, number - 1)
    }
    self.keys = keys
    illFormed = isUnique ? IllFormedParts(of: records) : .none
  }
}

/// Reads blocks of runs.
struct RunReader: Sendable {
  let file: SpillFile
  let order: RecordOrder
  let records: RecordReader
  let progress: Progress
  /// How much memory a block may take, in bytes.
  let memory: Int
  /// Whether equal records will be left out.
  var isUnique = false

  /// The cost of a record in a block: the record, its key, which is one and a half times as long,
  /// and their numbers.
  private static let cost = RecordCost(quartersPerByte: 12, bytesPerRecord: 28)

  /// Returns a run's records from a position on, as many as fit, but at least one.
  func block(of run: SortedRun, from start: Int) throws -> RunBlock {
    let recordSize = max(1, run.places.count / run.count)
    let count = max(1, memory / Self.cost.bytes(recordSize, records: 1))
    var size = count * recordSize
    while true {
      let bytes = try file.read(start..<min(start + size, run.places.upperBound))
      // Short records may be clustered.
      let lines = try records.format.records(in: bytes, atMost: 2 * count)
      if !lines.isEmpty {
        return RunBlock(
          records.records(in: lines, progress: progress), by: order, isUnique: isUnique)
      }
      size *= 2
    }
  }
}
