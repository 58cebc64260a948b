/// A walk over a name by the rules of `PrimaryEncoder` or `RunEncoder`, and of `ClusterEncoder`,
/// which keeps what it meets and why it ends.
struct ExplainedWalk {
  private typealias Reason = NameExplanation.Reason

  private let name: ArraySlice<UInt8>
  /// The table whose code is the bytes, which are what is shown.
  private let bytes: PrimaryTable
  private let table: PrimaryTable
  private let runs: RunTable?

  private(set) var elements: [NameExplanation.Element] = []
  /// Why the walk did not come to the end of the name; `nil` where it did.
  private(set) var reason: NameExplanation.Reason?
  /// What of the name is in `elements`.
  private var shownEnd: Int

  init(
    _ name: ArraySlice<UInt8>, bytes: PrimaryTable, _ table: PrimaryTable, _ runs: RunTable? = nil
  ) {
    self.name = name
    self.bytes = bytes
    self.table = table
    self.runs = runs
    shownEnd = name.startIndex
    do throws(Reason) {
      try walk()
    } catch {
      reason = error
      showRest()
    }
  }

  /// As `PrimaryEncoder.init(of:_:to:)` with a sink that is never full.
  private mutating func walk() throws(Reason) {
    if name.count > ICUCollator.maximumLength {
      throw Reason("a name of more than \(ICUCollator.maximumLength) bytes")
    }
    var position = name.startIndex
    var character = try character(&position)
    if character.weights.isCombining {
      throw Reason("a mark at the beginning", character.codePoint)
    }
    while !character.isEnd {
      var end = position
      let next = try self.character(&end)
      if coded(character).isSimple(before: coded(next)) {
        show(character.codePoint, end: position)
        (character, position) = (next, end)
      } else {
        try appendCluster(character, &position)
        character = try self.character(&position)
      }
    }
  }

  /// As `ClusterEncoder.appendCluster(_:_:_:base:_:)`.
  private mutating func appendCluster(
    _ first: PrimaryCharacter, _ position: inout Int
  ) throws(Reason) {
    if first.weights.isComplex { throw complexity(of: first) }
    var (last, end) = (first, position)
    let second = try character(&end)
    let pair = PrimaryPair(first.codePoint, second.codePoint)
    if first.weights.mayStartContext(with: second.weights), let weights = table.weights(of: pair) {
      if weights.isComplex || runs?.weights(of: pair, isInside: false).isComplex == true {
        throw complexity(of: pair)
      }
      show(pair.first, pair.second, end: end)
      (last, position) = (second, end)
      let third = try character(&end)
      if second.weights.mayStartContext(with: third.weights),
        table.weights(of: PrimaryPair(second.codePoint, third.codePoint)) != nil
      {
        throw Reason(
          "contexts that overlap", first.codePoint, second.codePoint, third.codePoint)
      }
    } else {
      try append(first, end: position)
    }
    try appendMarks(after: first, last, &position)
  }

  /// As `ClusterEncoder.appendMarks(after:_:_:_:base:_:)`.
  private mutating func appendMarks(
    after first: PrimaryCharacter, _ last: PrimaryCharacter, _ position: inout Int
  ) throws(Reason) {
    var (previous, marks, end) = (last, 0, position)
    while true {
      let mark = try character(&end)
      if mark.weights.isComplex { throw complexity(of: mark) }
      if !mark.weights.isCombining { return }
      marks += 1
      if marks == 2 && (table.takesMarks(first.codePoint) || table.takesMarks(last.codePoint)) {
        throw Reason(
          "a second mark behind a character that contracts with marks", first.codePoint,
          previous.codePoint, mark.codePoint)
      }
      if ICUCombiningClass.trailing(previous.codePoint)
        > ICUCombiningClass.leading(mark.codePoint)
      {
        throw Reason("marks out of canonical order", previous.codePoint, mark.codePoint)
      }
      try append(mark, end: end)
      (previous, position) = (mark, end)
    }
  }

  private mutating func append(_ character: PrimaryCharacter, end: Int) throws(Reason) {
    if coded(character).isComplex { throw complexity(of: character) }
    show(character.codePoint, end: end)
  }

  /// The character at a position, which moves behind it, or the end of the name.
  private func character(_ position: inout Int) throws(Reason) -> PrimaryCharacter {
    if position == name.endIndex { return PrimaryCharacter(codePoint: .max, weights: .none) }
    let start = position
    guard let decoded = decodedCodePoint(name.endIndex - start, { name[start + $0] }) else {
      throw Reason("ill-formed UTF-8 at byte \(start - name.startIndex)")
    }
    position += decoded.length
    return PrimaryCharacter(
      codePoint: decoded.codePoint, weights: table.weights(decoded.codePoint))
  }

  /// The weights that the encoder of the list takes.
  private func coded(_ character: PrimaryCharacter) -> PrimaryWeights {
    guard let runs, !character.isEnd else { return character.weights }
    return runs.weights(character.codePoint).outside
  }

  // MARK: Reasons

  private func complexity(of character: PrimaryCharacter) -> Reason {
    if let complexity = table.source.complexity(of: character.codePoint) {
      return Reason(complexity.rawValue, character.codePoint)
    }
    return bytes.weights(character.codePoint).isComplex
      ? Reason("weights that the table has no room for", character.codePoint)
      : Reason("weights that the code of the list has no room for", character.codePoint)
  }

  private func complexity(of pair: PrimaryPair) -> Reason {
    if ICUCombiningClass.isCombining(pair.second) {
      return Reason("a context with a mark", pair.first, pair.second)
    }
    return table.source.contexts.pairs[pair] == true
      ? Reason("a context of more than two characters", pair.first, pair.second)
      : Reason("weights that the table has no room for", pair.first, pair.second)
  }

  // MARK: What is shown

  /// Adds a character, or a pair, which ends at a position of the name.
  private mutating func show(_ codePoints: UInt32..., end: Int) {
    let pair = codePoints.count == 2 ? PrimaryPair(codePoints[0], codePoints[1]) : nil
    let weights = pair.map { bytes.weights(of: $0) ?? .complex } ?? bytes.weights(codePoints[0])
    elements.append(NameExplanation.Element(codePoints, weights))
    shownEnd = end
  }

  /// Adds the characters behind those that were added, one by one.
  private mutating func showRest() {
    while shownEnd < name.endIndex {
      let start = shownEnd
      if let decoded = decodedCodePoint(name.endIndex - start, { name[start + $0] }) {
        show(decoded.codePoint, end: start + decoded.length)
      } else {
        elements.append(.illFormed)
        shownEnd += 1
      }
    }
  }
}
