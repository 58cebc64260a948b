/// Numbers copied into an array slice by slice, since copying many takes milliseconds.
struct CopiedNumbers {
  private let places: [Range<Int>]
  private(set) var numbers: [Int] = []

  /// - Parameter ranges: The places of the numbers, in the order of copying.
  init(from ranges: [Range<Int>] = []) {
    places = ranges.flatMap { $0.slices(of: Thresholds.sliceNumbers) }
    numbers.reserveCapacity(places.placeCount)
  }

  var slices: Int { places.count }

  /// Copies the next slice.
  @inline(__always)
  mutating func copy(_ slice: Int, from number: (_ place: Int) -> Int) {
    numbers.append(addingCapacity: places[slice].count) { numbers in
      for place in places[slice] { numbers.append(number(place)) }
    }
  }
}
