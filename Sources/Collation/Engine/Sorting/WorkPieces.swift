/// The pieces in which names go through parallel work.
struct WorkPieces {
  private let names: Int
  private let size: Int

  init(names: Int) {
    self.names = names
    let sizes = Thresholds.pieceNames
    size = min(max(names / Thresholds.pieces, sizes.lowerBound), sizes.upperBound)
  }

  var count: Int { (names + size - 1) / size }
  subscript(piece: Int) -> Range<Int> { piece * size..<min(names, (piece + 1) * size) }

  func slices(of piece: Int) -> Int {
    (self[piece].count + Thresholds.sliceNames - 1) / Thresholds.sliceNames
  }
  func slice(_ slice: Int, of piece: Int) -> Range<Int> {
    let start = self[piece].lowerBound + slice * Thresholds.sliceNames
    return start..<min(start + Thresholds.sliceNames, self[piece].upperBound)
  }
}
