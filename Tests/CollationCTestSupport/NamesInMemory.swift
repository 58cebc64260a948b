import CollationCHeader

/// An Arrow array of names as a program in C would make it. Nothing of it is the library's.
package final class NamesInMemory<Offset: FixedWidthInteger> {
  package let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  package let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
  private var memory: [UnsafeMutableRawPointer] = []
  private var kept: [AnyObject] = []

  /// - Parameters:
  ///   - format: Arrow's word for the type.
  ///   - offset: The first names are not part of the array.
  package init(_ names: [[UInt8]?], format: String, offset: Int = 0) {
    var (bytes, offsets): ([UInt8], [Offset]) = ([], [0])
    var validity = [UInt8](repeating: 0, count: names.count / 8 + 1)
    for (number, name) in names.enumerated() {
      // What a null has is arbitrary.
      bytes += name ?? Array("null".utf8)
      offsets.append(Offset(bytes.count))
      if name != nil { validity[number / 8] |= 1 << UInt8(number % 8) }
    }
    schema.initialize(to: ArrowSchema())
    schema.pointee.format = text(format)
    schema.pointee.release = { $0?.pointee.release = nil }
    array.initialize(to: ArrowArray())
    array.pointee.length = Int64(names.count - offset)
    array.pointee.offset = Int64(offset)
    // Not counted yet, as the specification allows.
    array.pointee.null_count = -1
    array.pointee.n_buffers = 3
    let buffers: [UnsafeRawPointer?] = [
      UnsafeRawPointer(copy(validity)), UnsafeRawPointer(copy(offsets)),
      UnsafeRawPointer(copy(bytes)),
    ]
    array.pointee.buffers = copy(buffers)
    array.pointee.release = { $0?.pointee.release = nil }
  }

  deinit {
    for pointer in memory { pointer.deallocate() }
    schema.deallocate()
    array.deallocate()
  }

  /// Keeps an array that this one refers to.
  package func keep(_ array: AnyObject) { kept.append(array) }

  package func text(_ text: String) -> UnsafePointer<CChar> {
    UnsafePointer(copy(Array(text.utf8CString)))
  }

  /// A copy that lives as long as the array.
  package func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    copy.initialize(from: elements, count: elements.count)
    memory.append(UnsafeMutableRawPointer(copy))
    return copy
  }
}
