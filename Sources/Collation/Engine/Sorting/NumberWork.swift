internal import Synchronization

extension Job {
  /// Makes a job that copies numbers into an array, which takes milliseconds for many names.
  ///
  /// - Parameters:
  ///   - ranges: The places of the numbers, in the order in which they are appended.
  ///   - append: Appends the numbers of some places.
  init(
    numbers ranges: some Sequence<Range<Int>>,
    append: @escaping @Sendable (Range<Int>, inout OutputSpan<Int>) -> Void,
    result: @escaping @Sendable ([Int]) -> Result
  ) {
    let work = NumberWork(ranges, append)
    self.init(work) { result(work.takeNumbers()) }
  }
}

private final class NumberWork: ParallelWork {
  private let slices: [Range<Int>]
  private let append: @Sendable (Range<Int>, inout OutputSpan<Int>) -> Void
  private let numbers: Mutex<[Int]?>

  init(
    _ ranges: some Sequence<Range<Int>>,
    _ append: @escaping @Sendable (Range<Int>, inout OutputSpan<Int>) -> Void
  ) {
    slices = ranges.flatMap { $0.slices(of: Thresholds.sliceNumbers) }
    self.append = append
    numbers = Mutex(nil)
  }

  /// Returns the numbers, once all is done. Can be called only once.
  func takeNumbers() -> [Int] { numbers.withLock { $0.take() } ?? [] }

  func nextStep() -> WorkStep? {
    let isBegun = numbers.withLock { numbers in
      if numbers != nil { return true }
      numbers = []
      numbers?.reserveCapacity(slices.placeCount)
      return false
    }
    if isBegun { return nil }
    return WorkStep(parts: 1, slices: { _ in self.slices.count }) { _, slice in
      let places = self.slices[slice]
      self.numbers.withLock { numbers in
        numbers?.append(addingCapacity: places.count) { self.append(places, &$0) }
      }
      return 0
    }
  }
}
