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
  private let sectionOfSortKey: @Sendable ([UInt8]) -> Int

  /// - Parameter sectionOfSortKey: The section of a whole key at primary strength.
  init(
    of names: Names, _ lookup: SectionLookup, _ table: PrimaryTable,
    sectionOfSortKey: @escaping @Sendable ([UInt8]) -> Int
  ) {
    self.names = names
    self.lookup = lookup
    self.table = table
    self.sectionOfSortKey = sectionOfSortKey
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
      unsafe sections.pointer[name] = names.withName(name) { bytes in
        let key = unsafe table.write(bytes, to: PrimaryKey(limit: lookup.bits))
        return lookup.section(of: key)
          ?? UInt32(sectionOfSortKey(unsafe table.sortKey(of: bytes)))
      }
    }
    return piece.count
  }
}
