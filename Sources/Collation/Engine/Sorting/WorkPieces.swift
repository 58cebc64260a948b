/// The pieces in which names go through parallel work.
struct WorkPieces {
  private let names: Int
  private let size: Int

  init(names: Int) {
    self.names = names
    let sizes = Thresholds.pieceNames
    size = min(max(names / Thresholds.pieces, sizes.lowerBound), sizes.upperBound)
  }

  var count: Int { (names + size - 1) / size }
  subscript(piece: Int) -> Range<Int> { piece * size..<min(names, (piece + 1) * size) }

  func slices(of piece: Int) -> Int {
    (self[piece].count + Thresholds.sliceNames - 1) / Thresholds.sliceNames
  }
  func slice(_ slice: Int, of piece: Int) -> Range<Int> {
    let start = self[piece].lowerBound + slice * Thresholds.sliceNames
    return start..<min(start + Thresholds.sliceNames, self[piece].upperBound)
  }
}

/// Numbers copied into an array slice by slice, since copying many takes milliseconds.
struct CopiedNumbers {
  private let places: [Range<Int>]
  private(set) var numbers: [Int] = []

  /// - Parameter ranges: The places of the numbers, in the order of copying.
  init(from ranges: [Range<Int>] = []) {
    places = ranges.flatMap { $0.slices(of: Thresholds.sliceNumbers) }
    numbers.reserveCapacity(places.reduce(0) { $0 + $1.count })
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
