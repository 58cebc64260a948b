import CollationTestSupport
import Testing

@testable import Collation

/// The decoder against Swift's own UTF-8.
@Suite struct UTF8DecodingTests {
  private static func decoded(_ bytes: [UInt8]) -> (codePoint: UInt32, length: Int)? {
    decodedCodePoint(bytes.count) { bytes[$0] }
  }

  /// By Swift's parser.
  static func expected(_ bytes: some Sequence<UInt8>) -> (codePoint: UInt32, length: Int)? {
    var (parser, iterator) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
    guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return nil }
    return (Unicode.UTF8.decode(scalar).value, scalar.count)
  }

  private func check(_ bytes: [UInt8]) {
    let (ours, swifts) = (Self.decoded(bytes), Self.expected(bytes))
    if ours?.codePoint != swifts?.codePoint || ours?.length != swifts?.length {
      Issue.record("\(bytes): \(String(describing: ours)) for \(String(describing: swifts))")
    }
  }

  /// All sequences of one byte and of two, and those of three whose last byte is at the edge of
  /// something: the decoder asks of it only whether it continues a sequence.
  @Test func shortSequencesAreDecodedAsSwiftDecodesThem() {
    for first in UInt8.min...UInt8.max {
      check([first])
      for second in UInt8.min...UInt8.max {
        check([first, second])
        if first < 0xC2 { continue }
        for third: UInt8 in [0, 0x41, 0x7F, 0x80, 0x81, 0x95, 0xAA, 0xBE, 0xBF, 0xC0, 0xE0, 0xFF] {
          check([first, second, third])
        }
      }
    }
  }

  @Test func longSequencesAreDecodedAsSwiftDecodesThem() {
    var generator = SeededGenerator(seed: 8)
    let edges: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
    for lead in UInt8(0xE0)...0xFF {
      for second in edges {
        for third in edges { for last in edges { check([lead, second, third, last]) } }
      }
    }
    for _ in 0..<30_000 {
      let lead = UInt8.random(in: 0xC0...0xFF, using: &generator)
      check([lead] + (0..<3).map { _ in .random(in: 0x78...0xC7, using: &generator) })
      check((0..<4).map { _ in .random(in: 0...255, using: &generator) })
    }
  }

  /// Every scalar, as Swift encodes it, alone and cut short.
  @Test func everyScalarIsDecoded() {
    var wrong = 0
    for scalar in ([0...0xD7FF, 0xE000...0x10FFFF] as [ClosedRange<UInt32>]).joined() {
      guard let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { continue }
      let bytes = Array(encoded)
      let whole = Self.decoded(bytes)
      if whole?.codePoint != scalar || whole?.length != bytes.count { wrong += 1 }
      if bytes.count > 1, Self.decoded(Array(bytes.dropLast())) != nil { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
