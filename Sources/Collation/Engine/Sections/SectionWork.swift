/// The sections of many names, in input order.
///
/// Unchecked because the parts of the step write to places of their own.
@safe
final class SectionWork<Source: NameSource>: ParallelWork, @unchecked Sendable {
  private let source: Source
  private let lookup: SectionLookup
  private let table: PrimaryTable
  private let pieces: WorkPieces
  private let sections: SharedBuffer<Int>
  private var isBegun = false

  init(of source: Source, _ lookup: SectionLookup, _ table: PrimaryTable) {
    self.source = source
    self.lookup = lookup
    self.table = table
    pieces = WorkPieces(names: source.count)
    sections = SharedBuffer(count: source.count)
  }

  /// Appends the section numbers of some names, once all is done.
  func append(_ names: Range<Int>, to numbers: inout OutputSpan<Int>) {
    for name in names { numbers.append(unsafe sections.pointer[name]) }
  }

  /// Finds all numbers right away, in place, without a copy.
  func findAllNumbers() -> [Int] {
    unsafe [Int](unsafeUninitializedCapacity: source.count) { numbers, count in
      if let numbers = numbers.baseAddress { unsafe findSections(0..<source.count, to: numbers) }
      count = source.count
    }
  }

  func nextStep() -> WorkStep? {
    if isBegun { return nil }
    isBegun = true
    return WorkStep(parts: pieces.count, slices: { self.pieces.slices(of: $0) }) { piece, slice in
      let slice = self.pieces.slice(slice, of: piece)
      unsafe self.findSections(slice, to: self.sections.pointer)
      return slice.count
    }
  }

  /// In bounds because a name's number is less than the count that the buffer was made for.
  private func findSections(_ range: Range<Int>, to sections: UnsafeMutablePointer<Int>) {
    let (table, lookup) = (table, lookup)
    source.withNames { names in
      for name in range {
        let boundary = unsafe names.withName(name) { unsafe table.boundary(before: $0, lookup) }
        unsafe sections[name] = lookup.sections[boundary]
      }
    }
  }
}
