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
