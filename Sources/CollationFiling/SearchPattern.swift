/// A word of a query, to be found in the codes of names.
struct SearchPattern {
  /// A letter in 32 bits: its number, the class of its marks, and what may begin and end at it.
  enum Code {
    static let beginsMatch: UInt32 = 1 << 29
    static let beginsWord: UInt32 = 1 << 30
    /// For elements, that a match may end here; for letters, that the list's own order takes the
    /// letter for the plain one.
    static let endsMatch: UInt32 = 1 << 31
    static let isPlain: UInt32 = 1 << 31
    /// Separates names.
    static let nothing: UInt32 = 0
    /// The class of all sets of marks beyond the last class.
    static let unknownMarks: UInt32 = (1 << 11) - 1
  }

  /// Which bits of a code hold the number and the class of marks.
  struct Layout {
    let number: UInt32
    let marksShift: UInt32
    /// Whether codes are letters, so a match may end after each.
    let areLetters: Bool

    static let letters = Layout(number: 1 << 18 - 1, marksShift: 18, areLetters: true)
    static let elements = Layout(number: 1 << 29 - 1, marksShift: 29, areLetters: false)

    func marks(of code: UInt32) -> UInt32 { code >> marksShift & Code.unknownMarks }
  }

  struct Letter {
    /// No name has the number ``unknown``.
    var number: UInt32
    /// The classes that include the letter's own marks; `nil` if it has none.
    var classes: Set<UInt32>?
    /// Whether the rest of a Hangul syllable may follow: the letter is a consonant by itself.
    var isInitial = false

    static let unknown = UInt32.max
  }

  /// Letters that may replace some others.
  struct Alternative {
    var count: Int
    var letters: [Letter]
  }

  let letters: [Letter]
  private let alternatives: [[Alternative]]
  private let layout: Layout
  /// How many letters precede the first that has an alternative or is an initial.
  private let simpleCount: Int
  /// What to look for first.
  private let anchor: Anchor

  /// - Parameters:
  ///   - letters: At least one.
  ///   - alternatives: For each letter, what may replace it and the letters after it.
  init(_ letters: [Letter], _ alternatives: [[Alternative]], _ layout: Layout, insideWords: Bool) {
    (self.letters, self.alternatives, self.layout) = (letters, alternatives, layout)
    simpleCount =
      letters.indices.first { !alternatives[$0].isEmpty || letters[$0].isInitial } ?? letters.count
    var firsts = [letters[0].number]
    for alternative in alternatives[0] where !firsts.contains(alternative.letters[0].number) {
      firsts.append(alternative.letters[0].number)
    }
    anchor = Anchor(
      firsts, second: simpleCount > 1 ? letters[1].number : nil,
      layout, insideWords ? Code.beginsMatch : Code.beginsWord)
  }

  // MARK: Matching

  struct Match {
    /// The position after its last letter.
    var end: Int
    /// Whether the list's own order takes its letters for the pattern's.
    var isByOwnOrder: Bool
  }

  /// The match that begins at a position; `nil` if there is none.
  ///
  /// - Parameter failed: What earlier matches in these codes found.
  /// - Complexity: O(*n*) in the letters, each with a few alternatives.
  func match(
    in codes: Span<UInt32>, from place: Int, _ failed: inout FailedPlaces
  ) -> Match? {
    var (code, areOwn) = (place, true)
    for letter in letters.prefix(simpleCount) {
      guard code < codes.count, matches(codes[code], letter) else { return nil }
      areOwn = areOwn && isByOwnOrder(codes[code], letter)
      code += 1
    }
    if simpleCount < letters.count {
      failed.begin()
      let rest = Place(letter: simpleCount, code: code)
      if areOwn, let end = end(ofRest: rest, in: codes, true, &failed.byOwnOrder) {
        return Match(end: end, isByOwnOrder: true)
      }
      return end(ofRest: rest, in: codes, false, &failed.otherwise).map {
        Match(end: $0, isByOwnOrder: false)
      }
    }
    if !layout.areLetters, codes[code - 1] & Code.endsMatch == 0 { return nil }
    return Match(end: code, isByOwnOrder: areOwn)
  }

  /// A letter of the pattern, and a position in the codes.
  fileprivate struct Place: Hashable {
    var letter: Int
    var code: Int
  }

  /// What is known not to match in some codes, wherever a match began, so that a letter is compared
  /// with each position only once.
  struct FailedPlaces {
    fileprivate var byOwnOrder = Failed()
    fileprivate var otherwise = Failed()

    fileprivate mutating func begin() {
      byOwnOrder.count = 0
      otherwise.count = 0
    }
  }

  fileprivate struct Failed {
    private(set) var places: Set<Place> = []
    /// How many have failed since a match began.
    var count = 0

    /// Remembers a place, unless it is among the first: nearly all names fail before it would pay.
    mutating func insert(_ place: Place) {
      count += 1
      if count <= 32 { return }
      if places.count == 1 << 16 { places.removeAll(keepingCapacity: true) }
      places.insert(place)
    }
  }

  /// The end of a match whose last letters begin at a place; `nil` if there is none.
  private func end(
    ofRest place: Place, in codes: Span<UInt32>, _ byOwnOrder: Bool, _ failed: inout Failed
  ) -> Int? {
    if place.letter == letters.count { return place.code }
    if failed.places.contains(place) { return nil }
    let letter = letters[place.letter]
    if place.code < codes.count, matches(codes[place.code], letter),
      !byOwnOrder || isByOwnOrder(codes[place.code], letter)
    {
      var next = Place(letter: place.letter + 1, code: place.code + 1)
      if let end = end(ofRest: next, in: codes, byOwnOrder, &failed) { return end }
      if letter.isInitial {
        while next.code < codes.count, codes[next.code] != Code.nothing,
          codes[next.code] & Code.beginsMatch == 0
        {
          next.code += 1
        }
        if let end = end(ofRest: next, in: codes, byOwnOrder, &failed) { return end }
      }
    }
    for alternative in alternatives[place.letter] {
      let behind = place.code + alternative.letters.count
      guard behind <= codes.count,
        alternative.letters.indices.allSatisfy({
          matches(codes[place.code + $0], alternative.letters[$0])
        })
      else { continue }
      let next = Place(letter: place.letter + alternative.count, code: behind)
      if let end = end(ofRest: next, in: codes, byOwnOrder, &failed) { return end }
    }
    failed.insert(place)
    return nil
  }

  private func matches(_ code: UInt32, _ letter: Letter) -> Bool {
    guard code & layout.number == letter.number else { return false }
    return letter.classes?.contains(layout.marks(of: code)) ?? true
  }

  private func isByOwnOrder(_ code: UInt32, _ letter: Letter) -> Bool {
    !layout.areLetters || letter.classes != nil || code & Code.isPlain != 0
  }

  /// Whether a match may begin with a code.
  func mayBegin(with code: UInt32) -> Bool { anchor.isFirst(code) }

  /// Finds the first match from a position on.
  ///
  /// - Parameter codes: The codes of names, ending with `nothing`.
  func firstMatch(in codes: Span<UInt32>, from start: Int) -> Range<Int>? {
    var place = start
    var failed = FailedPlaces()
    while let candidate = anchor.first(in: codes, from: place) {
      if let match = match(in: codes, from: candidate, &failed) { return candidate..<match.end }
      place = candidate + 1
    }
    return nil
  }
}

extension SearchPattern {
  /// What begins a match: one or two numbers at which a match may begin, and the number after it.
  private struct Anchor {
    private let first: UInt32
    private let otherFirst: UInt32
    private let firstMask: UInt32
    private let second: UInt32
    private let secondMask: UInt32

    init(_ firsts: [UInt32], second: UInt32?, _ layout: Layout, _ flag: UInt32) {
      // More than two are rare: then all positions are examined.
      let mask = firsts.count <= 2 ? layout.number : 0
      firstMask = mask | flag
      first = firsts[0] & mask | flag
      otherFirst = firsts[firsts.count - 1] & mask | flag
      (self.second, secondMask) = second.map { ($0 & layout.number, layout.number) } ?? (0, 0)
    }

    func isFirst(_ code: UInt32) -> Bool {
      code & firstMask == first || code & firstMask == otherFirst
    }

    private static let placesNear = 8
    private static let placesAtOnce = 16

    /// Finds the first position from `start` on where a match may begin.
    ///
    /// Most of the time is spent here. Nearby positions are examined one by one, since frequent
    /// letters are near. After them, differences are counted for several positions at once, which
    /// the compiler vectorizes: a loop that may exit at each position takes four times as long.
    func first(in codes: Span<UInt32>, from start: Int) -> Int? {
      var place = start
      func look(to end: Int) -> Bool {
        while place < end {
          if isFirst(codes[place]) && codes[place + 1] & secondMask == second { return true }
          place += 1
        }
        return false
      }
      // `nothing`, which comes last, begins no match.
      let last = codes.count - 1
      if look(to: min(place + Self.placesNear, last)) { return place }
      while place + Self.placesAtOnce <= last {
        let here = codes.extracting(place..<place + Self.placesAtOnce)
        let next = codes.extracting(place + 1..<place + 1 + Self.placesAtOnce)
        var others = 0 as UInt32
        for offset in 0..<Self.placesAtOnce {
          let code = here[offset] & firstMask
          let behind = next[offset] & secondMask ^ second
          // 1, unless there is no difference from one of the two.
          others &+=
            (Self.one(code ^ first | behind) & Self.one(code ^ otherFirst | behind))
        }
        if others < Self.placesAtOnce { break }
        place += Self.placesAtOnce
      }
      return look(to: last) ? place : nil
    }

    /// 0 for 0, otherwise 1.
    private static func one(_ difference: UInt32) -> UInt32 {
      (difference | (0 &- difference)) >> 31
    }
  }
}
