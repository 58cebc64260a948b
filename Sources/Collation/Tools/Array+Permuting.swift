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
    var permuted: [Element] = []
    // The initializer that fills an array by a closure looks up its type first.
    permuted.append(addingCapacity: count) { output in
      for number in order { unsafe output.append(copies.moveElement(from: number)) }
    }
    return permuted
  }

  /// Does the same on the caller's actor, and lets other tasks run meanwhile.
  ///
  /// - Throws: `CancellationError` if the task is canceled before the elements are moved.
  nonisolated(nonsending) func permuted(inTurnsBy order: [Int]) async throws -> [Element] {
    let copies = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    defer { unsafe copies.deallocate() }
    var turn = Turn()
    for slice in order.indices.slices(of: Turn.elements) {
      if Task.isCancelled {
        unsafe copies[..<slice.lowerBound].deinitialize()
        throw CancellationError()
      }
      _ = unsafe copies[slice].initialize(fromContentsOf: self[slice])
      await turn.pass()
    }
    var permuted: [Element] = []
    permuted.reserveCapacity(count)
    for slice in order.indices.slices(of: Turn.elements) {
      permuted.append(addingCapacity: slice.count) { output in
        for position in slice { unsafe output.append(copies.moveElement(from: order[position])) }
      }
      await turn.pass()
    }
    return permuted
  }
}
