/// The sections of many names, in input order.
///
/// Unchecked because the parts of the step write to places of their own.
@safe
final class BatchSections<Source: BatchSource>: BatchWork, @unchecked Sendable {
  private let source: Source
  private let lookup: SectionLookup
  private let table: PrimaryTable
  private let pieces: BatchPieces
  /// Where the number of each name's section goes.
  private let sections: UnsafeMutablePointer<Int>
  private var isBegun = false

  private init(
    of source: Source, _ lookup: SectionLookup, _ table: PrimaryTable,
    to sections: UnsafeMutablePointer<Int>
  ) {
    self.source = source
    self.lookup = lookup
    self.table = table
    pieces = BatchPieces(names: source.count)
    unsafe self.sections = sections
  }

  /// The number of each name's section.
  static func numbers(
    of source: Source, _ lookup: SectionLookup, _ table: PrimaryTable
  ) -> [Int] {
    unsafe [Int](unsafeUninitializedCapacity: source.count) { numbers, count in
      guard let sections = numbers.baseAddress else { return }
      unsafe BatchSections(of: source, lookup, table, to: sections).finish()
      count = source.count
    }
  }

  /// The number of each name's section, found by several tasks.
  nonisolated(nonsending) static func numbers(
    of source: Source, _ lookup: SectionLookup, _ table: PrimaryTable, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> [Int] {
    let numbers = BatchBuffer<Int>(count: source.count)
    try await unsafe BatchSections(of: source, lookup, table, to: numbers.pointer)
      .finish(workers: workers, progress: progress)
    return unsafe Array(UnsafeBufferPointer(start: numbers.pointer, count: source.count))
  }

  func nextStep() -> BatchStep? {
    if isBegun { return nil }
    isBegun = true
    return BatchStep(parts: pieces.count) { self.findSections(self.pieces[$0]) }
  }

  private func findSections(_ piece: Range<Int>) -> Int {
    let (table, lookup) = (table, lookup)
    source.withNames { names in
      for name in piece {
        let boundary = unsafe names.withName(name) { unsafe table.boundary(before: $0, lookup) }
        unsafe sections[name] = lookup.sections[boundary]
      }
    }
    return piece.count
  }
}
