extension Array {
  /// Returns the array as one of another type, which a generic caller doesn't know to be its own;
  /// `nil` if it is not. A cast would look at each element.
  func cast<Other>(to _: Other.Type) -> [Other]? {
    Element.self == Other.self ? unsafe unsafeBitCast(self, to: [Other].self) : nil
  }
}
