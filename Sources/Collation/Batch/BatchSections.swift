/// The sections of many names, in input order.
///
/// Unchecked because the parts of the step write to places of their own.
@safe
final class BatchSections<Source: BatchSource>: BatchWork, @unchecked Sendable {
  private let source: Source
  private let lookup: SectionLookup
  private let table: PrimaryTable
  private let pieces: BatchPieces
  private let sections: BatchBuffer<UInt32>
  private var isBegun = false

  init(of source: Source, _ lookup: SectionLookup, _ table: PrimaryTable) {
    self.source = source
    self.lookup = lookup
    self.table = table
    pieces = BatchPieces(names: source.count)
    sections = BatchBuffer(count: source.count)
  }

  /// The number of each name's section, when all is done.
  var numbers: [Int] {
    unsafe UnsafeBufferPointer(start: sections.pointer, count: source.count).map(Int.init)
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
        unsafe sections.pointer[name] = UInt32(lookup.boundaries[boundary].section)
      }
    }
    return piece.count
  }
}
