internal import Collation

/// The elements of the searched names, in the order of their numbers.
///
/// They are stored in pieces of some kilobytes. A change moves the codes of one piece, or copies it
/// if another value shares it, and a search scans one piece after another.
struct SearchedNames {
  private(set) var alphabet: SearchAlphabet
  private(set) var pieces: [Piece] = []

  struct Piece {
    let firstNumber: Int
    /// The elements of the piece's names, as ``SearchPattern/Code``. `nothing` follows each name; a
    /// removed name has no codes at all.
    var codes: [UInt32] = []
    /// Where each name's codes begin.
    var starts: [Int] = []

    var endNumber: Int { firstNumber + starts.count }

    func place(of name: Int) -> Range<Int> {
      starts[name]..<(name + 1 < starts.count ? starts[name + 1] : codes.count)
    }
  }

  /// The maximum number of codes in a piece, unless one name has more. A search takes some time per
  /// piece, and a change some time per code of a piece.
  private static let mostCodes = 1 << 14
  private static let mostNames = 1 << 12

  private let layout: SearchPattern.Layout

  init(_ layout: SearchPattern.Layout) {
    self.layout = layout
    alphabet = SearchAlphabet(layout)
  }

  var count: Int { pieces.last?.endNumber ?? 0 }

  // MARK: Changing

  mutating func append(_ name: Span<UInt8>, _ reader: inout Reader) {
    reader.read(name, &alphabet)
    Self.prepare(&pieces, for: reader.codes.count, firstNumber: 0)
    let last = pieces.count - 1
    pieces[last].starts.append(pieces[last].codes.count)
    if reader.codes.count > Self.mostCodes {
      swap(&pieces[last].codes, &reader.codes)
    } else {
      pieces[last].codes += reader.codes
    }
  }

  /// The codes of one name with several texts, whose letters get numbers. No match extends from one
  /// text into the next.
  mutating func codes(of texts: [String], _ reader: inout Reader) -> [UInt32] {
    var codes: [UInt32] = []
    for text in texts {
      reader.read(text.utf8.span, &alphabet)
      codes += reader.codes
    }
    return codes
  }

  /// - Parameter name: `nil` for none.
  mutating func replace(_ number: Int, with name: Span<UInt8>?, _ reader: inout Reader) {
    let piece = piece(of: number)
    let name = (place: number - pieces[piece].firstNumber, text: name)
    let old = pieces[piece].place(of: name.place)
    for code in pieces[piece].codes[old] where code != SearchPattern.Code.nothing {
      alphabet.remove(code & layout.number)
    }
    if let text = name.text { reader.read(text, &alphabet) } else { reader.codes = [] }
    pieces[piece].codes.replaceSubrange(old, with: reader.codes)
    let growth = reader.codes.count - old.count
    for later in pieces[piece].starts.indices.dropFirst(name.place + 1) {
      pieces[piece].starts[later] += growth
    }
    repack(around: piece)
  }

  /// Ensures that the last piece has room for a name.
  private static func prepare(_ pieces: inout [Piece], for codeCount: Int, firstNumber: Int) {
    if let last = pieces.indices.last {
      if pieces[last].codes.count + codeCount <= mostCodes, pieces[last].starts.count < mostNames {
        return
      }
      let endNumber = pieces[last].endNumber
      pieces.append(Piece(firstNumber: endNumber))
      // More names will likely follow.
      if codeCount <= mostCodes { pieces[last + 1].codes.reserveCapacity(mostCodes) }
    } else {
      pieces.append(Piece(firstNumber: firstNumber))
    }
  }

  private func piece(of number: Int) -> Int {
    precondition(number >= 0 && number < count, "no name has this number")
    return partitioningIndex(pieces.indices) { pieces[$0].firstNumber > number } - 1
  }

  /// Splits a piece that has grown, frees the memory of one that has shrunk, and joins small ones.
  private mutating func repack(around piece: Int) {
    var range = piece..<piece + 1
    if isSmall(piece - 1..<range.upperBound) { range = piece - 1..<range.upperBound }
    if isSmall(range.lowerBound..<piece + 2) { range = range.lowerBound..<piece + 2 }
    if range.count == 1 {
      let codes = pieces[piece].codes
      let isLarge = codes.count > 2 * Self.mostCodes && pieces[piece].starts.count > 1
      guard isLarge || codes.capacity > 4 * max(codes.count, Self.mostCodes) else { return }
    }
    var packed: [Piece] = []
    for piece in pieces[range] {
      for name in piece.starts.indices {
        let codes = piece.codes[piece.place(of: name)]
        Self.prepare(&packed, for: codes.count, firstNumber: pieces[range.lowerBound].firstNumber)
        let last = packed.count - 1
        packed[last].starts.append(packed[last].codes.count)
        packed[last].codes += codes
      }
    }
    pieces.replaceSubrange(range, with: packed)
  }

  private func isSmall(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0 && range.upperBound <= pieces.count else { return false }
    let pieces = pieces[range]
    return pieces.reduce(0) { $0 + $1.codes.count } <= Self.mostCodes / 2
      && pieces.reduce(0) { $0 + $1.starts.count } <= Self.mostNames
  }

  // MARK: Searching

  /// The numbers of all names.
  var numbers: [Int] {
    pieces.flatMap { piece in
      piece.starts.indices.filter { !piece.place(of: $0).isEmpty }.map { piece.firstNumber + $0 }
    }
  }

  /// Calls `body` with the names that have all words of a query, each with the rank of its worst
  /// word.
  func forEachName(with query: SearchQuery, _ body: (Int, NameSearch.Rank) -> Void) {
    for piece in pieces {
      let (codes, starts) = (piece.codes.span, piece.starts.span)
      var (name, start) = (0, 0)
      while let match = query.longest.firstMatch(in: codes, from: start) {
        while name + 1 < starts.count && starts[name + 1] <= match.lowerBound { name += 1 }
        if let rank = query.rank(in: codes.extracting(piece.place(of: name))) {
          body(piece.firstNumber + name, rank)
        }
        name += 1
        guard name < starts.count else { break }
        start = starts[name]
      }
    }
  }

  /// Returns where the words of a query match in the codes of the first name.
  func matchesInFirst(of query: SearchQuery) -> [Range<Int>] {
    guard let piece = pieces.first else { return [] }
    return query.matches(in: piece.codes.span.extracting(piece.place(of: 0)))
  }
}

extension SearchedNames {
  /// Reads the codes of one name after another.
  struct Reader {
    private var elements: SearchElements
    private let letters: SearchLetters?
    /// The codes of the last name.
    fileprivate var codes: [UInt32] = []

    init(by collator: Collator, strength: CollationStrength) {
      elements = SearchElements(by: collator, strength: strength)
      letters = nil
    }

    init(of letters: SearchLetters) {
      elements = SearchElements(of: letters.collator, ascii: letters.ascii)
      self.letters = letters
    }

    fileprivate mutating func read(_ name: Span<UInt8>, _ alphabet: inout SearchAlphabet) {
      var codes = codes
      self.codes = []
      codes.removeAll(keepingCapacity: true)
      // Most characters have one element.
      codes.reserveCapacity(name.count + 1)
      elements.read(name) { element in
        var code = alphabet.add(element.weights)
        if element.beginsMatch { code |= SearchPattern.Code.beginsMatch }
        if element.beginsWord { code |= SearchPattern.Code.beginsWord }
        if let letters {
          if Self.isPlain(element, in: name, letters, &alphabet, &code) {
            code |= SearchPattern.Code.isPlain
          }
        } else if element.matchEnd != nil {
          code |= SearchPattern.Code.endsMatch
        }
        codes.append(code)
      }
      codes.append(SearchPattern.Code.nothing)
      self.codes = codes
    }

    /// Adds the marks of a letter to its code, and returns whether the list's own order takes the
    /// letter for the plain one.
    private static func isPlain(
      _ letter: SearchElement, in name: Span<UInt8>, _ letters: SearchLetters,
      _ alphabet: inout SearchAlphabet, _ code: inout UInt32
    ) -> Bool {
      guard !letter.marks.isEmpty, let end = letter.matchEnd else { return true }
      let marks = alphabet.markClass(of: letter.marks)
      code |= marks << SearchPattern.Layout.letters.marksShift
      return alphabet.isPlain(letter.weights, marks) {
        letters.isPlain(name.extracting(letter.byte..<end))
      }
    }

    /// Calls `body` with the elements of a text in order.
    mutating func readElements(_ text: Span<UInt8>, _ body: (SearchElement) -> Void) {
      elements.read(text, body)
    }
  }
}
