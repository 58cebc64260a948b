/// A sequence of elements that is looked for, by the method of Knuth, Morris and Pratt: no element
/// of what is searched is looked at more than twice.
struct SearchPattern {
  /// An element in 32 bits: its number, and what may begin and end at it.
  enum Code {
    static let number: UInt32 = (1 << 29) - 1
    static let beginsMatch: UInt32 = 1 << 29
    static let beginsWord: UInt32 = 1 << 30
    static let endsMatch: UInt32 = 1 << 31
    /// Stands between names.
    static let nothing: UInt32 = 0
    /// The number of elements that no name has.
    static let unknown = number
  }

  /// The numbers, at least one.
  private let numbers: [UInt32]
  /// For each count of elements, how many of the last of these are the first ones again.
  private let borders: [Int]
  /// What is looked for at the first element.
  private let first: UInt32
  private let firstMask: UInt32

  /// - Complexity: O(*n*) in the numbers.
  init(_ numbers: [UInt32], atWords: Bool) {
    self.numbers = numbers
    let beginning = atWords ? Code.beginsWord : Code.beginsMatch
    first = numbers[0] | beginning
    firstMask = Code.number | beginning
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
  /// - Complexity: O(*n*) in the codes up to the end of the match.
  func firstMatch(in codes: Span<UInt32>, from start: Int) -> Range<Int>? {
    var (place, length) = (start, 0)
    while true {
      if length == 0 {
        while place < codes.count && codes[place] & firstMask != first { place += 1 }
      }
      guard place < codes.count else { return nil }
      let code = codes[place]
      while length > 0 && numbers[length] != code & Code.number { length = borders[length] }
      if numbers[length] == code & Code.number { length += 1 }
      place += 1
      guard length == numbers.count else { continue }
      if code & Code.endsMatch != 0 && codes[place - length] & firstMask == first {
        return place - length..<place
      }
      length = borders[length]
    }
  }
}
