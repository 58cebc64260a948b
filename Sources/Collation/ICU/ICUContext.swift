internal import CICU
internal import CICUCxx

extension ICUCollator {
  /// Returns the strings that collate differently from their characters one by one, as code points:
  /// contractions, and characters after a prefix that they read.
  /// `ucol_getContractionsAndExpansions`
  ///
  /// - Complexity: Some milliseconds: ICU goes through all its data.
  package func contextualStrings() throws(ICUFailure) -> [[UInt32]] {
    guard let set = unsafe cicu_set_open() else { throw ICUFailure(status: .memoryAllocation) }
    defer { unsafe cicu_set_close(set) }
    try withICUStatus { status in
      unsafe withPointer { unsafe cicu_collator_contractions($0, set, nil, 1, &status) }
    }
    return try unsafe Self.strings(in: set)
  }

  /// Returns the strings that the tailoring adds to root's; they may include some of root's too.
  /// `ucol_getTailoredSet`
  ///
  /// - Complexity: O(*n*) in the characters that are tailored.
  func tailoredStrings() throws(ICUFailure) -> [[UInt32]] {
    let set = unsafe try openedByICU { status in
      unsafe withPointer { unsafe cicu_collator_tailored($0, &status) }
    }
    defer { unsafe cicu_set_close(set) }
    return try unsafe Self.strings(in: set)
  }

  private static func strings(in set: OpaquePointer) throws(ICUFailure) -> [[UInt32]] {
    // A set whose allocation failed is empty, and ICU reports no status for it.
    if unsafe cicu_set_isBogus(UnsafeRawPointer(set)) {
      throw ICUFailure(status: .memoryAllocation)
    }
    var strings: [[UInt32]] = []
    var units = [CICUUTF16](repeating: 0, count: 64)
    for item in 0..<(unsafe cicu_set_itemCount(set)) {
      var (first, last): (Int32, Int32) = (0, 0)
      let length = try withICUStatus { status in
        unsafe cicu_set_item(set, item, &first, &last, &units, Int32(units.count), &status)
      }
      // Items of length 0 are ranges of code points.
      if length > 0 {
        let string = String(decoding: units.prefix(Int(length)), as: UTF16.self)
        strings.append(string.unicodeScalars.map(\.value))
      }
    }
    return strings
  }
}
