/// The elements of the names of a search. Each has a number, which may become that of another
/// element when no name has the first any more. So the numbers are never more than the elements
/// that occurred at one time.
struct SearchAlphabet {
  private var numbers: [UInt64: UInt32] = [:]
  /// The weights of each number's element.
  private var weights: [UInt64] = [0]
  /// The numbers that no element has.
  private var free: [UInt32] = []
  /// How often each number occurs in the names; 0 is not the number of an element.
  private(set) var counts = [0]

  func number(of weights: UInt64) -> UInt32? { numbers[weights] }

  /// Counts an element of a name.
  ///
  /// - Returns: Its number.
  @inline(__always)
  mutating func add(_ weights: UInt64) -> UInt32 {
    let number = numbers[weights] ?? newNumber(weights)
    counts[Int(number)] += 1
    return number
  }

  @inline(never)
  private mutating func newNumber(_ weights: UInt64) -> UInt32 {
    let number = free.popLast() ?? UInt32(counts.count)
    if number == counts.count {
      counts.append(0)
      self.weights.append(weights)
    } else {
      self.weights[Int(number)] = weights
    }
    numbers[weights] = number
    return number
  }

  /// Takes an element of a name out of the count. The last one frees its number.
  mutating func remove(_ number: UInt32) {
    counts[Int(number)] -= 1
    if counts[Int(number)] > 0 { return }
    numbers[weights[Int(number)]] = nil
    free.append(number)
  }
}
