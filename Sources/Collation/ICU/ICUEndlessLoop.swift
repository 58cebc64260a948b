internal import CICU

/// Strings for which `ucol_getSortKey` of ICU 72 with normalization on may not return (ICU-22511).
///
/// Where ICU has normalized marks that were not in canonical order, and a contraction does not come
/// about, it steps back; over a mark below U+10000 that follows one beyond, it steps back too far,
/// and comes by the same place again.
enum ICUEndlessLoop {
  /// Whether a string has such a mark out of order.
  ///
  /// - Complexity: O(*n*) in the code units.
  static func threatens(_ text: UnsafeBufferPointer<CICUUTF16>) -> Bool {
    var position = 2
    while position < text.count {
      defer { position += 1 }
      let unit = unsafe text[position]
      guard unsafe UTF16.isTrailSurrogate(text[position - 1]),
        ICUCodePointSet.combining.contains(UInt32(unit))
      else { continue }
      let (lead, trail) = unsafe (UInt32(text[position - 2]), UInt32(text[position - 1]))
      let codePoint = 0x10000 + (lead & 0x3FF) << 10 + trail & 0x3FF
      if areOutOfOrder(codePoint, UInt32(unit)) { return true }
    }
    return false
  }

  /// The string with NFD in place of each character and its marks among which a mark is out of
  /// order so: to that, ICU finds no reason to step back. The rest stays as it is.
  static func averted(in text: UnsafeBufferPointer<CICUUTF16>) -> [CICUUTF16] {
    let scalars = Array(unsafe String(decoding: text, as: UTF16.self).unicodeScalars)
    var averted: [CICUUTF16] = []
    var start = 0
    while start < scalars.count {
      var end = start + 1
      while end < scalars.count, ICUCombiningClass.leading(scalars[end].value) != 0 { end += 1 }
      let cluster = scalars[start..<end]
      let isThreat = zip(cluster, cluster.dropFirst()).contains { first, second in
        first.value > 0xFFFF && second.value <= 0xFFFF
          && areOutOfOrder(first.value, second.value)
      }
      let units = cluster.flatMap { Array($0.utf16) }
      averted += isThreat ? decomposed(units) : units
      start = end
    }
    return averted
  }

  /// U+0344 is the one mark below U+10000 that decomposes to two that may then be out of order.
  private static func areOutOfOrder(_ first: UInt32, _ second: UInt32) -> Bool {
    let trailing = ICUCombiningClass.trailing(first)
    return trailing != 0 && (second == 0x344 || trailing > ICUCombiningClass.leading(second))
  }

  /// The NFD of a string. `unorm2_normalize`
  private static func decomposed(_ units: [CICUUTF16]) -> [CICUUTF16] {
    var status = ICUStatus()
    guard let normalizer = unsafe cicu_normalizer_nfd(&status.code) else { return units }
    // No code unit decomposes to more than four.
    let decomposed = unsafe [CICUUTF16](unsafeUninitializedCapacity: 4 * units.count) {
      buffer, count in
      count = unsafe Int(
        cicu_normalizer_normalize(
          normalizer, units, Int32(units.count), buffer.baseAddress!, Int32(buffer.count),
          &status.code))
    }
    return status.isFailure ? units : decomposed
  }
}
