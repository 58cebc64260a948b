import CollationCHeader

/// A pair of structs that the library fills, read as its consumer would.
package final class TakenArray {
  package let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  package let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)

  package init() {
    schema.initialize(to: ArrowSchema())
    array.initialize(to: ArrowArray())
  }

  deinit {
    array.pointee.release?(array)
    schema.pointee.release?(schema)
    schema.deallocate()
    array.deallocate()
  }

  package var format: String { String(cString: schema.pointee.format) }

  private func isValid(_ number: Int) -> Bool {
    guard let bits = array.pointee.buffers[0]?.assumingMemoryBound(to: UInt8.self) else {
      return true
    }
    return bits[number / 8] >> UInt8(number % 8) & 1 == 1
  }

  package var int32s: [Int?] {
    (0..<Int(array.pointee.length)).map { number in
      let numbers = array.pointee.buffers[1]!.assumingMemoryBound(to: Int32.self)
      return isValid(number) ? Int(numbers[number]) : nil
    }
  }

  package var int64s: [Int] {
    let count = Int(array.pointee.length)
    if count == 0 { return [] }
    let numbers = array.pointee.buffers[1]!.assumingMemoryBound(to: Int64.self)
    return (0..<count).map { Int(numbers[$0]) }
  }

  /// The bytes of all binaries, also of those that are null.
  package func byteCount<Offset: FixedWidthInteger>(_: Offset.Type) -> Int {
    Int(array.pointee.buffers[1]!.assumingMemoryBound(to: Offset.self)[Int(array.pointee.length)])
  }

  package func binaries<Offset: FixedWidthInteger>(_: Offset.Type) -> [[UInt8]?] {
    let offsets = array.pointee.buffers[1]!.assumingMemoryBound(to: Offset.self)
    let bytes = array.pointee.buffers[2]!.assumingMemoryBound(to: UInt8.self)
    return (0..<Int(array.pointee.length)).map { number in
      guard isValid(number) else { return nil }
      return (Int(offsets[number])..<Int(offsets[number + 1])).map { bytes[$0] }
    }
  }
}
