/// Numbers that are copied into an array slice by slice, since that takes milliseconds for many
/// names.
struct CopiedNumbers {
  private let places: [Range<Int>]
  private(set) var numbers: [Int] = []

  /// - Parameter ranges: The places of the numbers, in the order in which they are appended.
  init(from ranges: [Range<Int>] = []) {
    places = ranges.flatMap { $0.slices(of: Thresholds.sliceNumbers) }
    numbers.reserveCapacity(places.placeCount)
  }

  var slices: Int { places.count }

  /// Copies a slice after the one before.
  @inline(__always)
  mutating func copy(_ slice: Int, from number: (_ place: Int) -> Int) {
    numbers.append(addingCapacity: places[slice].count) { numbers in
      for place in places[slice] { numbers.append(number(place)) }
    }
  }
}
