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
    var refusal: ClusterRefusal?
    let cluster = unsafe base.cluster(first, name, position, &refusal)
    if cluster.count == 2 {
      let pair = PrimaryPair(first.codePoint, cluster.second)
      if !append(pair, cluster.weights, table) {
        return refuse(.init(.complex, pair.first, pair.second))
      }
    } else if cluster.count == 1, !append(first, table) {
      return refuse(.init(.complex, first.codePoint))
    }
    position = cluster.marksStart
    while position < cluster.marksEnd, let mark = unsafe PrimaryCharacter(name, &position, base) {
      if !append(mark, table) { return refuse(.init(.complex, mark.codePoint)) }
    }
    return refusal.map { refuse($0) } ?? true
  }
}

extension PrimaryTable {
  /// Reads a cluster whose first character ends at a position.
  ///
  /// - Parameter refusal: Receives why the cluster is left to ICU; `nil` if it isn't.
  @inline(never)
  fileprivate func cluster(
    _ first: PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>, _ position: Int,
    _ refusal: inout ClusterRefusal?
  ) -> Cluster {
    var cluster = Cluster(endOfFirst: position)
    refusal = unsafe cluster.read(first, name, self)
    return cluster
  }
}

/// Characters of a name that must be considered together, as far as the table proves what they
/// collate as. Reading them doesn't depend on the encoder, so this is compiled once, not once for
/// each encoder.
///
/// It has four words, so it is returned in registers.
private struct Cluster {
  /// How many characters collate as one before the marks: one, two, or none if ICU has to tell.
  private(set) var count: UInt32 = 0
  /// The second of two characters, and the weights of the two.
  private(set) var second: UInt32 = .max
  private(set) var weights = PrimaryWeights.none
  /// Where the combining marks begin and end.
  private(set) var (marksStart, marksEnd): (Int, Int)

  init(endOfFirst: Int) { (marksStart, marksEnd) = (endOfFirst, endOfFirst) }

  /// Reads the cluster. Returns why it is left to ICU; `nil` if it isn't.
  @inline(__always)
  mutating func read(
    _ first: PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>, _ base: PrimaryTable
  ) -> ClusterRefusal? {
    if first.weights.isComplex { return .init(.complex, first.codePoint) }
    var end = marksStart
    guard let second = unsafe PrimaryCharacter(name, &end, base) else { return .init(.illFormed) }
    let pair = PrimaryPair(first.codePoint, second.codePoint)
    var pairWeights =
      first.weights.mayStartContext(with: second.weights) ? base.weights(of: pair) : nil
    if pairWeights?.isComplex == true {
      var endOfThird = end
      guard let third = unsafe PrimaryCharacter(name, &endOfThird, base) else {
        return .init(.illFormed)
      }
      if base.source.longerContexts.areApart(pair, before: third.codePoint) { pairWeights = nil }
    }
    count = 1
    var (last, next) = (first, second)
    if let weights = pairWeights {
      if weights.isComplex {
        count = 0
        return .init(.complex, pair.first, pair.second)
      }
      (count, self.second, self.weights) = (2, second.codePoint, weights)
      (marksStart, marksEnd) = (end, end)
      // The second character may begin another context.
      guard let third = unsafe PrimaryCharacter(name, &end, base) else { return .init(.illFormed) }
      if second.weights.mayStartContext(with: third.weights),
        base.weights(of: PrimaryPair(second.codePoint, third.codePoint)) != nil
      {
        return .init(.overlap, first.codePoint, second.codePoint, third.codePoint)
      }
      (last, next) = (second, third)
    }
    return unsafe readMarks(after: first, last, next, name, end, base)
  }

  /// Reads the combining marks after a character, or after two that collate as one. They must be in
  /// canonical order, and none may form a context with the characters. The first mark can't, since
  /// it was looked up as part of a pair. A second mark might, since a context may skip marks in
  /// between (UTS #10, S2.1.1).
  ///
  /// - Parameters:
  ///   - next: What follows these characters.
  ///   - position: The position after it.
  @inline(__always)
  private mutating func readMarks(
    after first: PrimaryCharacter, _ last: PrimaryCharacter, _ next: PrimaryCharacter,
    _ name: UnsafeBufferPointer<UInt8>, _ position: Int, _ base: PrimaryTable
  ) -> ClusterRefusal? {
    var (previous, mark, end, marks) = (last, next, position, 0)
    while true {
      if mark.weights.isComplex { return .init(.complex, mark.codePoint) }
      if !mark.weights.isCombining { return nil }
      marks += 1
      if marks == 2 && (base.takesMarks(first.codePoint) || base.takesMarks(last.codePoint)) {
        return .init(.secondMark, first.codePoint, previous.codePoint, mark.codePoint)
      }
      if ICUCharacter.trailingClass(previous.codePoint)
        > ICUCharacter.leadingClass(mark.codePoint)
      {
        return .init(.unordered, previous.codePoint, mark.codePoint)
      }
      marksEnd = end
      previous = mark
      guard let read = unsafe PrimaryCharacter(name, &end, base) else { return .init(.illFormed) }
      mark = read
    }
  }
}

/// Why characters that must be considered together are left to ICU, and which ones.
struct ClusterRefusal {
  enum Rule: UInt8 {
    /// The bytes are not UTF-8.
    case illFormed
    /// Only ICU knows the weights of a character, or of two that collate as one.
    case complex
    /// The second of two characters that collate as one may begin another context.
    case overlap
    /// A second mark follows a character that contracts with marks. A contraction may skip the
    /// first mark.
    case secondMark
    /// Marks are not in canonical order.
    case unordered
  }

  let rule: Rule
  private let numbers: (UInt32, UInt32, UInt32)

  init(_ rule: Rule, _ first: UInt32 = .max, _ second: UInt32 = .max, _ third: UInt32 = .max) {
    self.rule = rule
    numbers = (first, second, third)
  }

  /// The code points that the rule refers to.
  var codePoints: [UInt32] { [numbers.0, numbers.1, numbers.2].filter { $0 != .max } }
}
