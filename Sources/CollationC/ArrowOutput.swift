internal import Collation
internal import CollationCHeader

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The buffers of an Arrow array made by the library, which the array's consumer releases.
///
/// In bounds because there is a pointer for each buffer.
@safe
final class ArrowOutput {
  /// Kept alive for the consumer, which reads them through `pointers`.
  private let buffers: [ForeignBuffer?]
  private let pointers: UnsafeMutablePointer<UnsafeRawPointer?>

  private init(_ buffers: [ForeignBuffer?]) {
    self.buffers = buffers
    let pointers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
    for (place, buffer) in buffers.enumerated() {
      unsafe (pointers + place).initialize(to: UnsafeRawPointer(buffer?.start))
    }
    unsafe self.pointers = pointers
  }

  deinit { unsafe pointers.deallocate() }

  static func give(
    count: Int, format: StaticString, nulls: Nulls?,
    _ buffers: [ForeignBuffer], to schema: UnsafeMutablePointer<ArrowSchema>,
    _ array: UnsafeMutablePointer<ArrowArray>
  ) {
    let validity = nulls.map { nulls in
      let buffer = ForeignBuffer(capacity: nulls.validity.count)
      unsafe nulls.validity.withUnsafeBytes { unsafe buffer.append($0) }
      return buffer
    }
    let output = ArrowOutput([validity] + buffers)
    unsafe array.initialize(to: ArrowArray())
    unsafe array.pointee.length = Int64(count)
    unsafe array.pointee.null_count = Int64(nulls?.count ?? 0)
    unsafe array.pointee.n_buffers = Int64(1 + buffers.count)
    unsafe array.pointee.buffers = output.pointers
    unsafe array.pointee.private_data = Unmanaged.passRetained(output).toOpaque()
    unsafe array.pointee.release = { array in
      guard let array = unsafe array, let output = unsafe array.pointee.private_data else { return }
      unsafe Unmanaged<ArrowOutput>.fromOpaque(output).release()
      unsafe array.pointee.private_data = nil
      unsafe array.pointee.release = nil
    }
    // The schema's strings live as long as the program.
    unsafe schema.initialize(to: ArrowSchema())
    unsafe schema.pointee.format = UnsafeRawPointer(format.utf8Start)
      .assumingMemoryBound(to: CChar.self)
    let name: StaticString = ""
    unsafe schema.pointee.name = UnsafeRawPointer(name.utf8Start)
      .assumingMemoryBound(to: CChar.self)
    unsafe schema.pointee.flags = Int64(ARROW_FLAG_NULLABLE)
    unsafe schema.pointee.release = { schema in unsafe schema?.pointee.release = nil }
  }
}

/// A growing buffer of bytes, or of contiguous numbers.
///
/// In bounds because `append` makes room before it writes, and reading checks the range.
@safe
final class ForeignBuffer {
  private(set) var start: UnsafeMutableRawPointer
  private(set) var count = 0
  private var capacity: Int

  /// Makes room for some bytes. The memory comes from `malloc`, so it can grow without a copy.
  init(capacity: Int) {
    self.capacity = max(64, capacity)
    guard let start = unsafe malloc(self.capacity) else { fatalError("out of memory for an array") }
    unsafe self.start = start
    unsafe HugePages.advise(start, byteCount: self.capacity)
  }

  deinit { unsafe free(start) }

  func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    if let source = bytes.baseAddress {
      unsafe (start + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  @inline(__always)
  func append<Number: BitwiseCopyable>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)
    unsafe (start + count).storeBytes(of: number, as: Number.self)
    count &+= MemoryLayout<Number>.size
  }

  subscript<Number: BitwiseCopyable>(number: Int, as _: Number.Type) -> Number {
    let size = MemoryLayout<Number>.size
    precondition(number >= 0 && (number + 1) * size <= count)
    return unsafe start.load(fromByteOffset: number * size, as: Number.self)
  }

  /// Valid while the buffer lives and doesn't grow.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  @inline(__always)
  private func reserve(_ byteCount: Int) {
    if capacity &- count < byteCount { grow(count + byteCount) }
  }

  @inline(never)
  private func grow(_ least: Int) {
    capacity = max(least, capacity + capacity / 2)
    guard let larger = unsafe realloc(start, capacity) else {
      fatalError("out of memory for an array")
    }
    unsafe start = larger
    unsafe HugePages.advise(start, byteCount: capacity)
  }
}
