/// The primary weights of characters in a `RunCode`.
///
/// Unchecked because the letters are written only in `init`.
@safe
final class RunTable: @unchecked Sendable {
  /// The same in the code of their bytes.
  let base: PrimaryTable
  private let code: RunCode
  private let blocks: CodePointBlocks<RunWeights>
  private let pairs: (outside: PrimaryPairs, inside: PrimaryPairs)
  /// What the letters of the code's runs add inside of one, as far as the sample of names has them; complex
  /// for all other code points. Nearly all characters are found here.
  private let letters: UnsafePointer<PrimaryWeights>
  private static let letterCount = 0x1000
  /// How many bytes each of the letters has.
  let letterLength: Int

  init(_ base: PrimaryTable, code: RunCode) {
    self.base = base
    self.code = code
    blocks = CodePointBlocks(ascii: Self.weights(of: 0..<0x80, base, code))
    pairs = (PrimaryPairs(base.pairs), PrimaryPairs(base.pairs))
    let letters = UnsafeMutablePointer<PrimaryWeights>.allocate(capacity: Self.letterCount)
    unsafe letters.initialize(repeating: .complex, count: Self.letterCount)
    var counts = [0, 0]
    for codePoint in 0x80..<UInt32(Self.letterCount) where base.hasMade(codePoint) {
      let weights = RunWeights(base.weights(codePoint), in: code).inside
      if weights.isComplex || !weights.endsInside { continue }
      unsafe letters[Int(codePoint)] = weights
      counts[codePoint < 0x800 ? 0 : 1] += 1
    }
    unsafe self.letters = UnsafePointer(letters)
    letterLength = counts[0] >= counts[1] ? 2 : 3
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

  /// The weights of a pair that has some, inside of a run or outside.
  func weights(of pair: PrimaryPair, isInside: Bool) -> PrimaryWeights {
    (isInside ? pairs.inside : pairs.outside).weights(pair) { pair in
      let weights = RunWeights(base.weights(of: pair) ?? .complex, in: code)
      return isInside ? weights.inside : weights.outside
    } ?? .complex
  }

  /// A writer with the first level of a name.
  @inline(__always)
  func write<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer {
    unsafe writeByTable(name, to: writer) ?? writeByICU(name, to: writer)
  }

  func writeByICU<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer {
    write(level: unsafe base.sortKey(of: name).prefix { $0 > 1 }, to: writer)
  }

  /// The same by the table alone; `nil` where it cannot prove the name simple.
  @inline(__always)
  func writeByTable<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer? {
    if name.count <= ICUCollator.maximumLength,
      let level = unsafe RunLevel(of: name, self, to: writer)
    {
      return level.writer
    }
    return unsafe write(bytesOf: name, to: writer)
  }

  /// A writer with the first level of a name that is not made of runs, by way of its bytes, each of which
  /// has a bit at least.
  @inline(never)
  private func write<Writer: PrimaryLevelWriter>(
    bytesOf name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer? {
    unsafe base.writeByTable(name, to: PrimaryBytes(limit: writer.wanted)).map {
      write(level: $0.bytes, to: writer)
    }
  }

  /// A writer with the bytes of a first level.
  func write<Writer: PrimaryLevelWriter>(level: some Sequence<UInt8>, to writer: Writer) -> Writer {
    var (writer, isInside) = (writer, false)
    for byte in level {
      if writer.isFull { break }
      let byteCode = isInside ? code.inside : code.outside
      writer.append(byteCode.codes[Int(byte)], byteCode.lengths[Int(byte)])
      isInside = code.isInside(after: byte, wasInside: isInside)
    }
    return writer
  }

  /// What the letter that some bytes begin with adds inside of a run; complex where it is none that goes
  /// on in a run, or there are fewer bytes than a letter has.
  @inline(__always)
  func letter(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> PrimaryWeights {
    if letterLength > count { return .complex }
    let (first, second) = unsafe (UInt32(bytes[0]), UInt32(bytes[1]))
    if letterLength == 2 {
      if (first &<< 8 | second) & 0xE0C0 != 0xC080 { return .complex }
      return unsafe letters[Int((first & 0x1F) &<< 6 | second & 0x3F)]
    }
    let third = unsafe UInt32(bytes[2])
    if first != 0xE0 || second & 0xE0 != 0xA0 || third & 0xC0 != 0x80 { return .complex }
    return unsafe letters[Int((second & 0x3F) &<< 6 | third & 0x3F)]
  }

  /// Where the weights are of the character that some bytes begin with, and how many it has; `nil` where it
  /// has four, or they are ill-formed.
  @inline(__always)
  func character(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (weights: UnsafePointer<RunWeights>, length: Int)? {
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 { return unsafe (blocks.ascii + Int(first), 1) }
    var (codePoint, length): (UInt32, Int)
    if first >= 0xC2, first < 0xE0, count >= 2 {
      let last = unsafe UInt32(bytes[1]) ^ 0x80
      guard last < 0x40 else { return nil }
      (codePoint, length) = ((first & 0x1F) &<< 6 | last, 2)
    } else if first >= 0xE0, first < 0xF0, count >= 3 {
      let (second, last) = unsafe (UInt32(bytes[1]) ^ 0x80, UInt32(bytes[2]) ^ 0x80)
      (codePoint, length) = ((first & 0xF) &<< 12 | second &<< 6 | last, 3)
      guard second | last < 0x40, codePoint >= 0x800, codePoint & ~0x7FF != 0xD800 else {
        return nil
      }
    } else {
      return nil
    }
    return unsafe (blocks.element(codePoint) ?? makeWeights(codePoint), length)
  }
}
