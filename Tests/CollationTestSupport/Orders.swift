package import Collation

/// Compares bytes as a database does. Tests are not optimized, where comparing millions of keys by
/// generic code would take seconds; this is.
///
/// - Returns: A number less than, equal to or greater than 0.
package func compareBytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
  left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
}

/// The result of comparing names that have some keys.
package func comparison<Key: Comparable>(of left: Key, _ right: Key) -> CollationResult {
  left == right ? .equal : left < right ? .less : .greater
}

/// A slow, stable sort: each element is inserted after all that do not come after it.
package func insertionSorted<Element>(
  _ elements: some Sequence<Element>, comesBefore: (Element, Element) -> Bool
) -> [Element] {
  var sorted: [Element] = []
  for element in elements {
    let place = sorted.firstIndex { comesBefore(element, $0) } ?? sorted.endIndex
    sorted.insert(element, at: place)
  }
  return sorted
}
