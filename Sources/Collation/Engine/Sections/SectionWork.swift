/// The sections of many names, in input order.
///
/// Unchecked because the parts of a step write to separate places, and steps run one after another:
/// other state changes between steps, or in a step with a single part.
@safe
final class SectionWork: ParallelWork, @unchecked Sendable {
  private let names: Names
  private let lookup: SectionLookup
  private let table: PrimaryTable
  private let pieces: WorkPieces
  private let sections: SharedBuffer<Int>
  /// The section numbers, copied in the last step.
  private(set) var copied = CopiedNumbers()

  private enum Step { case none, find, copy }
  /// The current step.
  private var step = Step.none

  init(of names: Names, _ lookup: SectionLookup, _ table: PrimaryTable) {
    self.names = names
    self.lookup = lookup
    self.table = table
    pieces = WorkPieces(names: names.count)
    sections = SharedBuffer(count: names.count)
  }

  /// Finds all numbers right away, in place, without a copy.
  func findAllNumbers() -> [Int] {
    unsafe [Int](unsafeUninitializedCapacity: names.count) { numbers, count in
      if let numbers = numbers.baseAddress { unsafe findSections(0..<names.count, to: numbers) }
      count = names.count
    }
  }

  func beginStep() -> Int? {
    switch step {
    case .none:
      step = .find
      return pieces.count
    case .find:
      step = .copy
      copied = CopiedNumbers(from: [0..<names.count])
      return 1
    case .copy: return nil
    }
  }

  func slices(of part: Int) -> Int {
    step == .find ? pieces.slices(of: part) : copied.slices
  }

  func perform(_ slice: Int, of part: Int) -> Int {
    if step == .copy {
      copied.copy(slice) { unsafe sections.pointer[$0] }
      return 0
    }
    let names = pieces.slice(slice, of: part)
    unsafe findSections(names, to: sections.pointer)
    return names.count
  }

  /// In bounds because a name's number is less than the count that the buffer was made for.
  private func findSections(_ range: Range<Int>, to sections: UnsafeMutablePointer<Int>) {
    let (table, lookup) = (table, lookup)
    names.read { names in
      for name in range {
        let boundary = unsafe table.boundary(before: names[name], lookup)
        unsafe sections[name] = lookup.sections[boundary]
      }
    }
  }
}
