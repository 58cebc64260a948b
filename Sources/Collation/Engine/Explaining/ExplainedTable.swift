/// What an encoder knows about characters and, in words, why it knows no more.
struct ExplainedTable {
  enum Kind {
    /// The table of a `PrimaryEncoder`.
    case primary(PrimaryTable)
    /// The table of a `RunEncoder`.
    case runs(RunTable)
    /// The table of a `SortKeyEncoder`.
    case levels(LevelTable)
  }

  let kind: Kind
  /// The table whose code is the bytes themselves.
  let bytes: PrimaryTable

  init(_ kind: Kind, bytes: PrimaryTable) { (self.kind, self.bytes) = (kind, bytes) }

  var base: PrimaryTable { if case .primary(let table) = kind { table } else { bytes } }

  /// Reads the character at `position` and moves past it; `nil` if the bytes are ill-formed.
  func character(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> PrimaryCharacter? {
    guard let character = unsafe PrimaryCharacter(name, &position, base) else { return nil }
    if character.isEnd { return character }
    return PrimaryCharacter(
      codePoint: character.codePoint, weights: weights(character.codePoint))
  }

  private func weights(_ codePoint: UInt32) -> PrimaryWeights {
    switch kind {
    case .primary(let table): table.weights(codePoint)
    case .runs(let table): table.weights(codePoint).outside
    case .levels(let table): table.weights(codePoint).primary
    }
  }

  func beginningOfCluster(_ character: PrimaryCharacter) -> PrimaryCharacter {
    guard case .runs(let table) = kind else { return character }
    return PrimaryCharacter(
      codePoint: character.codePoint, weights: table.base.weights(character.codePoint))
  }

  func mayIgnoreMarks(behind codePoint: UInt32) -> Bool {
    guard case .levels(let table) = kind else { return false }
    return table.source.isShifted && table.weights(codePoint).isEmpty
  }

  func isComplex(_ codePoint: UInt32) -> Bool { weights(codePoint).isComplex }

  func isComplex(_ pair: PrimaryPair, _ weights: PrimaryWeights) -> Bool {
    switch kind {
    case .primary: false
    case .runs(let table): table.weights(of: pair, isInside: false).isComplex
    case .levels(let table): !table.canAppend(pair, weights)
    }
  }

  // MARK: Reasons

  func reason(for refusal: ClusterRefusal) -> NameExplanation.Reason {
    let words =
      switch refusal.rule {
      case .illFormed: "ill-formed UTF-8"
      case .complex: complexity(of: refusal.codePoints)
      case .overlap: "overlapping contexts"
      case .secondMark: "a second mark after a character that contracts with marks"
      case .unordered: "marks out of canonical order"
      }
    return NameExplanation.Reason(words, refusal.codePoints)
  }

  /// Returns why only ICU knows the weights of a character, or of two that collate as one.
  private func complexity(of codePoints: [UInt32]) -> String {
    let contexts = bytes.source.contexts
    if codePoints.count == 2 {
      let pair = PrimaryPair(codePoints[0], codePoints[1])
      if ICUCharacter.isCombining(pair.second) { return "a context with a mark" }
      if contexts.pairs[pair]?.isComplex == true { return "a context of more than two characters" }
      if bytes.weights(of: pair)?.isComplex == true { return Self.noRoom }
    } else {
      if let complexity = bytes.source.complexity(of: codePoints[0]) { return complexity.rawValue }
      if bytes.weights(codePoints[0]).isComplex { return Self.noRoom }
    }
    guard case .levels(let table) = kind else {
      return "weights that do not fit the list's code"
    }
    let scalars = codePoints.compactMap(Unicode.Scalar.init)
    do throws(LowerSource.Complexity) {
      _ = try table.source.weights(of: String(String.UnicodeScalarView(scalars)))
      return "a context that alternate handling may ignore"
    } catch {
      return error.rawValue
    }
  }

  private static let noRoom = "weights that do not fit the table"
}
