import Testing

/// Checks what `RandomAccessCollection` and the protocols above it promise, against an array of the
/// values that the elements must have. Indices are told by counting from the first one.
///
/// It compares all pairs of indices and all slices, so the collection must be short.
func expectCollection<Elements: RandomAccessCollection, Value: Equatable>(
  _ elements: Elements, of expected: [Value], _ value: (Elements.Element) -> Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let count = expected.count
  // A wrong index would be out of bounds in all that follows.
  var places = [elements.startIndex]
  while places.count <= count, places.last! < elements.endIndex {
    places.append(elements.index(after: places.last!))
  }
  guard places.count == count + 1, places.last == elements.endIndex else {
    Issue.record("not \(count) indices from the first to the end", sourceLocation: sourceLocation)
    return
  }
  func expect(_ isTrue: Bool, _ what: Comment) {
    #expect(isTrue, what, sourceLocation: sourceLocation)
  }

  // A sequence that may be walked again.
  for _ in 0..<2 { expect(elements.map(value) == expected, "iteration") }
  expect(elements.underestimatedCount == count, "underestimatedCount")
  expect(elements.count == count && elements.isEmpty == expected.isEmpty, "count and isEmpty")
  expect(elements.first.map(value) == expected.first, "first")
  expect(elements.last.map(value) == expected.last, "last")
  expect(elements.reversed().map(value) == expected.reversed(), "reversed")
  expect(Array(elements.indices) == Array(places.dropLast()), "indices")
  for _ in 0..<2 { expect(elements.indices.map { value(elements[$0]) } == expected, "subscripts") }

  for place in 0..<count {
    var (next, previous) = (places[place], places[place + 1])
    expect(elements.index(before: previous) == next, "index(before:)")
    elements.formIndex(after: &next)
    expect(next == places[place + 1], "formIndex(after:)")
    elements.formIndex(before: &previous)
    expect(previous == places[place], "formIndex(before:)")
  }
  for start in 0...count {
    for end in 0...count {
      let (from, to, distance) = (places[start], places[end], end - start)
      expect((from < to) == (start < end) && (from == to) == (start == end), "comparisons")
      expect(elements.distance(from: from, to: to) == distance, "distance(from:to:)")
      expect(elements.index(from, offsetBy: distance) == to, "index(_:offsetBy:)")
      for limit in 0...count {
        // A limit that stands behind does not count.
        let isBeyond = distance > 0 ? start...end : end...start
        let isCut = limit != end && isBeyond.contains(limit)
        let found = elements.index(from, offsetBy: distance, limitedBy: places[limit])
        expect(found == (isCut ? nil : to), "index(_:offsetBy:limitedBy:)")
      }
    }
    // Beyond either end, where only a limit makes the question allowed.
    for (distance, limit) in [(count - start + 1, count), (-start - 1, 0)] {
      let found = elements.index(places[start], offsetBy: distance, limitedBy: places[limit])
      expect(found == nil, "index(_:offsetBy:limitedBy:) beyond an end")
    }
  }

  // A slice has the indices of the whole, and so has a slice of it.
  for start in 0...count {
    for end in start...count {
      let slice = elements[places[start]..<places[end]]
      expect(slice.startIndex == places[start] && slice.endIndex == places[end], "slice's bounds")
      expect(slice.map(value) == Array(expected[start..<end]), "slice")
      expect(slice.count == end - start, "slice's count")
      for place in start..<end {
        expect(value(slice[places[place]]) == expected[place], "slice's subscript")
        let rest = slice[places[place]...]
        expect(rest.startIndex == places[place], "bounds of a slice's slice")
        expect(rest.map(value) == Array(expected[place..<end]), "slice of a slice")
      }
    }
  }
}
