/// The primary weights of characters in a `RunCode`.
///
/// Unchecked because the letters are written only in `init`. In bounds because a letter's place is
/// less than `letterCount`.
@safe
final class RunTable: @unchecked Sendable {
  /// The weights in the code of their bytes.
  let base: PrimaryTable
  let code: RunCode
  private let blocks: CodePointBlocks<RunWeights>
  private let pairs: (outside: PairedWeights<PrimaryWeights>, inside: PairedWeights<PrimaryWeights>)
  /// The weights inside a run of letters whose blocks have been made, by the code point's last
  /// twelve bits. Only letters of `letterLength` bytes are here, and if these are three, only those
  /// whose first byte is `letterStart`; all others are `unknown`. Nearly all letters of a list are
  /// found here, except Korean ones, whose first bytes vary.
  private let letters: UnsafePointer<PrimaryWeights>
  private static let letterCount = 0x1000
  /// The length of the letters in bytes.
  let letterLength: Int
  /// If `letterLength` is 3, the first byte of the letters, or 0 if there are none.
  private let letterStart: UInt32

  init(_ base: PrimaryTable, code: RunCode) {
    self.base = base
    self.code = code
    blocks = CodePointBlocks(
      ascii: Self.weights(of: 0..<0x80, base, code), limit: base.limit)
    pairs = (PairedWeights(pairsOf: base.pairs), PairedWeights(pairsOf: base.pairs))
    let letters = UnsafeMutablePointer<PrimaryWeights>.allocate(capacity: Self.letterCount)
    unsafe letters.initialize(repeating: .unknown, count: Self.letterCount)
    let range = Self.rangeOfLetters(base, lead: code.lead)
    for codePoint in range ?? 0..<0 where base.hasMade(codePoint) {
      let weights = RunWeights(base.weights(codePoint), in: code).inside
      if weights.isComplex || !weights.endsInside { continue }
      unsafe letters[Int(codePoint) % Self.letterCount] = weights
    }
    unsafe self.letters = UnsafePointer(letters)
    letterLength = range?.lowerBound == 0x80 ? 2 : 3
    letterStart = range.map { 0xE0 | $0.lowerBound >> 12 } ?? 0
  }

  /// Returns the code points that have two bytes, or three with the same first byte, if most
  /// letters of a script are among them. Letters of two bytes win over rare ones of three, such as
  /// those of polytonic Greek, which are more.
  private static func rangeOfLetters(_ base: PrimaryTable, lead: UInt8) -> Range<UInt32>? {
    let ranges: [Range<UInt32>] =
      [0x80..<0x800, 0x800..<0x1000] + (1...0xF).map { $0 << 12..<($0 + 1) << 12 }
    let counts = ranges.map { range in
      stride(from: range.lowerBound, to: range.upperBound, by: 0x80).reduce(0) { count, block in
        guard base.hasMade(block) else { return count }
        return count + (block..<block + 0x80).count { base.weights($0).begins(with: lead) }
      }
    }
    if counts[0] > 0 && counts[0] >= counts[1] { return ranges[0] }
    let all = counts.reduce(0, +)
    return zip(ranges, counts).first { 2 * $1 > all }?.0
  }

  deinit { unsafe letters.deallocate() }

  private static func weights(
    of codePoints: Range<UInt32>, _ base: PrimaryTable, _ code: RunCode
  ) -> [RunWeights] {
    codePoints.map { RunWeights(base.weights($0), in: code) }
  }

  /// The weights of a code point.
  @inline(__always)
  func weights(_ codePoint: UInt32) -> RunWeights {
    unsafe (blocks.element(codePoint) ?? makeWeights(codePoint)).pointee
  }

  @inline(never)
  private func makeWeights(_ codePoint: UInt32) -> UnsafePointer<RunWeights> {
    unsafe blocks.makeElement(codePoint) { Self.weights(of: $0, base, code) }
  }

  /// Returns the weights of a pair that collates as one, inside or outside a run.
  func weights(of pair: PrimaryPair, isInside: Bool) -> PrimaryWeights {
    // A variable that held one of the two tables would have to retain it.
    let weights =
      isInside
      ? pairs.inside.weights(pair) { makeWeights($0).inside }
      : pairs.outside.weights(pair) { makeWeights($0).outside }
    return weights ?? .unknown
  }

  @inline(never)
  private func makeWeights(_ pair: PrimaryPair) -> RunWeights {
    RunWeights(base.weights(of: pair) ?? .unknown, in: code)
  }

  /// Returns the weights that the letter at `bytes` adds inside a run. They are `unknown` if the
  /// letter leaves the run, or if fewer than `letterLength` bytes are left.
  ///
  /// This is not a decoder: it only finds a letter of that length. In bounds because five or six
  /// bits from each of two bytes are less than `letterCount`, and `blocks` has all three-byte code
  /// points.
  @inline(__always)
  func letter(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> PrimaryWeights {
    if letterLength > count { return .unknown }
    let (first, second) = unsafe (UInt32(bytes[0]), UInt32(bytes[1]))
    if letterLength == 2 {
      if (first &<< 8 | second) & 0xE0C0 != 0xC080 { return .unknown }
      return unsafe letters[Int((first & 0x1F) &<< 6 | second & 0x3F)]
    }
    let third = unsafe UInt32(bytes[2])
    if ((second ^ 0x80) | (third ^ 0x80)) >= 0x40 { return .unknown }
    let end = (second & 0x3F) &<< 6 | third & 0x3F
    // Overlong forms, which begin with E0, have no weights.
    if first == letterStart { return unsafe letters[Int(end)] }
    if first <= 0xE0 || first >= 0xF0 { return .unknown }
    let codePoint = (first & 0xF) &<< 12 | end
    guard let weights = unsafe blocks.element(codePoint)?.pointee.inside else { return .unknown }
    return weights.endsInside ? weights : .unknown
  }

  /// Returns what the next four two-byte letters add inside a run; `nil` if the eight bytes at
  /// `bytes` are something else. Like `letter(_:_:)`, this is not a decoder.
  @inline(__always)
  func fourLetters(
    _ bytes: UnsafePointer<UInt8>
  ) -> (PrimaryWeights, PrimaryWeights, PrimaryWeights, PrimaryWeights)? {
    let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self).littleEndian
    if word & 0xC0E0_C0E0_C0E0_C0E0 != 0x80C0_80C0_80C0_80C0 { return nil }
    func letter(_ pair: UInt64) -> PrimaryWeights {
      unsafe letters[Int(truncatingIfNeeded: (pair & 0x1F) &<< 6 | pair &>> 8 & 0x3F)]
    }
    return (letter(word), letter(word &>> 16), letter(word &>> 32), letter(word &>> 48))
  }

  /// Returns what the next two letters of three bytes add inside a run; `nil` if the six bytes at
  /// `bytes` are something else. Reads eight bytes.
  @inline(__always)
  func twoLetters(_ bytes: UnsafePointer<UInt8>) -> (PrimaryWeights, PrimaryWeights)? {
    let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self).littleEndian
    let start = UInt64(letterStart)
    if word & 0xC0C0FF_C0C0FF != 0x808000_808000 | start | start &<< 24 { return nil }
    func letter(_ bytes: UInt64) -> PrimaryWeights {
      unsafe letters[Int(truncatingIfNeeded: (bytes &>> 2) & 0xFC0 | bytes &>> 16 & 0x3F)]
    }
    return (letter(word), letter(word &>> 24))
  }

  /// Returns where the weights of the character at `bytes` are, and its length in bytes; `nil` if
  /// the bytes are ill-formed.
  ///
  /// In bounds because the decoder reads no offset from `count` on, and `count` is at least 1.
  @inline(__always)
  func character(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (weights: UnsafePointer<RunWeights>, length: Int)? {
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 { return unsafe (blocks.ascii + Int(first), 1) }
    guard let (codePoint, length) = decodedCodePoint(count, { unsafe bytes[$0] }) else {
      return nil
    }
    return unsafe (blocks.element(codePoint) ?? makeWeights(codePoint), length)
  }
}
