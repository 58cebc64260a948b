import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// A code of bytes: what makes it one (Gilbert and Moore, 1959), for any frequencies.
@Suite struct PrimaryCodeTests {
  /// Frequencies of all shapes, some of them such that a tree without a limit would be deep.
  static let frequencies: [[Int]] = {
    var generator = SeededGenerator(seed: 1)
    func made(_ frequency: (Int) -> Int) -> [Int] { (0..<256).map(frequency) }
    var all = [
      made { _ in 0 }, made { _ in 1 }, made { $0 }, made { 255 - $0 },
      made { $0 == 0 ? 1 << 40 : 0 }, made { $0 == 255 ? 1 << 40 : 0 },
      made { $0 == 97 ? 1_000_000 : $0 % 7 }, made { 1 << ($0 % 40) },
      made { $0 < 40 ? 1 << (40 - $0) : 0 }, made { $0 > 215 ? 1 << ($0 - 215) : 0 },
    ]
    for round in 0..<50 {
      all.append(
        made { _ in
          Int.random(in: 0..<4, using: &generator) == 0
            ? Int.random(in: 0...(1 << (round % 30)), using: &generator) : 0
        })
    }
    return all
  }()

  private static func codes(_ code: PrimaryCode) -> [(code: UInt64, length: Int)] {
    (UInt8.min...UInt8.max).map { code[$0] }
  }

  @Test func codesAreACodeAndKeepTheOrder() {
    for frequencies in Self.frequencies {
      let code = PrimaryCode(frequencies: frequencies)
      let codes = Self.codes(code)
      #expect(codes.allSatisfy { (1...12).contains($0.length) })
      // What ends a level, and what follows it.
      #expect(codes[0].code == 0)
      for (code, length) in codes { #expect(code << UInt64(length) == 0, "zeros follow a code") }
      for (left, right) in zip(codes, codes.dropFirst()) {
        #expect(left.code < right.code)
        let common = UInt64(min(left.length, right.length))
        #expect((left.code ^ right.code) >> (64 - common) != 0)
      }
    }
  }

  /// As strings of bits compare, so do the strings of bytes that they stand for, with the 0 that
  /// ends them.
  @Test func whatIsWrittenComparesAsTheBytes() {
    var generator = SeededGenerator(seed: 2)
    for (number, frequencies) in Self.frequencies.enumerated() {
      let code = PrimaryCode(frequencies: frequencies)
      let strings = (0..<200).map { _ in
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          // Few bytes, so that strings begin alike.
          UInt8(2 + Int.random(in: 0..<4, using: &generator) * (1 + number))
        }
      }
      let sorted = strings.sorted { $0.lexicographicallyPrecedes($1) }
      let written = sorted.map { bytes in
        (bytes + [0]).map { BitString(code[$0].code, code[$0].length) }.reduce(BitString(), +)
      }
      for (place, (left, right)) in zip(written, written.dropFirst()).enumerated() {
        #expect(
          sorted[place] == sorted[place + 1] ? left == right : left < right,
          "\(sorted[place]) \(sorted[place + 1])")
      }
    }
  }

  /// A tree that is halved by weight takes at most two bits more than the entropy (Horibe, 1977).
  /// The limit of twelve bits costs nothing where no byte is very rare.
  @Test func frequentBytesHaveShortCodes() {
    var generator = SeededGenerator(seed: 3)
    for exponent in 1...6 {
      let frequencies = (0..<256).map { _ in
        Int(pow(Double.random(in: 1...4, using: &generator), Double(exponent)))
      }
      let code = PrimaryCode(frequencies: frequencies)
      let sum = Double(frequencies.reduce(0, +))
      let (length, entropy) = (
        zip(frequencies, Self.codes(code)).reduce(0) { $0 + Double($1.0 * $1.1.length) } / sum,
        frequencies.reduce(0) { $0 - Double($1) / sum * log2(Double($1) / sum) }
      )
      #expect(length <= entropy + 2)
    }
  }

  @Test func theCodeOfBytesIsTheBytes() {
    for (byte, code) in Self.codes(.bytes).enumerated() {
      #expect(code == (UInt64(byte) << 56, 8))
    }
  }

  @Test func levelsAreCounted() {
    var frequencies = [Int](repeating: 0, count: 256)
    (frequencies[42], frequencies[7]) = (3, 1)
    let one = Self.codes(PrimaryCode(levels: [[42, 7], [], [42, 42]]))
    let other = Self.codes(PrimaryCode(frequencies: frequencies))
    #expect(one.elementsEqual(other) { $0 == $1 })
  }
}
