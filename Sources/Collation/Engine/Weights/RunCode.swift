/// A code for the primary level of names in a script with a compressible lead byte. Nearly all
/// scripts but Latin and Chinese have one.
///
/// ICU writes such names as *runs*: the lead byte, the rest of each weight, and a byte that ends
/// the run (`SortKeyFormat`). Some bytes are frequent within runs and rare between them, so bytes
/// in runs and bytes between runs have separate codes.
final class RunCode: Sendable {
  /// The byte after which a run begins.
  let lead: UInt8
  let outside: PrimaryCode
  let inside: PrimaryCode
  /// Whether the byte of U+FFFE ends a run. If so, weights that end with that byte become complex,
  /// so this is set only if names contain U+FFFE.
  private let separatorEndsRun: Bool

  /// Makes a code that suits some primary levels, or their beginnings.
  ///
  /// - Parameter separated: Whether some of the names contain U+FFFE.
  init(lead: UInt8, levels: [[UInt8]], separated: Bool = false) {
    var frequencies = (outside: [Int](repeating: 0, count: 256), inside: [Int]())
    frequencies.inside = frequencies.outside
    for level in levels {
      var isInside = false
      for byte in level {
        if isInside {
          frequencies.inside[Int(byte)] += 1
        } else {
          frequencies.outside[Int(byte)] += 1
        }
        isInside = Self.isInside(
          after: byte, wasInside: isInside, lead: lead, separatorEndsRun: separated)
      }
    }
    self.lead = lead
    separatorEndsRun = separated
    outside = PrimaryCode(frequencies: frequencies.outside)
    inside = PrimaryCode(frequencies: frequencies.inside)
  }

  /// Whether the byte after this one is in a run.
  func isInside(after byte: UInt8, wasInside: Bool) -> Bool {
    Self.isInside(
      after: byte, wasInside: wasInside, lead: lead, separatorEndsRun: separatorEndsRun)
  }

  private static func isInside(
    after byte: UInt8, wasInside: Bool, lead: UInt8, separatorEndsRun: Bool
  ) -> Bool {
    if !wasInside { return byte == lead }
    return !SortKeyFormat.endsRun(byte)
      && !(separatorEndsRun && byte == SortKeyFormat.mergeSeparator)
  }

  /// Returns the code of a byte, from the top of a number, and its number of bits.
  func code(of byte: UInt8, isInside: Bool) -> (code: UInt64, length: Int) {
    isInside ? inside[byte] : outside[byte]
  }

  /// Returns the code of up to eight bytes, and its number of bits. Bytes and code begin at the top
  /// of a number. `nil` if there are too many bits, or if the code doesn't end inside or outside a
  /// run as it should.
  func code(
    of bytes: UInt64, count: Int, isInside: Bool, endsInside: Bool
  ) -> (code: UInt64, length: Int)? {
    var (code, length, isInside): (UInt64, Int, Bool) = (0, 0, isInside)
    for position in 0..<count {
      let byte = UInt8(truncatingIfNeeded: bytes >> UInt64(56 - 8 * position))
      let next = self.code(of: byte, isInside: isInside)
      // Codes beyond 64 bits are shifted out; they don't fit anyway.
      code |= next.code >> UInt64(length)
      length += next.length
      isInside = self.isInside(after: byte, wasInside: isInside)
    }
    return isInside == endsInside && length <= PrimaryCode.weightsWidth ? (code, length) : nil
  }
}
