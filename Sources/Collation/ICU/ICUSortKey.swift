internal import CICU

/// ICU's functions on the bytes of sort keys.
enum ICUSortKey {
  /// One key of two, level by level. Each has to end in a zero byte. `ucol_mergeSortkeys`
  static func merge(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe ICUCollator.append(to: &bytes, capacity: left.count + right.count + 8) { buffer in
      unsafe cicu_sortKey_merge(
        left, Int32(left.count), right, Int32(right.count), buffer.baseAddress!,
        Int32(buffer.count))
    }
    return bytes
  }
}
