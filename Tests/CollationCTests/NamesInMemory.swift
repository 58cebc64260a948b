import CollationCHeader

/// An Arrow array of names as a program in C would make it. Nothing of it is the library's.
final class NamesInMemory<Offset: FixedWidthInteger> {
  let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
  private var memory: [UnsafeMutableRawPointer] = []

  /// - Parameters:
  ///   - format: Arrow's word for the type.
  ///   - offset: The first names are not part of the array.
  init(_ names: [[UInt8]?], format: String, offset: Int = 0) {
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

  func text(_ text: String) -> UnsafePointer<CChar> {
    UnsafePointer(copy(Array(text.utf8CString)))
  }

  /// A copy that lives as long as the array.
  func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    copy.initialize(from: elements, count: elements.count)
    memory.append(UnsafeMutableRawPointer(copy))
    return copy
  }
}

/// A pair of structs that the library fills, read as its consumer would.
final class TakenArray {
  let schema = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
  let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)

  init() {
    schema.initialize(to: ArrowSchema())
    array.initialize(to: ArrowArray())
  }

  deinit {
    array.pointee.release?(array)
    schema.pointee.release?(schema)
    schema.deallocate()
    array.deallocate()
  }

  var format: String { String(cString: schema.pointee.format) }

  private func isValid(_ number: Int) -> Bool {
    guard let bits = array.pointee.buffers[0]?.assumingMemoryBound(to: UInt8.self) else {
      return true
    }
    return bits[number / 8] >> UInt8(number % 8) & 1 == 1
  }

  var int32s: [Int?] {
    (0..<Int(array.pointee.length)).map { number in
      let numbers = array.pointee.buffers[1]!.assumingMemoryBound(to: Int32.self)
      return isValid(number) ? Int(numbers[number]) : nil
    }
  }

  func binaries<Offset: FixedWidthInteger>(_: Offset.Type) -> [[UInt8]?] {
    let offsets = array.pointee.buffers[1]!.assumingMemoryBound(to: Offset.self)
    let bytes = array.pointee.buffers[2]!.assumingMemoryBound(to: UInt8.self)
    return (0..<Int(array.pointee.length)).map { number in
      guard isValid(number) else { return nil }
      return (Int(offsets[number])..<Int(offsets[number + 1])).map { bytes[$0] }
    }
  }
}

/// A handle that is closed at the end.
final class Handle: @unchecked Sendable {
  let pointer: OpaquePointer?
  let status: Int32
  let message: String

  init(_ locale: String?, _ options: [String] = []) {
    var handle: OpaquePointer?
    var error = collation_error()
    let texts = options.map { Array($0.utf8CString) }
    let pointers = texts.map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      copy.initialize(from: text, count: text.count)
      return UnsafePointer<CChar>?(UnsafePointer(copy))
    }
    defer { for pointer in pointers { pointer?.deallocate() } }
    status = pointers.withUnsafeBufferPointer { options in
      if let locale {
        return collation_open(locale, options.baseAddress, Int32(options.count), &handle, &error)
      }
      return collation_open(nil, options.baseAddress, Int32(options.count), &handle, &error)
    }
    pointer = handle
    message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  deinit { collation_close(pointer) }
}
