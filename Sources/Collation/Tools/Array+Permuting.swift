extension Array {
  /// Returns the elements in another order, which contains each number below `count` once.
  ///
  /// The elements are copied in their current order, and the copies are moved: counting references
  /// to a distant element costs more than moving it. In bounds because the order repeats no number,
  /// and every number is below the count.
  func permuted(by order: [Int]) -> [Element] {
    let copies = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    defer { unsafe copies.deallocate() }
    _ = unsafe copies.initialize(from: self)
    var permuted: [Element] = []
    // The initializer that fills an array by a closure would first look up its type.
    permuted.append(addingCapacity: count) { output in
      for number in order { unsafe output.append(copies.moveElement(from: number)) }
    }
    return permuted
  }

  /// Permutes on the caller's actor, letting other tasks run meanwhile.
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

  /// Returns the array as an array of `Other`, for a generic caller whose element type may be just
  /// that; `nil` if it isn't. A cast would check every element.
  func cast<Other>(to _: Other.Type) -> [Other]? {
    Element.self == Other.self ? unsafe unsafeBitCast(self, to: [Other].self) : nil
  }
}
