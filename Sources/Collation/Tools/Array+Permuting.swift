extension Array {
  /// Returns the elements in another order, in which each number below `count` stands once.
  ///
  /// The elements are copied in their current order, and the copies are moved: counting a reference
  /// of a distant element costs more than moving the element. In bounds because the order has no
  /// number twice, and no number that is not below the count.
  func permuted(by order: [Int]) -> [Element] {
    let copies = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    defer { unsafe copies.deallocate() }
    _ = unsafe copies.initialize(from: self)
    return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      for (position, number) in order.enumerated() {
        unsafe (buffer.baseAddress! + position).moveInitialize(
          from: copies.baseAddress! + number, count: 1)
      }
      initialized = order.count
    }
  }
}
