package import Collation

/// Short names of characters that collation finds hard, mixed with ordinary letters, deterministic
/// by seed.
package struct HostileNames {
  private var generator: SeededGenerator

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Characters by what makes them hard.
  private static let alphabets: [[UInt32]] = [
    Array(0x20...0x7E),
    Array(0xA0...0x17F),
    Array(0x300...0x345) + [0x31B, 0x327, 0x328],  // marks of many combining classes
    [0x3A9, 0x3C9, 0x416, 0x438, 0x439, 0x451, 0x42F, 0x531, 0x5D0, 0x5E9, 0x5B4, 0x627, 0x622],
    [0x905, 0x915, 0x93C, 0x94D, 0xE40, 0xE01, 0xE38, 0xE48, 0xEC0, 0xE81, 0x1780, 0x17D2],
    [0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0xD7A3, 0x3131],  // jamo and syllables
    [0x3042, 0x30A2, 0x30FC, 0x3099, 0xFF76, 0xFF9E, 0x309D, 0x4E00, 0x963F, 0x7530, 0x20000],
    [0x660, 0x663, 0x967, 0xFF11, 0xBD, 0x2460],  // digits of several kinds
    [0x0, 0x1, 0x200C, 0x200D, 0x34F, 0xAD, 0x2060, 0xFE00, 0x20DD, 0x20E3, 0x202E],
    [0xFDD0, 0xFDD1, 0xFFFD, 0xFFFE, 0xFFFF, 0xE000, 0x378, 0x10FFFF, 0x1F600, 0x1E4EE, 0x1E4EF],
    [0xFB2, 0xFB3, 0xF71, 0xF81, 0x344, 0x1D168, 0x1E132, 0x11372, 0x5C1, 0x10376],
    [0x1E9E, 0x149, 0xFB01, 0x2126, 0x212B, 0x1EA5, 0x1E0D, 0x958],
  ]

  private static let wholes: [String] = [
    "ch", "dž", "lj", "nj", "ng", "Sch", "aa", "ij", "IJ", "ll", "ss", "ddz", "Mc", "Å", "Ø",
  ]

  /// A name of up to eight characters; one in sixteen is ill-formed UTF-8.
  package mutating func next() -> [UInt8] {
    var name: [UInt8] = []
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      if Int.random(in: 0..<8, using: &generator) == 0 {
        name += Self.wholes.randomElement(using: &generator)!.utf8
        continue
      }
      // Half are letters of one alphabet, so that names have something in common.
      let alphabet =
        Bool.random(using: &generator)
        ? Self.alphabets[0] : Self.alphabets.randomElement(using: &generator)!
      let scalar = Unicode.Scalar(alphabet.randomElement(using: &generator)!)!
      name += String(Character(scalar)).utf8
    }
    if Int.random(in: 0..<16, using: &generator) == 0 {
      name.insert(
        UInt8.random(in: 0x80...0xFF, using: &generator),
        at: Int.random(in: 0...name.count, using: &generator))
    }
    return name
  }

  /// A name of up to six characters of any script, assigned and unassigned ones alike.
  package mutating func nextOfAnyCharacters() -> [UInt8] {
    (0..<Int.random(in: 1...6, using: &generator)).flatMap { _ -> [UInt8] in
      let last: UInt32 = Int.random(in: 0..<4, using: &generator) == 0 ? 0x2FFFF : 0x2FFF
      // Surrogates are no characters.
      let scalar = Unicode.Scalar(UInt32.random(in: 0...last, using: &generator))
      return scalar.map { Array(String(Character($0)).utf8) } ?? []
    }
  }

  /// Whether ICU itself, of 72 to 78, may loop for ever on a name (ICU-22511), so that it cannot be
  /// asked: a code point beyond U+FFFF is followed by a combining mark below it.
  package static func mayHangICU(_ name: [UInt8]) -> Bool {
    let scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
    return zip(scalars, scalars.dropFirst()).contains { first, second in
      first.value > 0xFFFF && second.value <= 0xFFFF
        && ReferenceICU.leadCombiningClass(second.value) != 0
    }
  }

  /// The code points of scripts whose names are written in them alone.
  package static let scripts: [ClosedRange<UInt32>] = [
    0x370...0x3FF, 0x400...0x4FF, 0x531...0x58F, 0x591...0x5F4, 0x600...0x6FF, 0x900...0x97F,
    0xB80...0xBFF, 0xE01...0xE5B, 0x10A0...0x10FF, 0x3041...0x30FF,
  ]

  /// A name of some words in one script, assigned and unassigned characters alike; every thirtieth
  /// character is of another one.
  package mutating func next(in script: ClosedRange<UInt32>) -> [UInt8] {
    var name: [UInt8] = []
    for word in 0..<Int.random(in: 1...4, using: &generator) {
      if word > 0 {
        name += [" ", ", ", "-", ". ", "\u{FFFE}"].randomElement(using: &generator)!.utf8
      }
      for _ in 0..<Int.random(in: 1...9, using: &generator) {
        if Int.random(in: 0..<30, using: &generator) == 0 {
          name += next()
        } else {
          let scalar = Unicode.Scalar(UInt32.random(in: script, using: &generator))!
          name += String(Character(scalar)).utf8
        }
      }
    }
    return name
  }

  /// So many names.
  package mutating func names(_ count: Int) -> [[UInt8]] { (0..<count).map { _ in next() } }
}

extension UTF8Records {
  package init(names: [[UInt8]]) {
    self.init()
    for name in names { append(utf8: name) }
  }
}
