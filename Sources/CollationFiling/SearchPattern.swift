internal import Collation

/// A sequence of elements to search for in linear time, by the algorithm of Knuth, Morris and
/// Pratt.
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

  private let numbers: [UInt32]
  /// For each number of matched elements, the length of their longest border: how many of the last
  /// ones repeat the first ones.
  private let borders: [Int]
  /// What stands at the first element of a match.
  private let first: UInt32
  private let firstMask: UInt32
  /// The place of the element to search for first, with the one after it.
  private let anchor: Int

  /// - Parameters:
  ///   - counts: How often each number occurs in the names.
  /// - Complexity: O(*n*) in the numbers.
  init(_ numbers: [UInt32], atWords: Bool, counts: [Int]) {
    self.numbers = numbers
    var flags = atWords ? Code.beginsWord : Code.beginsMatch
    if numbers.count == 1 { flags |= Code.endsMatch }
    first = numbers[0] | flags
    firstMask = Code.number | flags
    // Few letters begin words, so the first element is the anchor. Otherwise it is the pair likely
    // to be rarest.
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

  /// Finds the first match from a place on.
  ///
  /// - Parameter codes: The codes of names, `nothing` last.
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

  /// Finds the first place from `start` on that has the anchor and the element after it.
  ///
  /// Most of the time is spent here. Nearby places are examined one by one, since frequent letters
  /// are near. Beyond them, differences are counted for several places at once, which the compiler
  /// vectorizes: a loop that may exit at each place takes four times as long.
  private func firstAnchor(in codes: Span<UInt32>, from start: Int) -> Int {
    let (first, firstMask) =
      anchor == 0 ? (self.first, self.firstMask) : (numbers[anchor], Code.number)
    let (second, secondMask) = numbers.count > 1 ? (numbers[anchor + 1], Code.number) : (0, 0)
    var place = start
    func look(to end: Int) -> Bool {
      while place < end {
        if (codes[place] & firstMask ^ first) | (codes[place + 1] & secondMask ^ second) == 0 {
          return true
        }
        place += 1
      }
      return false
    }
    // `nothing`, which stands last, is not an anchor.
    let last = codes.count - 1
    if look(to: min(place + Self.placesNear, last)) { return place }
    while place + Self.placesAtOnce <= last {
      let here = codes.extracting(place..<place + Self.placesAtOnce)
      let next = codes.extracting(place + 1..<place + 1 + Self.placesAtOnce)
      var others = 0 as UInt32
      for offset in 0..<Self.placesAtOnce {
        let difference = (here[offset] & firstMask ^ first) | (next[offset] & secondMask ^ second)
        // 1, unless there is no difference.
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
