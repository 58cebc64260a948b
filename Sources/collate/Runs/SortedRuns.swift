import Collation

/// Records that don't fit into memory, in sorted runs in a temporary file. The runs are merged by
/// key; equal records keep the order of the runs, which is the order of input.
struct SortedRuns {
  private let order: RecordOrder
  private let reader: RecordReader
  private let memory: Int
  private let workers: WorkerCount
  private let progress: Progress
  private var file: SpillFile
  private var runs: [SortedRun] = []
  /// The number of records.
  private(set) var count = 0
  /// The number of records in each section, if there are sections.
  private(set) var counts: [Int: Int] = [:]
  /// The fields that no record has.
  private var missingFields: Set<Int>

  /// The minimum memory of a block, some hundred names, and the maximum: the merge has to wait for
  /// the first blocks.
  private static let leastBlock = 1 << 16
  private static let mostBlock = 1 << 20

  /// - Parameters:
  ///   - first: The first records of the input.
  ///   - pieces: The remaining records.
  init(
    _ first: consuming Records, _ pieces: inout InputPieces, by order: RecordOrder,
    _ reader: RecordReader, memory: Int, workers: WorkerCount
  ) async throws {
    (self.order, self.reader) = (order, reader)
    missingFields = first.missingFields
    (self.memory, self.workers, self.progress) = (memory, workers, first.progress)
    file = try SpillFile()
    // A piece is released before the next one is read.
    try await append(consume first)
    while !pieces.isAtEnd {
      try await append(reader.records(in: pieces.next(), progress: progress, before: count))
    }
    try reader.check(missingFields, of: count)
    try await mergeToFew()
  }

  private mutating func append(_ records: consuming Records) async throws {
    if records.lines.isEmpty { return }
    missingFields.formIntersection(records.missingFields)
    let (order, outline) = try await order.sort(records, workers: workers)
    if let outline {
      for section in outline { counts[section.number, default: 0] += section.count }
    }
    var output = Output(to: file)
    try await records.forEachBatch(in: order, workers: workers) { bytes, _ in
      try output.write(bytes)
    }
    try output.flush()
    let start = runs.last?.places.upperBound ?? 0
    runs.append(
      SortedRun(
        places: start..<start + records.lines.bytes.count, count: records.lines.count))
    count += records.lines.count
  }

  /// Merges neighboring runs until the rest can be merged in one pass.
  private mutating func mergeToFew() async throws {
    let most = max(4, memory / (4 * Self.leastBlock))
    while runs.count > most {
      let target = try SpillFile()
      var merged: [SortedRun] = []
      var done = 0
      for first in stride(from: 0, to: runs.count, by: most) {
        let group = Array(runs[first..<min(first + most, runs.count)])
        var output = Output(to: target)
        try await merge(group) { batch in
          try output.write(batch.bytes[...])
          done += batch.ends.count
          progress.report(.merging, done, of: count)
        }
        try output.flush()
        let start = merged.last?.places.upperBound ?? 0
        let size = group.reduce(0) { $0 + $1.places.count }
        merged.append(
          SortedRun(places: start..<start + size, count: group.reduce(0) { $0 + $1.count }))
      }
      (file, runs) = (target, merged)
    }
  }

  /// Calls `body` with all records in order, some at a time.
  ///
  /// - Parameter isUnique: Whether to leave out records equal to an earlier one with the same key.
  func forEachBatch(
    isUnique: Bool = false, _ body: (RecordBatch) throws -> Void
  ) async throws {
    var done = 0
    try await merge(runs, isUnique: isUnique) { batch in
      try body(batch)
      done += batch.ends.count
      progress.report(.writing, done, of: count)
    }
  }

  private func merge(
    _ runs: [SortedRun], isUnique: Bool = false, _ body: (RecordBatch) throws -> Void
  ) async throws {
    // Each run has a block being merged and the next one, and tasks are making some more. Memory
    // that one task allocates and another frees stays with the first task, which doubles it.
    let share = memory / (4 * runs.count + 4 * workers.value)
    let reader = RunReader(
      file: file, order: order, records: reader, progress: progress,
      memory: min(max(share, Self.leastBlock), Self.mostBlock), isUnique: isUnique)
    let blocks = RunBlocks(of: runs, reader, workers: workers)
    try await withThrowingTaskGroup(of: Void.self) { group in
      var first: [RunBlock] = []
      for run in runs.indices { first.append(try await blocks.next(of: run, in: &group)!) }
      var tree = MergeTree(first, isUnique: isUnique)
      first = []
      var batch = RecordBatch()
      while true {
        let run = tree.appendRecords(to: &batch)
        if batch.isFull || run == nil && !batch.ends.isEmpty {
          try body(batch)
          batch.removeAll()
        } else if run == nil {
          break
        }
        if let run { tree.goOn(run, with: try await blocks.next(of: run, in: &group)) }
      }
    }
  }
}
