/// A walk over a name by an encoder's rules. It records what it appends, and why it stops.
///
/// It shares the rules of `ClusterEncoder`; only the loop around them is its own. So the encoders
/// themselves decide whether a name is simple, and this walk tells why not.
///
/// In bounds because a character is decoded from the remaining bytes of the name.
struct ExplainedWalk: ClusterEncoder {
  /// The appended characters, and pairs that collate as one.
  private(set) var parts: [[UInt32]] = []
  /// Why the walk did not reach the end of the name; `nil` if it did.
  private(set) var reason: NameExplanation.Reason?
  private var refusal: ClusterRefusal?

  init(_ name: UnsafeBufferPointer<UInt8>, _ table: ExplainedTable) {
    if name.count > ICUCollator.maximumLengthByRules {
      reason = .init("a name longer than \(ICUCollator.maximumLengthByRules) bytes")
    } else {
      reason = unsafe walk(name, table)
    }
  }

  private mutating func walk(
    _ name: UnsafeBufferPointer<UInt8>, _ table: ExplainedTable
  ) -> NameExplanation.Reason? {
    var position = 0
    guard var character = unsafe table.character(name, &position) else {
      return unsafe .illFormed(name)
    }
    if character.weights.isCombining {
      return .init("a mark at the beginning", character.codePoint)
    }
    while !character.isEnd {
      var end = position
      guard let next = unsafe table.character(name, &end) else { return unsafe .illFormed(name) }
      if character.weights.isSimple(before: next.weights) {
        parts.append([character.codePoint])
        (character, position) = (next, end)
        continue
      }
      if table.mayIgnoreMarks(behind: character.codePoint) {
        return .init(
          "a variable character, after which shifted handling may ignore a mark",
          character.codePoint)
      }
      let first = table.beginningOfCluster(character)
      if unsafe !appendCluster(first, name, &position, base: table.base, table) {
        guard let refusal, refusal.rule != .illFormed else { return unsafe .illFormed(name) }
        return table.reason(for: refusal)
      }
      guard let behind = unsafe table.character(name, &position) else {
        return unsafe .illFormed(name)
      }
      character = behind
    }
    return nil
  }

  mutating func refuse(_ refusal: ClusterRefusal) -> Bool {
    self.refusal = refusal
    return false
  }

  mutating func append(_ character: PrimaryCharacter, _ table: ExplainedTable) -> Bool {
    parts.append([character.codePoint])
    return !table.isComplex(character.codePoint)
  }

  mutating func append(
    _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: ExplainedTable
  ) -> Bool {
    parts.append([pair.first, pair.second])
    return !table.isComplex(pair, weights)
  }

  /// Returns the parts, then the rest of the name character by character, with their weights in a
  /// table whose code is the bytes themselves.
  func elements(
    of name: UnsafeBufferPointer<UInt8>, _ bytes: PrimaryTable
  ) -> [NameExplanation.Element] {
    var elements: [NameExplanation.Element] = []
    var (position, number) = (0, 0)
    while position < name.count {
      let start = position
      guard
        let decoded = decodedCodePoint(name.count - start, { unsafe name[start + $0] })
      else {
        elements.append(.illFormed)
        position += 1
        continue
      }
      position += decoded.length
      let part = number < parts.count ? parts[number] : [decoded.codePoint]
      number += 1
      if part.count == 2 { _ = unsafe PrimaryCharacter(name, &position, bytes) }
      let weights =
        part.count == 2
        ? bytes.weights(of: PrimaryPair(part[0], part[1])) ?? .unknown : bytes.weights(part[0])
      elements.append(NameExplanation.Element(part, weights))
    }
    return elements
  }
}

extension NameExplanation.Reason {
  fileprivate static func illFormed(_ name: UnsafeBufferPointer<UInt8>) -> Self {
    var position = 0
    while let decoded = decodedCodePoint(name.count - position, { unsafe name[position + $0] }) {
      position += decoded.length
    }
    return Self("ill-formed UTF-8 at byte \(position)")
  }
}
