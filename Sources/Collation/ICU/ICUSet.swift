internal import CICU

enum ICUSet {
  /// Returns the number of code points in a pattern such as `[a-z]`. `uset_openPattern`
  static func count(ofPattern pattern: String) throws(ICUFailure) -> Int {
    let set = unsafe try open(pattern)
    defer { unsafe cicu_uset_close(set) }
    return unsafe Int(cicu_uset_size(set))
  }

  /// Returns the code points in a pattern. `uset_getItem`
  static func members(ofPattern pattern: String) throws(ICUFailure) -> [UInt32] {
    let set = unsafe try open(pattern)
    defer { unsafe cicu_uset_close(set) }
    return unsafe try items(of: set).ranges.flatMap(Array.init)
  }

  /// Returns the ranges of code points, and the strings, that make up a `USet`. `uset_getItem`
  static func items(
    of set: OpaquePointer
  ) throws(ICUFailure) -> (ranges: [ClosedRange<UInt32>], strings: [String]) {
    var (ranges, strings): ([ClosedRange<UInt32>], [String]) = ([], [])
    var units = [CICUUTF16](repeating: 0, count: 64)
    for item in 0..<(unsafe cicu_uset_getItemCount(set)) {
      var (first, last): (Int32, Int32) = (0, 0)
      let length = try withICUStatus { status in
        unsafe cicu_uset_getItem(set, item, &first, &last, &units, Int32(units.count), &status)
      }
      // Items of length 0 are ranges of code points.
      if length == 0 {
        ranges.append(UInt32(first)...UInt32(last))
      } else {
        strings.append(String(decoding: units.prefix(Int(length)), as: UTF16.self))
      }
    }
    return (ranges, strings)
  }

  private static func open(_ pattern: String) throws(ICUFailure) -> OpaquePointer {
    let units = Array(pattern.utf16)
    if units.isEmpty { throw ICUFailure(status: .illegalArgument) }
    return unsafe try openedByICU { status in
      unsafe cicu_uset_openPattern(units, Int32(clamping: units.count), &status)
    }
  }
}
