internal import CICU

package enum ICUDecomposition {
  /// Returns the code points that a code point decomposes to, or the code point itself.
  /// `unorm2_normalize`
  package static func of(_ codePoint: UInt32) -> [UInt32] {
    guard codePoint >= 0xC0, let scalar = Unicode.Scalar(codePoint) else { return [codePoint] }
    let units = Array(String(scalar).utf16)
    var status = ICUStatus()
    guard let normalizer = unsafe cicu_unorm2_getNFDInstance(&status.code) else {
      return [codePoint]
    }
    // No code point decomposes to more than four.
    let decomposed = unsafe [CICUUTF16](unsafeUninitializedCapacity: 8) { buffer, count in
      count = unsafe Int(
        cicu_unorm2_normalize(
          normalizer, units, Int32(units.count), buffer.baseAddress!, Int32(buffer.count),
          &status.code))
    }
    if status.isFailure { return [codePoint] }
    return String(decoding: decomposed, as: UTF16.self).scalars.map(\.value)
  }
}
