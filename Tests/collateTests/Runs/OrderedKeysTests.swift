import CollationTestSupport
import Testing

@testable import Collation
@testable import collate

/// Keys in words, and the codes of their differences, against keys as bytes.
@Suite struct OrderedKeysTests {
  /// A key as ICU makes one: a zero at its end and at no other place. Many keys begin alike.
  private static func key(_ generator: inout SeededGenerator) -> [UInt8] {
    let length = Int.random(in: 0...13, using: &generator)
    let byte: UInt8 = [2, 0xFF].randomElement(using: &generator)!
    var key = [UInt8](repeating: byte, count: length)
    for place in key.indices.suffix(3) {
      key[place] = [1, 2, 3, 0x80, 0xFF].randomElement(using: &generator)!
    }
    return key + [0]
  }

  private static func keys(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in key(&generator) }
  }

  private static func ordered(_ keys: [[UInt8]], isDescending: Bool) -> OrderedKeys {
    var list = KeyList(capacity: keys.count)
    for key in keys { list.append(key[...]) }
    return OrderedKeys(KeyArray<SortKey>(list), isDescending: isDescending)
  }

  /// The words of a key, and as many zeros behind it as any key has words.
  private static func words(_ key: [UInt8]) -> [UInt32] {
    let bytes = key + [UInt8](repeating: 0, count: 20 - key.count)
    return stride(from: 0, to: bytes.count, by: 4).map { place in
      bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  @Test(arguments: [false, true]) func differencesAreThoseOfTheBytes(isDescending: Bool) throws {
    let bytes = Self.keys(60, seed: 1)
    let keys = Self.ordered(bytes, isDescending: isDescending)
    // Other numbers than in the first list.
    let others = Self.ordered([[9, 0]] + bytes, isDescending: isDescending)
    #expect(keys.count == bytes.count)
    for (number, key) in bytes.enumerated() {
      for (otherNumber, other) in bytes.enumerated() {
        let (words, otherWords) = (Self.words(key), Self.words(other))
        for start in 0...3 {
          let found = keys.difference(of: number, from: others, otherNumber + 1, at: start)
          let place = (start..<5).first { words[$0] != otherWords[$0] }
          #expect(found?.place == place)
          guard let found, let place else { continue }
          let precedes = found.word < found.other
          #expect(precedes == ((words[place] < otherWords[place]) != isDescending))
          if start == 0 {
            #expect(precedes == (key.lexicographicallyPrecedes(other) != isDescending))
          }
        }
      }
    }
  }

  /// What Conner proves of offset-value codes: different codes against one base decide, and the
  /// later key then has the same code against the earlier one; equal codes say where to go on.
  @Test(arguments: [false, true]) func codesDecide(isDescending: Bool) throws {
    let bytes = Self.keys(24, seed: 2)
    let keys = Self.ordered(bytes, isDescending: isDescending)
    func precedes(_ left: Int, _ right: Int) -> Bool {
      isDescending
        ? bytes[right].lexicographicallyPrecedes(bytes[left])
        : bytes[left].lexicographicallyPrecedes(bytes[right])
    }
    func check(_ first: Int, _ second: Int, _ code: KeyCode, _ other: KeyCode) {
      if code < other {
        #expect(precedes(first, second) && keys.code(of: second, after: keys, first) == other)
      } else if code == other, code != .same {
        let whole = keys.difference(of: first, from: keys, second)
        let rest = keys.difference(of: first, from: keys, second, at: code.place + 1)
        #expect(whole?.place == rest?.place)
      }
    }
    for first in bytes.indices {
      for second in bytes.indices {
        check(first, second, keys.code(of: first), keys.code(of: second))
        for base in bytes.indices where !precedes(first, base) && !precedes(second, base) {
          let code = keys.code(of: first, after: keys, base)
          #expect((code == .same) == (bytes[first] == bytes[base]))
          #expect(.same <= code && code < .end && keys.code(of: first) < .end)
          check(first, second, code, keys.code(of: second, after: keys, base))
        }
      }
    }
  }
}
