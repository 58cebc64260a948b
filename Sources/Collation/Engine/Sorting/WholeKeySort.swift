/// Sorts names that are equal as far as their primary weights were made.
///
/// In bounds because a tie is a range of places, each of which has a number.
@safe
struct WholeKeySort<Source: NameSource> {
  let source: Source
  let writer: KeyWriter
  let descending: Bool
  /// The numbers of the names by place.
  let numbers: UnsafeMutablePointer<UInt32>

  /// The ties with names that are not all identical. Most names that agree so far are identical.
  func differing(_ ties: [Range<UInt32>]) -> [Range<UInt32>] {
    if ties.isEmpty { return [] }
    return source.withNames { names in
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

  /// Sorts the names of a tie by their whole sort keys.
  func sort(_ tie: Range<UInt32>) {
    source.withNames { sort(tie, $0) }
  }

  private func sort(_ tie: Range<UInt32>, _ names: Source.Names) {
    var sortKeys = KeyList(capacity: tie.count)
    for place in tie {
      unsafe names.withName(number(Int(place))) { unsafe writer.append($0, to: &sortKeys) }
    }
    let sorted = sortKeys.sortedIndices(descending: descending).map {
      number(Int(tie.lowerBound) + $0)
    }
    for (place, number) in zip(tie, sorted) {
      unsafe numbers[Int(place)] = UInt32(number)
    }
  }

  private func number(_ place: Int) -> Int { unsafe Int(numbers[place]) }
}
