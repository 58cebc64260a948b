/// The pieces in which names go through the steps of parallel work.
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
}
