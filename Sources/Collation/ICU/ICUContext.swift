internal import CICU
internal import CICUCxx

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
    return try unsafe Self.items(of: set).strings
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
    return try unsafe Self.items(of: set)
  }

  private static func items(
    of set: OpaquePointer
  ) throws(ICUFailure) -> (codePoints: [ClosedRange<UInt32>], strings: [[UInt32]]) {
    // A set whose allocation failed is empty, and ICU reports no status.
    if unsafe cicu_set_isBogus(UnsafeRawPointer(set)) {
      throw ICUFailure(status: .memoryAllocation)
    }
    let items = unsafe try ICUSet.items(of: set)
    return (items.ranges, items.strings.map { $0.scalars.map(\.value) })
  }
}
