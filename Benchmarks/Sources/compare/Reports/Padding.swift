extension String {
  /// Itself with spaces after it, or before it, up to a width; no fewer than one.
  func padded(to width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: max(1, width - count))
    return atStart ? space + self : self + space
  }
}
