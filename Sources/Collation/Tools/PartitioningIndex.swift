/// Returns the first position in a range from which on a predicate holds.
///
/// - Complexity: O(log *n*) in the range.
package func partitioningIndex(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
