import Testing

@testable import Collation

/// Pieces are ranges of names, one after another.
@Suite struct WorkPiecesTests {
  @Test func piecesHaveEachNameOnce() {
    let most = Thresholds.pieces * Thresholds.pieceNames.upperBound
    let least = Thresholds.pieceNames.lowerBound
    for names in [
      0, 1, 2, least - 1, least, least + 1, 100_000, 131_072, 131_073, 999_999, most, most + 1,
      5_000_000, Thresholds.maximumNames,
    ] {
      let pieces = WorkPieces(names: names)
      var next = 0
      for number in 0..<pieces.count {
        let piece = pieces[number]
        #expect(piece.lowerBound == next && !piece.isEmpty)
        #expect(piece.count <= Thresholds.pieceNames.upperBound)
        // Only the last one is small.
        #expect(piece.count >= least || number == pieces.count - 1)
        next = piece.upperBound
      }
      #expect(next == names)
    }
  }
}
