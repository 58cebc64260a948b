internal import Collation

/// A sequence of elements that is looked for, by the method of Knuth, Morris and Pratt, in linear
/// time.
struct SearchPattern {
  /// An element in 32 bits: its number, and what may begin and end at it.
  enum Code {
    static let number: UInt32 = (1 << 29) - 1
    static let beginsMatch: UInt32 = 1 << 29
    static let beginsWord: UInt32 = 1 << 30
    static let endsMatch: UInt32 = 1 << 31
    /// Stands between names.
    static let nothing: UInt32 = 0
  }

  /// The numbers, at least one.
  private let numbers: [UInt32]
  /// For each count of elements, how many of the last of these are the first ones again.
  private let borders: [Int]
  /// What stands at the first element of a match.
  private let first: UInt32
  private let firstMask: UInt32
  /// The element that is looked for first, with the one after it.
  private let anchor: Int

  /// - Parameters:
  ///   - counts: How often names have each number.
  /// - Complexity: O(*n*) in the numbers.
  init(_ numbers: [UInt32], atWords: Bool, counts: [Int]) {
    self.numbers = numbers
    var flags = atWords ? Code.beginsWord : Code.beginsMatch
    if numbers.count == 1 { flags |= Code.endsMatch }
    first = numbers[0] | flags
    firstMask = Code.number | flags
    // Few letters begin words. Elsewhere the pair is the anchor that should be rarest.
    let pairs = atWords ? 0..<0 : 0..<numbers.count - 1
    func likelihood(_ place: Int) -> Double {
      Double(counts[Int(numbers[place])]) * Double(counts[Int(numbers[place + 1])])
    }
    anchor = pairs.min { likelihood($0) < likelihood($1) } ?? 0
    var borders = [0, 0]
    for number in numbers.dropFirst() {
      var length = borders[borders.count - 1]
      while length > 0 && numbers[length] != number { length = borders[length] }
      borders.append(numbers[length] == number ? length + 1 : 0)
    }
    self.borders = borders
  }

  /// The first match from a place on.
  ///
  /// - Parameter codes: The codes of names, nothing last.
  /// - Complexity: O(*n*) in the codes up to the end of the match.
  func firstMatch(in codes: Span<UInt32>, from start: Int) -> Range<Int>? {
    var (place, length) = (start, 0)
    while true {
      if length == 0 {
        let candidate = firstAnchor(in: codes, from: place + anchor)
        guard candidate < codes.count else { return nil }
        place = candidate - anchor + 1
        if codes[place - 1] & firstMask != first { continue }
        length = 1
      } else {
        guard place < codes.count else { return nil }
        let number = codes[place] & Code.number
        while length > 0 && numbers[length] != number { length = borders[length] }
        if length == 0 { continue }
        length += 1
        place += 1
      }
      guard length == numbers.count else { continue }
      if codes[place - 1] & Code.endsMatch != 0 && codes[place - length] & firstMask == first {
        return place - length..<place
      }
      length = borders[length]
    }
  }

  /// The first place from one on where the anchor is and what stands after it.
  ///
  /// Most of the time goes here. What is near is looked at place by place, since frequent letters
  /// are. Then what two places differ in is added up for several at once, which the compiler does
  /// by vectors: a loop that may end at each place takes four times as long.
  private func firstAnchor(in codes: Span<UInt32>, from start: Int) -> Int {
    let (first, firstMask) =
      anchor == 0 ? (self.first, self.firstMask) : (numbers[anchor], Code.number)
    let (second, secondMask) = numbers.count > 1 ? (numbers[anchor + 1], Code.number) : (0, 0)
    var place = start
    /// Goes on to the anchor, or to the end.
    func look(to end: Int) -> Bool {
      while place < end {
        if (codes[place] & firstMask ^ first) | (codes[place + 1] & secondMask ^ second) == 0 {
          return true
        }
        place += 1
      }
      return false
    }
    // Nothing, which stands last, is no anchor.
    let last = codes.count - 1
    if look(to: min(place + Self.placesNear, last)) { return place }
    while place + Self.placesAtOnce <= last {
      let here = codes.extracting(place..<place + Self.placesAtOnce)
      let next = codes.extracting(place + 1..<place + 1 + Self.placesAtOnce)
      var others = 0 as UInt32
      for offset in 0..<Self.placesAtOnce {
        let difference = (here[offset] & firstMask ^ first) | (next[offset] & secondMask ^ second)
        // The first bit, unless there is no difference.
        others &+= (difference | (0 &- difference)) >> 31
      }
      if others < Self.placesAtOnce { break }
      place += Self.placesAtOnce
    }
    return look(to: last) ? place : codes.count
  }

  private static let placesNear = 8
  private static let placesAtOnce = 16
}
