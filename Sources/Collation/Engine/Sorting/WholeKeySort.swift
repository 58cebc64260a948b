/// Sorts names that are equal in the primary weights made so far.
///
/// In bounds because a tie is a range of places, each of which has a number.
@safe
struct WholeKeySort {
  let names: Names
  let writer: KeyWriter
  let order: KeyOrder
  /// The numbers of the names by place.
  let numbers: UnsafeMutablePointer<UInt32>

  /// Returns the places of names that remain to be sorted. Most names that agree so far are
  /// identical.
  func differing(_ ties: [Range<UInt32>]) -> [Range<UInt32>] {
    names.read { names in
      var differing: [Range<UInt32>] = []
      for begin in stride(from: 0, to: ties.count, by: Thresholds.tiesAtOnce) {
        let some = ties[begin..<min(ties.count, begin + Thresholds.tiesAtOnce)]
        // Looking at every name first is faster, whatever the outcome: the processor then waits for
        // many scattered names at once, and has them in its cache afterward.
        let differences = some.map { tie in
          let first = names.digest(number(Int(tie.lowerBound)))
          var difference: UInt64 = 0
          for place in tie { difference |= first ^ names.digest(number(Int(place))) }
          return difference
        }
        for (tie, difference) in zip(some, differences) {
          if difference != 0 || !haveSameText(tie, names) {
            differing.append(tie)
          } else if let rest = placesShownOtherwise(tie, names), !areShownAlike(rest, names) {
            differing.append(rest)
          }
        }
      }
      return differing
    }
  }

  private func haveSameText(_ tie: Range<UInt32>, _ names: Names.Reader) -> Bool {
    let first = number(Int(tie.lowerBound))
    for place in tie.dropFirst() where !names.haveSameText(first, number(Int(place))) {
      return false
    }
    return true
  }

  /// Separates identical texts by whether another text is shown, and returns the places of the
  /// names with one; `nil` if there are none. They come after or before the others, depending on
  /// the order.
  private func placesShownOtherwise(
    _ tie: Range<UInt32>, _ names: Names.Reader
  ) -> Range<UInt32>? {
    guard tie.contains(where: { names.isShownOtherwise(number(Int($0))) }) else { return nil }
    let all = tie.map { number(Int($0)) }
    let shownOtherwise = all.filter(names.isShownOtherwise)
    let shownAsTheyAre = all.filter { !names.isShownOtherwise($0) }
    let parted =
      order.beginsWithShown ? shownAsTheyAre + shownOtherwise : shownOtherwise + shownAsTheyAre
    for (place, number) in zip(tie, parted) { set(place, number) }
    return order.beginsWithShown
      ? tie.dropFirst(shownAsTheyAre.count) : tie.dropLast(shownAsTheyAre.count)
  }

  private func areShownAlike(_ places: Range<UInt32>, _ names: Names.Reader) -> Bool {
    let first = number(Int(places.lowerBound))
    for place in places.dropFirst() where !names.areShownAlike(first, number(Int(place))) {
      return false
    }
    return true
  }

  /// Sorts the names of ties by their whole sort keys.
  func sort(_ ties: [Range<UInt32>]) {
    names.read { names in
      for begin in stride(from: 0, to: ties.count, by: Thresholds.tiesAtOnce) {
        sort(ties[begin..<min(ties.count, begin + Thresholds.tiesAtOnce)], names)
      }
    }
  }

  /// Sorts the names of some ties, with all their keys in one list.
  private func sort(_ ties: ArraySlice<Range<UInt32>>, _ names: Names.Reader) {
    var keys = KeyList(capacity: ties.reduce(0) { $0 + $1.count })
    for tie in ties {
      for place in tie { writer.append(number(Int(place)), of: names, to: &keys) }
    }
    // Copied, since a closure that captured `self` would retain all that it holds, for each tie.
    let (order, numbers) = unsafe (order, numbers)
    var first = 0
    for tie in ties {
      let places = unsafe numbers + Int(tie.lowerBound)
      if tie.count == 2 {
        if keys.precedes(first + 1, first, in: order) { unsafe swap(&places[0], &places[1]) }
      } else {
        let sorted = (first..<first + tie.count)
          .sorted { keys.precedes($0, $1, in: order) }
          .map { unsafe places[$0 - first] }
        for (place, number) in sorted.enumerated() { unsafe places[place] = number }
      }
      first += tie.count
    }
  }

  private func number(_ place: Int) -> Int { unsafe Int(numbers[place]) }

  private func set(_ place: UInt32, _ number: Int) {
    unsafe numbers[Int(place)] = UInt32(truncatingIfNeeded: number)
  }
}
