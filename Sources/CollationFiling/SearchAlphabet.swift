/// The letters of the names of a search. Each has a number, which another letter may get when no
/// name has the first any more. So there are never more numbers than letters at one time.
struct SearchAlphabet {
  private var numbers: [UInt64: UInt32] = [:]
  /// The weights of each number's letter.
  private var weights: [UInt64] = [0]
  /// The numbers that no letter has.
  private var free: [UInt32] = []
  /// How often each number occurs in the names; 0 is not the number of a letter.
  private(set) var counts = [0]
  /// The number of letters that got none of their own.
  private let last: UInt32

  /// The sets of marks, in order of weights, by their classes.
  private var marks: [[UInt16]] = [[]]
  private var classes: [[UInt16]: UInt32] = [[]: 0]
  /// For each letter with marks, by its weights and their class, whether the list's own order takes
  /// it for the plain letter.
  private var plain: [UInt64: Bool] = [:]

  init(_ layout: SearchPattern.Layout) { last = layout.number }

  /// How many letters and sets of marks are known. If none is removed, the numbers and classes of a
  /// query stay right until this changes.
  var knownCount: Int { counts.count + marks.count }

  /// The number of a letter; `nil` if no name has it.
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
    // Once a letter had to do without a number, it has none later: names have the last.
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

  /// Takes a letter of a name out of the count. The last one frees its number.
  mutating func remove(_ number: UInt32) {
    counts[Int(number)] -= 1
    if counts[Int(number)] > 0 || number == last { return }
    numbers[weights[Int(number)]] = nil
    free.append(number)
  }

  // MARK: Marks

  /// The class of a set of marks. Beyond the last class there is one for all others, which every
  /// query finds.
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

  /// The classes with at least some marks.
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
