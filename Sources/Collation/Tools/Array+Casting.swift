extension Array {
  /// Returns the array as an array of `Other`, for a generic caller whose element type may be just
  /// that; `nil` if it isn't. A cast would check every element.
  func cast<Other>(to _: Other.Type) -> [Other]? {
    Element.self == Other.self ? unsafe unsafeBitCast(self, to: [Other].self) : nil
  }
}
