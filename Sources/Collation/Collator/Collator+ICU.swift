extension Collator {
  /// Compares two names, by their keys where ICU's comparison may disagree with them.
  /// `ucol_strcollUTF8`
  func compareByICU(_ left: Span<UInt8>, _ right: Span<UInt8>) -> CollationResult {
    if storage.agreement.covers(left) && storage.agreement.covers(right) {
      return CollationResult(sign: storage.icu.compare(left, right))
    }
    let (leftKey, rightKey) = (sortKeyByICU(of: left), sortKeyByICU(of: right))
    return leftKey == rightKey
      ? .equal : leftKey.lexicographicallyPrecedes(rightKey) ? .less : .greater
  }

  package func sortKeyByICU(of utf8: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    storage.icu.appendSortKey(of: utf8, to: &bytes)
    return bytes
  }
}
