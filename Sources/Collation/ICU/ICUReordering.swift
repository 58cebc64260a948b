internal import CICU
internal import Synchronization

extension ICUCollator {
  /// Whether the reorder codes change no bytes of a weight but the lead byte.
  ///
  /// Scripts that share a lead byte get one each when moved, and all other scripts follow
  /// (`CollationData::makeReorderRanges`). With many such scripts, the lead bytes overflow past FF,
  /// which ICU 72 doesn't detect: weights then begin with 00, the end of a key, or lack their first
  /// byte.
  ///
  /// - Complexity: O(1). The first call in a process takes some milliseconds.
  func keepsWeightsWhenReordered() throws(ICUFailure) -> Bool {
    var reordered = try copy()
    try reordered.set(.strength, to: .primary)
    try reordered.set(.alternateHandling, to: .nonIgnorable)
    try reordered.set(.caseLevel, to: .off)
    var usual = try reordered.copy()
    try usual.setReorderCodes([])
    let samples = try Self.samples.value { () throws(ICUFailure) in try Self.findSamples() }
    return samples.allSatisfy { sample in
      let (key, usualKey) = (reordered.key(of: sample), usual.key(of: sample))
      return key.count == usualKey.count && (key.first ?? .max) > SortKeyFormat.mergeSeparator
    }
  }

  /// Returns the code points with the least and the greatest weight under each of root's lead
  /// bytes, out of some thousand code points. ICU moves all weights with one lead byte and script
  /// alike.
  private static func findSamples() throws(ICUFailure) -> [UInt32] {
    var root = try ICUCollator(locale: "root")
    try root.set(.strength, to: .primary)
    let scriptStarts = try root.contextualStrings().filter { $0.first == SortKeyFormat.scriptMark }
    let codePoints =
      scriptStarts.flatMap { $0.dropFirst() } + stride(from: 0x20, to: 0xFFFF, by: 8)
      + stride(from: 0x10000, through: 0x10FFFF, by: 64)
    typealias Sample = (key: [UInt8], codePoint: UInt32)
    var extremes = [(least: Sample, greatest: Sample)?](repeating: nil, count: 256)
    for codePoint in codePoints {
      let key = root.key(of: codePoint)
      // More bytes may be several weights.
      guard let lead = key.first, key.count <= 3 else { continue }
      let found = extremes[Int(lead)] ?? ((key, codePoint), (key, codePoint))
      extremes[Int(lead)] = (
        key.lexicographicallyPrecedes(found.least.key) ? (key, codePoint) : found.least,
        found.greatest.key.lexicographicallyPrecedes(key) ? (key, codePoint) : found.greatest
      )
    }
    return scriptStarts.flatMap { $0.dropFirst() }
      + extremes.compactMap(\.self).flatMap { [$0.least.codePoint, $0.greatest.codePoint] }
  }

  private static let samples = Mutex<[UInt32]?>(nil)

  @inline(never)
  private func key(of codePoint: UInt32) -> [UInt8] {
    guard let scalar = Unicode.Scalar(codePoint) else { return [] }
    var key: [UInt8] = []
    appendSortKey(of: String(scalar).utf8.span, to: &key)
    return key.dropLast()
  }
}
