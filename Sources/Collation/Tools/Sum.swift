extension [Int] {
  /// Returns the sum of a range of the numbers, which must not overflow. Since no addition is
  /// checked, several numbers are added at once. In bounds because the indices are the span's own.
  package func sum(_ range: Range<Int>) -> Int {
    let numbers = span.extracting(range)
    var sum = 0
    for number in numbers.indices { unsafe sum &+= numbers[unchecked: number] }
    return sum
  }
}
