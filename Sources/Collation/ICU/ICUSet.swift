internal import CICU

/// ICU's sets of characters.
enum ICUSet {
  /// How many code points a pattern such as `[a-z]` stands for. `uset_openPattern`
  static func count(ofPattern pattern: String) throws(ICUFailure) -> Int {
    let units = Array(pattern.utf16)
    if units.isEmpty { throw ICUFailure(status: .illegalArgument) }
    let set = unsafe try withICUStatus { status in
      unsafe cicu_set_openPattern(units, Int32(clamping: units.count), &status)
    }
    guard let set = unsafe set else { throw ICUFailure(status: .memoryAllocation) }
    defer { unsafe cicu_set_close(set) }
    return unsafe Int(cicu_set_size(set))
  }
}
