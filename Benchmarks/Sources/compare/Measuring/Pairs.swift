/// Times of the library and of a rival, taken in turns, so that other work of the machine slows
/// both.
struct Pairs {
  private(set) var ours: [Double] = []
  private(set) var theirs: [Double] = []

  /// A rival whose times add up to this many nanoseconds gets no further pair.
  static let patience = 30e9
  /// The number of pairs that each rival gets in any case.
  static let fewest = 3

  /// Whether more pairs should be taken.
  func wantsMore(upTo repetitions: Int) -> Bool {
    guard ours.count < repetitions else { return false }
    return ours.count < Self.fewest || theirs.reduce(0, +) < Self.patience
  }

  mutating func append(ours: Double, theirs: Double) {
    self.ours.append(ours)
    self.theirs.append(theirs)
  }

  /// The rival's time divided by the library's.
  var ratio: Spread { Spread(zip(ours, theirs).map { $1 / $0 }) }

  /// The times divided by the number of names.
  func comparison(with rival: Rival, names: Int) -> Comparison {
    let perName = 1 / Double(names)
    return Comparison(
      rival: rival, names: names,
      ours: Spread(ours.map { $0 * perName }), theirs: Spread(theirs.map { $0 * perName }),
      ratio: ratio, peakBytes: nil)
  }
}
