extension Span<UInt8> {
  /// Whether every lead byte is followed by a continuation byte, and every continuation byte
  /// follows another byte of a multibyte character. This holds for UTF-8, and hardly ever for text
  /// in a legacy encoding, such as Latin-1.
  ///
  /// Eight bytes take some twenty instructions, without a branch per letter:
  /// `UTF8Span(validating:)` takes several times as long for a mix of one-byte and multibyte
  /// letters.
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
    // A zero follows the last byte, and isn't a continuation byte.
    var word: UInt64 = 0
    for offset in 0..<(count &- place) { word |= UInt64(self[place &+ offset]) &<< (8 &* offset) }
    odd |= word.oddBytes(after: before)
    return odd & 0x8080_8080_8080_8080 == 0
  }
}

extension UInt64 {
  /// Returns eight bytes, lowest first, with the high bit set in each that cannot follow the
  /// previous one. Their other bits mean nothing.
  @inline(__always)
  fileprivate func oddBytes(after before: UInt64) -> UInt64 {
    let previous = self &<< 8 | before &>> 56
    // 10xxxxxx is a continuation byte, and 11xxxxxx a lead byte.
    let continues = self & ~(self &<< 1)
    return continues & ~previous | previous & previous &<< 1 & ~continues
  }
}
