import CollationTestSupport
import Testing

@testable import CollationFiling

@Suite struct SearchPatternTests {
  private typealias Code = SearchPattern.Code
  private let layout = SearchPattern.Layout.elements

  /// The slow reference: each place is tried, element by element.
  private func firstMatch(
    of pattern: [UInt32], in codes: [UInt32], from start: Int, beginning flag: UInt32
  ) -> Range<Int>? {
    for place in start..<codes.count where place + pattern.count <= codes.count {
      let part = codes[place..<place + pattern.count]
      if part.map({ $0 & layout.number }) == pattern, part.first! & flag != 0,
        part.last! & Code.endsMatch != 0
      {
        return place..<place + pattern.count
      }
    }
    return nil
  }

  /// Few numbers, so that matches overlap.
  @Test(arguments: [1, 2, 3, 5], [false, true])
  func matchesAreThoseOfASlowSearch(numbers: Int, atWords: Bool) {
    var generator = SeededGenerator(seed: UInt64(numbers))
    func number() -> UInt32 { UInt32(Int.random(in: 1...numbers, using: &generator)) }
    var found = 0
    for _ in 0..<2_000 {
      let flags = [0, Code.beginsMatch, Code.beginsMatch | Code.beginsWord]
      var codes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0
          ? Code.nothing
          : number() | flags.randomElement(using: &generator)!
            | (Bool.random(using: &generator) ? Code.endsMatch : 0)
      }
      codes.append(Code.nothing)
      let pattern = (0..<Int.random(in: 1...6, using: &generator)).map { _ in number() }
      let search = SearchPattern(
        pattern.map { SearchPattern.Letter(number: $0) },
        Array(repeating: [], count: pattern.count), layout, insideWords: !atWords)
      var start = 0
      while true {
        let match = search.firstMatch(in: codes.span, from: start)
        let expected = firstMatch(
          of: pattern, in: codes, from: start,
          beginning: atWords ? Code.beginsWord : Code.beginsMatch)
        #expect(match == expected, "\(pattern) in \(codes) from \(start)")
        guard let expected else { break }
        found += 1
        start = expected.upperBound
      }
    }
    #expect(found > 200)
  }
}
