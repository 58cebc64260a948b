import CollationTestSupport
import Testing

@testable import Collation

/// A code of levels with runs, written and followed by hand, as ICU's `collationkeys.cpp` writes
/// runs: after the lead byte, up to 03 or FF.
@Suite struct RunCodeTests {
  /// The bits of a level and the zero behind it, and where each byte stands.
  private func written(
    _ level: [UInt8], _ code: RunCode
  ) -> (bits: BitString, places: [Bool]) {
    var (bits, isInside, places) = (BitString(), false, [Bool]())
    for byte in level + [0] {
      places.append(isInside)
      let next = (isInside ? code.inside : code.outside)[byte]
      bits = bits + BitString(next.code, next.length)
      if isInside {
        if byte == 0x03 || byte == 0xFF { isInside = false }
      } else if byte == code.lead {
        isInside = true
      }
    }
    return (bits, places)
  }

  /// First levels of ICU's keys: names in one script, some of whose words are Latin.
  @Test(arguments: ["root", "ru", "ja", "ko", "el"])
  func levelsOfICUKeepTheirOrder(locale: String) throws {
    let collator = try Collator(locale: locale)
    var source = HostileNames(seed: 77)
    let letters: [ClosedRange<UInt32>: String] = [
      0x370...0x3FF: "α", 0x400...0x4FF: "а", 0x3041...0x30FF: "か", 0xE01...0xE5B: "ก",
    ]
    for (script, letter) in letters {
      let lead = try #require(collator.sortKey(for: letter).bytes.first)
      let levels = Set(
        (0..<300).map { _ in
          Array(collator.sortKeyByICU(of: source.next(in: script).span).primaryLevel)
        }
      ).sorted { $0.lexicographicallyPrecedes($1) }
      for sample in [levels, Array(levels.prefix(3)), []] {
        let code = RunCode(lead: lead, levels: sample.map { $0 + [0] })
        let all = levels.map { written($0, code).bits }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
      }
    }
  }

  /// The bytes of a level, cut anywhere, have the codes that they have in the whole.
  @Test func codesOfPiecesAreThoseOfTheWhole() throws {
    var generator = SeededGenerator(seed: 4)
    let some: [UInt8] = [0x02, 0x03, 0x2A, 0x61, 0x62, 0x80, 0xFF]
    for _ in 0..<500 {
      let level = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
        some.randomElement(using: &generator)!
      }
      let code = RunCode(lead: 0x61, levels: [level])
      let (bits, places) = written(level, code)
      for end in 0...level.count {
        for start in 0...end {
          func bitCount(_ count: Int) -> Int {
            zip(level, places).prefix(count).reduce(0) {
              $0 + ($1.1 ? code.inside : code.outside)[$1.0].length
            }
          }
          let (first, length) = (bitCount(start), bitCount(end) - bitCount(start))
          for endsInside in [false, true] {
            let piece = code.code(
              of: level[start..<end], isInside: places[start], endsInside: endsInside)
            if endsInside != places[end] || length > 48 {
              #expect(piece == nil)
            } else {
              #expect(piece?.length == length)
              #expect(piece?.code == bits.number(from: first, count: length))
            }
          }
        }
      }
    }
  }

  /// A weight of ICU's has four bytes at most, and these have a code however rare they are.
  @Test func fourBytesOfAnyKindHaveACode() {
    // Each byte is half as frequent as the one before, so that a tree without a limit would be
    // deep.
    let sample = (0..<14).flatMap { [UInt8](repeating: UInt8(0x70 + $0), count: 1 << (14 - $0)) }
    let code = RunCode(lead: 0x61, levels: [sample, [0x61] + sample])
    let rare = (UInt8(2)...254).filter { $0 != 0x03 && $0 != 0x61 }
    let longest = rare.max { code.outside[$0].length < code.outside[$1].length }!
    #expect(code.outside[longest].length == 12)
    for byte in rare {
      for isInside in [false, true] {
        let coded = code.code(
          of: [byte, longest, longest, longest], isInside: isInside, endsInside: isInside)
        let table = isInside ? code.inside : code.outside
        #expect(coded?.length == table[byte].length + 3 * table[longest].length)
      }
    }
  }

  /// 02 stands for U+FFFE, and is also the third byte of some weights.
  @Test(arguments: [false, true])
  func runsBeginAndEndAsICUWritesThem(separated: Bool) {
    let code = RunCode(lead: 0x61, levels: [], separated: separated)
    let ends: Set<UInt8> = separated ? [0x02, 0x03, 0xFF] : [0x03, 0xFF]
    for byte in UInt8.min...UInt8.max {
      #expect(code.isInside(after: byte, wasInside: false) == (byte == 0x61))
      #expect(code.isInside(after: byte, wasInside: true) == !ends.contains(byte))
    }
  }

  /// A letter of a third script has no code in the runs of a list, but is still a part of contexts:
  /// in aαβ, aα comes first (UTS #10, S2.1: the longest match from the beginning). ICU's keys
  /// decide.
  @Test func lettersWithoutACodeKeepTheirContexts() throws {
    let collator = try Collator(rules: "&x < aα &y < αβ")
    let base = PrimaryTable(
      try PrimarySource(Collator(collator.storage.request.atPrimaryStrength)))
    let lead = UInt8(base.weights(0x430).code >> 56)
    let runs = RunTable(base, code: RunCode(lead: lead, levels: []))
    var byTable = 0
    for text in ["aαβ", "aα", "αβ", "xaαβ", "аaαβа", "бaα"] {
      Array(text.utf8).withUnsafeBufferPointer { name in
        let expected = runs.write(level: base.sortKeyByICU(of: name).primaryLevel, to: PrimaryKey())
        guard let key = runs.writeByTable(name, to: PrimaryKey()) else { return }
        byTable += 1
        #expect((key.high, key.low) == (expected.high, expected.low), "\(text)")
      }
    }
    #expect(byTable > 0)
  }
}

extension RunCode {
  fileprivate func code(
    of bytes: some Collection<UInt8>, isInside: Bool, endsInside: Bool
  ) -> (code: UInt64, length: Int)? {
    let number = bytes.reversed().reduce(0) { UInt64($1) << 56 | $0 >> 8 }
    return code(of: number, count: bytes.count, isInside: isInside, endsInside: endsInside)
  }
}
