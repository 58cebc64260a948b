internal import CICU
internal import CICUCxx

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
    return unsafe try items(of: set).codePoints.flatMap(Array.init)
  }

  /// Returns the code points and the strings that make up a `USet`. `uset_getItem`
  fileprivate static func items(
    of set: OpaquePointer
  ) throws(ICUFailure) -> (codePoints: [ClosedRange<UInt32>], strings: [[UInt32]]) {
    // A set whose allocation failed is empty, and ICU reports no status.
    if unsafe cicu_set_isBogus(UnsafeRawPointer(set)) {
      throw ICUFailure(status: .memoryAllocation)
    }
    var (codePoints, strings): ([ClosedRange<UInt32>], [[UInt32]]) = ([], [])
    var units = [CICUUTF16](repeating: 0, count: 64)
    for item in 0..<(unsafe cicu_uset_getItemCount(set)) {
      var (first, last): (Int32, Int32) = (0, 0)
      let length = try withICUStatus { status in
        unsafe cicu_uset_getItem(set, item, &first, &last, &units, Int32(units.count), &status)
      }
      // Items of length 0 are ranges of code points.
      if length == 0 {
        codePoints.append(UInt32(first)...UInt32(last))
      } else {
        let string = String(decoding: units.prefix(Int(length)), as: UTF16.self)
        strings.append(string.scalars.map(\.value))
      }
    }
    return (codePoints, strings)
  }

  private static func open(_ pattern: String) throws(ICUFailure) -> OpaquePointer {
    let units = Array(pattern.utf16)
    if units.isEmpty { throw ICUFailure(status: .illegalArgument) }
    return unsafe try openedByICU { status in
      unsafe cicu_uset_openPattern(units, Int32(clamping: units.count), &status)
    }
  }
}

extension ICUCollator {
  /// Returns, as code points, the strings that collate differently from their characters one by
  /// one: contractions, and characters that depend on a prefix. `ucol_getContractionsAndExpansions`
  ///
  /// - Complexity: Some milliseconds: ICU goes through all its data.
  func contextualStrings() throws(ICUFailure) -> [[UInt32]] {
    guard let set = unsafe cicu_uset_openEmpty() else {
      throw ICUFailure(status: .memoryAllocation)
    }
    defer { unsafe cicu_uset_close(set) }
    try withICUStatus { status in
      unsafe cicu_ucol_getContractionsAndExpansions(pointer, set, nil, 1, &status)
    }
    return try unsafe ICUSet.items(of: set).strings
  }

  /// Returns the strings that the tailoring adds to root's; some may be root's own.
  func tailoredStrings() throws(ICUFailure) -> [[UInt32]] { try tailoring().strings }

  /// Returns the code points and the strings that the tailoring adds to root's.
  package func tailoring() throws(ICUFailure) -> (
    codePoints: [ClosedRange<UInt32>], strings: [[UInt32]]
  ) {
    let set = unsafe try openedByICU { status in
      unsafe cicu_ucol_getTailoredSet(pointer, &status)
    }
    defer { unsafe cicu_uset_close(set) }
    return try unsafe ICUSet.items(of: set)
  }
}
