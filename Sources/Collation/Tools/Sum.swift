extension [Int] {
  /// Returns the sum of a range of the numbers, which must not overflow. Without checks of each
  /// addition, several numbers are added at once. In bounds because a span's indices are.
  package func sum(_ range: Range<Int>) -> Int {
    let numbers = span.extracting(range)
    var sum = 0
    for number in numbers.indices { unsafe sum &+= numbers[unchecked: number] }
    return sum
  }
}

extension [Range<Int>] {
  /// The number of places in all ranges.
  var placeCount: Int { reduce(0) { $0 + $1.count } }
}
