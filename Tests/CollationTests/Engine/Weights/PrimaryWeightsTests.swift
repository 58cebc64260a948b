import CollationTestSupport
import Testing

@testable import Collation

/// Packed weights against what was packed.
@Suite struct PrimaryWeightsTests {
  private struct Flags {
    var (startsContext, continuesContext, isCombining, endsInMark) = (false, false, false, false)

    /// All sixteen.
    static let all: [Flags] = (0..<16).map { bits in
      Flags(
        startsContext: bits & 1 != 0, continuesContext: bits & 2 != 0, isCombining: bits & 4 != 0,
        endsInMark: bits & 8 != 0)
    }

    func added(to weights: PrimaryWeights) -> PrimaryWeights {
      weights.with(
        startsContext: startsContext, continuesContext: continuesContext,
        isCombining: isCombining, endsInMark: endsInMark)
    }
  }

  /// Weights of every length that there is, as bytes. A weight has no byte below 2.
  private static let byteStrings: [[UInt8]] = {
    var generator = SeededGenerator(seed: 6)
    return (0..<200).map { number in
      (0..<number % 8).map { _ in UInt8.random(in: 2...255, using: &generator) }
    }
  }()

  @Test func bytesArePackedFromTheTop() {
    for bytes in Self.byteStrings {
      for isCompressible in [false, true] where !(bytes.isEmpty && isCompressible) {
        let weights = PrimaryWeights(bytes, isCompressible: isCompressible)
        #expect(weights.isComplex == (bytes.count > 6))
        if weights.isComplex { continue }
        #expect(weights.length == 8 * bytes.count)
        #expect(weights.isCompressible == isCompressible)
        #expect(weights.leadLength == (isCompressible ? 8 : 0))
        let padded = bytes + [UInt8](repeating: 0, count: 8 - bytes.count)
        #expect(weights.code == padded.reduce(0) { $0 << 8 | UInt64($1) })
      }
    }
  }

  /// The code of the bytes one after another; complex where it has more than 48 bits.
  @Test func recodingKeepsFlagsAndLengths() {
    for frequencies in PrimaryCodeTests.frequencies.prefix(16) {
      let code = PrimaryCode(frequencies: frequencies)
      for bytes in Self.byteStrings where bytes.count <= 6 {
        let bits = bytes.map { BitString(code[$0].code, code[$0].length) }
          .reduce(BitString(), +)
        for flags in Flags.all {
          let isCompressible = flags.isCombining && !bytes.isEmpty
          let plain = flags.added(to: PrimaryWeights(bytes, isCompressible: isCompressible))
          let recoded = plain.recoded(in: code)
          #expect(recoded.isComplex == (bits.bits.count > 48))
          #expect(recoded.isCombining == flags.isCombining)
          for other in Flags.all {
            let next = other.added(to: .none)
            #expect(
              recoded.mayStartContext(with: next) == plain.mayStartContext(with: next))
          }
          if recoded.isComplex { continue }
          #expect(recoded.length == bits.bits.count)
          #expect(recoded.code == bits.number(from: 0, count: 64))
          #expect(recoded.isCompressible == isCompressible)
          #expect(
            recoded.leadLength == (isCompressible ? code[bytes[0]].length : 0))
        }
      }
      #expect(PrimaryWeights.complex.recoded(in: code).isComplex)
    }
  }

  /// What each question means, in words: a context is two characters of which the first may start
  /// and the second may continue one; and no mark may follow what starts a context or ends in a
  /// mark.
  @Test func theLadderIsThatOfATruthTable() {
    let bases: [(weights: PrimaryWeights, isComplex: Bool, isCompressible: Bool)] = [
      (PrimaryWeights([0x2A], isCompressible: false), false, false),
      (PrimaryWeights([0x61, 0x0A], isCompressible: true), false, true),
      (.none, false, false), (.complex, true, false),
      (
        PrimaryWeights(
          bits: PrimaryWeights([0x61], isCompressible: true).bits | PrimaryWeights.complex.bits),
        true, true
      ),
    ]
    for base in bases {
      for next in bases {
        for flags in Flags.all {
          for nextFlags in Flags.all {
            let (left, right) = (flags.added(to: base.weights), nextFlags.added(to: next.weights))
            let isContext = flags.startsContext && nextFlags.continuesContext
            let isMarked = (flags.startsContext || flags.endsInMark) && nextFlags.isCombining
            let isSimple = !base.isComplex && !isContext && !isMarked
            #expect(left.isComplex == base.isComplex)
            #expect(left.isCombining == flags.isCombining)
            #expect(left.mayStartContext(with: right) == isContext)
            #expect(left.isSimple(before: right) == isSimple)
            let areSimple = isSimple && !next.isComplex
            #expect(left.isSimple(beforeSimple: right) == areSimple)
            #expect((left.joined(right, beforeSimple: .none) != nil) == areSimple)
            #expect((PrimaryWeights.none.joined(left, beforeSimple: right) != nil) == areSimple)
            // Code, length and lead are no matter of the flags.
            #expect(left.code == base.weights.code && left.length == base.weights.length)
            #expect(left.leadLength == base.weights.leadLength)
          }
        }
      }
    }
  }

  /// Against a string of bits.
  @Test func joinedCodesFollowOneAnother() {
    var generator = SeededGenerator(seed: 22)
    for number in 0..<2_000 {
      var weights = (0..<5).map { _ in
        let length = Int.random(in: 0...14, using: &generator)
        let code =
          length == 0 ? 0 : (generator.next() >> UInt64(64 - length)) << UInt64(64 - length)
        return PrimaryWeights.none.with(code: code, length: length, endsInside: true)
      }
      let bits = weights.prefix(4).reduce(BitString()) { $0 + BitString($1.code, $1.length) }
      if number % 10 == 0 { weights[number / 10 % 5] = .complex }
      let joined = weights[0].joined(
        weights[1], weights[2], weights[3], beforeSimple: weights[4])
      if bits.bits.count > 48 || number % 10 == 0 {
        #expect(joined == nil)
      } else {
        #expect(joined?.length == bits.bits.count)
        #expect(joined?.code == bits.number(from: 0, count: 64))
      }
      let pair = weights[0].joined(weights[1], beforeSimple: weights[2])
      if weights.prefix(3).contains(where: \.isComplex) {
        #expect(pair == nil)
      } else {
        let bits =
          BitString(weights[0].code, weights[0].length)
          + BitString(weights[1].code, weights[1].length)
        #expect(pair?.length == bits.bits.count)
        #expect(pair?.code == bits.number(from: 0, count: 64))
      }
    }
  }

  @Test func atTheBeginningNoMarkMayStand() {
    for flags in Flags.all {
      let next = flags.added(to: .none)
      #expect(PrimaryWeights.beginning.isSimple(before: next) == !flags.isCombining)
      #expect(PrimaryWeights.none.isSimple(before: next))
    }
  }

  /// In a code of runs, the flags stay, and whether the weights end in a run is one more.
  @Test func weightsOfRunsKeepFlags() {
    for flags in Flags.all {
      for isComplex in [false, true] {
        let plain = flags.added(
          to: isComplex ? .complex : PrimaryWeights([0x2A], isCompressible: true))
        for endsInside in [false, true] {
          for (code, length) in [(0, 0), (0xABC << 52, 12), (0xFFFF_FFFF_FFFF << 16, 48)]
            as [(UInt64, Int)]
          {
            let weights = plain.with(code: code, length: length, endsInside: endsInside)
            #expect(weights.code == code && weights.length == length)
            #expect(weights.endsInside == endsInside)
            #expect(weights.insideMask == (endsInside ? .max : 0))
            #expect(weights.isComplex == isComplex && weights.isCombining == flags.isCombining)
            for other in Flags.all {
              let next = other.added(to: .none)
              #expect(weights.isSimple(before: next) == plain.isSimple(before: next))
              #expect(
                weights.mayStartContext(with: next) == plain.mayStartContext(with: next))
            }
          }
        }
      }
    }
  }
}
