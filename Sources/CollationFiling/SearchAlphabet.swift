/// The letters of a search's names, each with a number. When no name has a letter any more, another
/// letter may get its number. So there are never more numbers than letters at a time.
struct SearchAlphabet {
  private var numbers: [UInt64: UInt32] = [:]
  /// The weights of each number's letter.
  private var weights: [UInt64] = [0]
  /// Numbers that no letter has.
  private var free: [UInt32] = []
  /// How often each number occurs in the names; 0 is not the number of a letter.
  private(set) var counts = [0]
  /// The shared number of all letters without one of their own.
  private let last: UInt32

  /// Sets of marks, in order of weights, by their classes.
  private var marks: [[UInt16]] = [[]]
  private var classes: [[UInt16]: UInt32] = [[]: 0]
  /// For each letter with marks, by its weights and marks' class, whether the list's own order
  /// takes it for the plain letter.
  private var plain: [UInt64: Bool] = [:]

  init(_ layout: SearchPattern.Layout) { last = layout.number }

  /// How many letters and sets of marks are known. If none is removed, a query's numbers and
  /// classes stay valid until this changes.
  var knownCount: Int { counts.count + marks.count }

  /// The number of a letter; `nil` if no name has the letter.
  func number(of weights: UInt64) -> UInt32? {
    numbers[weights] ?? (counts.count > Int(last) ? last : nil)
  }

  /// Counts a letter of a name.
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
    // Once a letter had to do without a number, it gets none later: names use the last one for it.
    let number = counts.count > Int(last) ? last : free.popLast() ?? UInt32(counts.count)
    if number == counts.count {
      counts.append(0)
      self.weights.append(weights)
    } else {
      self.weights[Int(number)] = weights
    }
    if number < last { numbers[weights] = number }
    return number
  }

  /// Removes a letter of a name from the count. The last one frees its number.
  mutating func remove(_ number: UInt32) {
    counts[Int(number)] -= 1
    if counts[Int(number)] > 0 || number == last { return }
    numbers[weights[Int(number)]] = nil
    free.append(number)
  }

  // MARK: Marks

  /// The class of a set of marks. After the last class, one class serves all other sets, and every
  /// query finds it.
  mutating func markClass(of marks: [UInt16]) -> UInt32 {
    let marks = marks.sorted()
    if let known = classes[marks] { return known }
    guard self.marks.count < SearchPattern.Code.unknownMarks else {
      return SearchPattern.Code.unknownMarks
    }
    let new = UInt32(self.marks.count)
    self.marks.append(marks)
    classes[marks] = new
    return new
  }

  /// The classes that include all of these marks.
  func classes(with marks: [UInt16]) -> Set<UInt32> {
    let wanted = Set(marks)
    var found: Set<UInt32> = [SearchPattern.Code.unknownMarks]
    for (number, marks) in self.marks.enumerated() where wanted.isSubset(of: marks) {
      found.insert(UInt32(number))
    }
    return found
  }

  mutating func isPlain(_ weights: UInt64, _ markClass: UInt32, _ find: () -> Bool) -> Bool {
    let letter = weights | UInt64(markClass)
    if let known = plain[letter] { return known }
    let isPlain = find()
    plain[letter] = isPlain
    return isPlain
  }
}
