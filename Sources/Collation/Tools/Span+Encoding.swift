extension Span<UInt8> {
  /// Whether each byte that begins a character of several bytes is followed by one that continues
  /// it, and each that continues one has another byte of a character before it. UTF-8 does; text in
  /// a legacy encoding, such as Latin-1, hardly ever does.
  ///
  /// Eight bytes at a time take some twenty instructions, without a branch for a letter:
  /// `UTF8Span(validating:)` takes several times as long for letters of one and of several bytes.
  package var looksLikeUTF8: Bool {
    var (odd, before): (UInt64, UInt64) = (0, 0)
    var place = 0
    while place &+ 8 <= count {
      let word = UInt64(
        littleEndian: unsafe bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: place, as: UInt64.self))
      odd |= word.oddBytes(after: before)
      before = word
      place &+= 8
    }
    // A zero follows the last byte, and continues nothing.
    var word: UInt64 = 0
    for offset in 0..<(count &- place) { word |= UInt64(self[place &+ offset]) &<< (8 &* offset) }
    odd |= word.oddBytes(after: before)
    return odd & 0x8080_8080_8080_8080 == 0
  }
}

extension UInt64 {
  /// Returns eight bytes, the lowest first, with a high bit in each that cannot follow the one
  /// before it. Their other bits mean nothing.
  @inline(__always)
  fileprivate func oddBytes(after before: UInt64) -> UInt64 {
    let previous = self &<< 8 | before &>> 56
    // 10xxxxxx continues a character, and 11xxxxxx begins one.
    let continues = self & ~(self &<< 1)
    return continues & ~previous | previous & previous &<< 1 & ~continues
  }
}
