/// Names that are equal as far as their primary weights were made.
extension OrderWork {
  /// The ties with names that are not all identical. Most names that agree so far are identical.
  func differing(_ ties: [Range<UInt32>]) -> [Range<UInt32>] {
    source.withNames { names in
      // It is faster to look at every name first, whatever comes of it: the processor then waits
      // for many names at once, which lie far apart.
      let mayBeIdentical = ties.map { tie in
        let first = names.digest(number(Int(tie.lowerBound)))
        return tie.dropFirst().reduce(0) { $0 | first ^ names.digest(number(Int($1))) } == 0
      }
      return zip(ties, mayBeIdentical).compactMap { tie, mayBeIdentical in
        let first = number(Int(tie.lowerBound))
        let areIdentical =
          mayBeIdentical
          && tie.dropFirst().allSatisfy { names.areIdentical(first, number(Int($0))) }
        return areIdentical ? nil : tie
      }
    }
  }

  /// Sorts names whose primary weights are equal by their whole sort keys.
  ///
  /// In bounds because a tie is a range of places.
  func sortByKeys(_ tie: Range<UInt32>) {
    source.withNames { sortByKeys(tie, $0) }
  }

  private func sortByKeys(_ tie: Range<UInt32>, _ names: Source.Names) {
    var sortKeys = KeyList(capacity: tie.count)
    for place in tie {
      unsafe names.withName(number(Int(place))) { unsafe tieWriter.append($0, to: &sortKeys) }
    }
    let sorted = sortKeys.sortedIndices(descending: descending).map {
      number(Int(tie.lowerBound) + $0)
    }
    for (place, number) in zip(tie, sorted) {
      unsafe numbers.pointer[Int(place)] = UInt32(number)
    }
  }
}
