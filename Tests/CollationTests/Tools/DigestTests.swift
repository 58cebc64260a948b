import Testing

@testable import Collation

/// Digests against FNV-1a, written down as its authors have it.
@Suite struct DigestTests {
  /// "for each octet_of_data to be hashed: hash = hash xor octet_of_data; hash = hash * FNV_prime"
  private func fnv(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The authors' test vectors for 64 bits.
  @Test func theFunctionIsThatOfItsAuthors() {
    for (text, hash) in [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("b", 0xAF63_DF4C_8601_F1A5),
      ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)] {
      #expect(fnv(text.utf8) == hash, "\(text)")
    }
  }

  /// The length follows each piece, in eight bytes, the lowest first, so that no two lists of
  /// pieces are the same bytes.
  @Test func piecesAreFollowedByTheirLengths() {
    var (digest, bytes) = (Digest(), [UInt8]())
    #expect(digest.text == "cbf29ce484222325")
    for piece in ["", "a", "foobar", String(repeating: "x", count: 300), "", "\u{0}"] {
      digest.add(piece.utf8)
      bytes += Array(piece.utf8)
      let count = piece.utf8.count
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
      let text = String(fnv(bytes), radix: 16)
      #expect(digest.text == String(repeating: "0", count: 16 - text.count) + text)
    }
    var (one, other) = (Digest(), Digest())
    for piece in ["ab", "c"] { one.add(piece.utf8) }
    for piece in ["a", "bc"] { other.add(piece.utf8) }
    #expect(one.text != other.text)
  }
}
