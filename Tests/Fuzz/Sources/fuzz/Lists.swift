import Collation
import CollationTestSupport
import FuzzSupport

/// More names than a collator has to see before it makes a table of weights.
let manyNames = UTF8Records(strings: (0..<1_024).map { "name \($0)" })

/// Comparing each name with the next follows the keys, both ways round.
func checkComparisons(_ names: [[UInt8]], _ keys: [SortKey], by collator: Collator) {
  for number in names.indices.dropLast() {
    let (left, right) = (names[number], names[number + 1])
    let expected = comparison(of: keys[number], keys[number + 1])
    check(
      collator.compare(utf8: left.span, right.span) == expected, "\(collator): \(left) \(right)")
    check(
      collator.compare(utf8: right.span, left.span).rawValue == -expected.rawValue,
      "\(collator): \(right) \(left)")
  }
}

/// The numbers of the keys in their order; equal keys in the order of their numbers.
func sortedNumbers<Key: Comparable>(_ keys: [Key]) -> [Int] {
  keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
}
