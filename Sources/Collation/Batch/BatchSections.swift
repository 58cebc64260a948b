/// The sections of many names, in input order.
///
/// Unchecked because the parts of the step write to places of their own.
@safe
final class BatchSections<Names: BatchNames>: BatchWork, @unchecked Sendable {
  private let names: Names
  private let lookup: SectionLookup
  private let table: PrimaryTable
  private let pieces: BatchPieces
  private let sections: BatchBuffer<UInt32>
  private var isBegun = false

  init(of names: Names, _ lookup: SectionLookup, _ table: PrimaryTable) {
    self.names = names
    self.lookup = lookup
    self.table = table
    pieces = BatchPieces(names: names.count)
    sections = BatchBuffer(count: names.count)
  }

  /// The number of each name's section, when all is done.
  var numbers: [Int] {
    unsafe UnsafeBufferPointer(start: sections.pointer, count: names.count).map(Int.init)
  }

  func nextStep() -> BatchStep? {
    if isBegun { return nil }
    isBegun = true
    return BatchStep(parts: pieces.count) { self.findSections(self.pieces[$0]) }
  }

  private func findSections(_ piece: Range<Int>) -> Int {
    let (table, lookup) = (table, lookup)
    for name in piece {
      let boundary = unsafe names.withName(name) { unsafe table.boundary(before: $0, lookup) }
      unsafe sections.pointer[name] = UInt32(lookup.boundaries[boundary].section)
    }
    return piece.count
  }
}
