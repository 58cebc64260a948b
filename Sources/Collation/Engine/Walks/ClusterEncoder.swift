/// Encodes characters of a name that must be considered together: two that may collate as one, and
/// marks.
protocol ClusterEncoder {
  associatedtype Table

  /// Appends the weights of a character that is not complex. Returns whether it succeeded.
  mutating func append(_ character: PrimaryCharacter, _ table: Table) -> Bool

  /// Appends the weights of two characters that collate as one. Returns whether it succeeded.
  mutating func append(_ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: Table) -> Bool

  /// Receives the reason why a cluster is left to ICU. Returns `false`.
  mutating func refuse(_ refusal: ClusterRefusal) -> Bool
}

extension ClusterEncoder {
  /// Encoders ignore the reason.
  @inline(__always)
  mutating func refuse(_ refusal: ClusterRefusal) -> Bool { false }

  /// Appends a character that is complex, begins a context or has marks, together with the rest of
  /// its cluster. Returns whether it succeeded; if not, what was appended must be discarded.
  @inline(never)
  mutating func appendCluster(
    _ first: PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int,
    base: PrimaryTable, _ table: Table
  ) -> Bool {
    if first.weights.isComplex { return refuse(.init(.complex, first.codePoint)) }
    var (last, end) = (first, position)
    guard let second = unsafe PrimaryCharacter(name, &end, base) else {
      return refuse(.init(.illFormed))
    }
    let pair = PrimaryPair(first.codePoint, second.codePoint)
    var pairWeights =
      first.weights.mayStartContext(with: second.weights) ? base.weights(of: pair) : nil
    if pairWeights?.isComplex == true {
      var endOfThird = end
      guard let third = unsafe PrimaryCharacter(name, &endOfThird, base) else {
        return refuse(.init(.illFormed))
      }
      if base.source.longerContexts.areApart(pair, before: third.codePoint) { pairWeights = nil }
    }
    if let weights = pairWeights {
      if weights.isComplex || !append(pair, weights, table) {
        return refuse(.init(.complex, pair.first, pair.second))
      }
      (last, position) = (second, end)
      // The second character may begin another context.
      guard let third = unsafe PrimaryCharacter(name, &end, base) else {
        return refuse(.init(.illFormed))
      }
      if second.weights.mayStartContext(with: third.weights),
        base.weights(of: PrimaryPair(second.codePoint, third.codePoint)) != nil
      {
        return refuse(.init(.overlap, first.codePoint, second.codePoint, third.codePoint))
      }
    } else if !append(first, table) {
      return refuse(.init(.complex, first.codePoint))
    }
    return unsafe appendMarks(after: first, last, name, &position, base: base, table)
  }

  /// Appends the combining marks after a character, or after two that collate as one. They must be
  /// in canonical order, and none may form a context with the characters. The first mark can't,
  /// since it was looked up as part of a pair. A second mark might, since a context may skip marks
  /// in between (UTS #10, S2.1.1).
  private mutating func appendMarks(
    after first: PrimaryCharacter, _ last: PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>,
    _ position: inout Int, base: PrimaryTable, _ table: Table
  ) -> Bool {
    var (previous, marks, end) = (last, 0, position)
    while true {
      guard let mark = unsafe PrimaryCharacter(name, &end, base) else {
        return refuse(.init(.illFormed))
      }
      if mark.weights.isComplex { return refuse(.init(.complex, mark.codePoint)) }
      if !mark.weights.isCombining { return true }
      marks += 1
      if marks == 2 && (base.takesMarks(first.codePoint) || base.takesMarks(last.codePoint)) {
        return refuse(
          .init(
            .secondMark, first.codePoint, previous.codePoint, mark.codePoint))
      }
      if ICUCombiningClass.trailing(previous.codePoint)
        > ICUCombiningClass.leading(mark.codePoint)
      {
        return refuse(.init(.unordered, previous.codePoint, mark.codePoint))
      }
      if !append(mark, table) { return refuse(.init(.complex, mark.codePoint)) }
      (previous, position) = (mark, end)
    }
  }
}
