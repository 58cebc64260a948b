extension Array {
  /// The elements in another order, in which each number below `count` stands once.
  ///
  /// They are copied in the order they have, and the copies are moved: to count a reference where it
  /// lies in memory costs more than to move it.
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
