/// The places of names that are equal in all bits sorted so far.
struct OrderTies {
  /// Names whose level goes on.
  var open: [Range<UInt32>] = []
  /// Names whose level has ended, or for which no more bits are made.
  var closed: [Range<UInt32>] = []

  mutating func append(_ ties: [KeySort.Tie], isLast: Bool, _ reversal: UInt64) {
    for tie in ties {
      let places = UInt32(tie.places.lowerBound)..<UInt32(tie.places.upperBound)
      if (tie.lastWord ^ reversal) & 1 != 0 && !isLast {
        open.append(places)
      } else {
        closed.append(places)
      }
    }
  }
}
