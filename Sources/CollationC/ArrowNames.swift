internal import Collation
internal import CollationCHeader

/// The names of an Arrow array, in place.
///
/// In bounds because the buffers hold `offset + length` names by Arrow's specification, for which
/// the caller vouches, and the offsets are checked.
@safe
struct ArrowNames {
  enum Names {
    case utf8(ForeignNames<Int32>)
    case largeUTF8(ForeignNames<Int64>)
  }

  let names: Names
  let nulls: Nulls?

  /// - Throws: A ``CallError`` if the array does not hold names or violates Arrow's specification.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?
  ) throws(CallError) {
    guard let schema = unsafe schema?.pointee, let array = unsafe array?.pointee else {
      throw CallError.nullPointer
    }
    guard unsafe schema.release != nil && array.release != nil else {
      throw Self.invalid("the array or its schema has been released already")
    }
    let isLarge = try unsafe Self.isLarge(schema)
    let (start, count) = unsafe (Int(array.offset), Int(array.length))
    guard (0...Self.mostNames).contains(start), (0...Self.mostNames).contains(count) else {
      throw Self.invalid("the offset \(start) or the length \(count) of the array is out of range")
    }
    guard unsafe array.n_buffers == 3, let buffers = unsafe array.buffers else {
      throw Self.invalid("expected an array of strings, which has 3 buffers")
    }
    nulls = unsafe Nulls(array.null_count == 0 ? nil : buffers[0], start..<start + count)
    let (offsets, bytes) = unsafe (buffers[1], buffers[2])
    names =
      try isLarge
      ? .largeUTF8(unsafe Self.names(bytes, offsets, start, count))
      : .utf8(unsafe Self.names(bytes, offsets, start, count))
  }

  /// More names than fit into any memory.
  private static let mostNames = 1 << 48

  var count: Int {
    switch names {
    case .utf8(let names): names.count
    case .largeUTF8(let names): names.count
    }
  }

  var isLarge: Bool { if case .largeUTF8 = names { true } else { false } }

  func list(of range: Range<Int>) -> NameList {
    switch names {
    case .utf8(let names): NameList(source: .foreign(names[range]))
    case .largeUTF8(let names): NameList(source: .largeForeign(names[range]))
    }
  }

  private static func isLarge(_ schema: ArrowSchema) throws(CallError) -> Bool {
    let format = unsafe schema.format.flatMap { unsafe String(validatingCString: $0) } ?? ""
    if unsafe schema.dictionary != nil {
      throw invalid("the array is dictionary-encoded: decode it first")
    }
    switch format {
    case "u", "z": return false
    case "U", "Z": return true
    case "vu", "vz":
      throw invalid("the array is a view array ('\(format)'): cast it to large_utf8")
    case "+s":
      throw invalid("the array is a struct array ('+s'), such as a table: pass one column")
    default:
      throw invalid("the array's format is '\(format)': expected utf8 or large_utf8 ('u' or 'U')")
    }
  }

  private static func names<Offset>(
    _ bytes: UnsafeRawPointer?, _ offsets: UnsafeRawPointer?, _ start: Int, _ count: Int
  ) throws(CallError) -> ForeignNames<Offset> {
    // An array without names may have no buffers.
    var offsetBuffer = unsafe UnsafeBufferPointer<Offset>(start: nil, count: 0)
    if count > 0 {
      guard let offsets = unsafe offsets else { throw invalid("the array has no offsets buffer") }
      guard Int(bitPattern: offsets) % MemoryLayout<Offset>.alignment == 0 else {
        throw invalid("the array's offsets buffer is not aligned")
      }
      let first = unsafe offsets.assumingMemoryBound(to: Offset.self)
      unsafe offsetBuffer = UnsafeBufferPointer(start: first + start, count: count + 1)
    }
    // Names without bytes may come without a buffer. Any pointer will do, as it is never read.
    let end = unsafe offsetBuffer.last ?? 0
    guard let bytes = unsafe bytes ?? (end == 0 ? UnsafeRawPointer(bitPattern: 1) : nil) else {
      throw invalid("the array has no data buffer")
    }
    guard
      let names = unsafe ForeignNames(
        bytes: bytes.assumingMemoryBound(to: UInt8.self), offsets: offsetBuffer)
    else {
      throw invalid("the offsets of the array are negative or decreasing")
    }
    return names
  }

  private static func invalid(_ message: String) -> CallError {
    CallError(COLLATION_INVALID_ARRAY, message)
  }
}

/// Which names are null.
///
/// In bounds because the bitmap has a bit for each name, for which the caller vouches.
struct Nulls {
  /// A bit for each name: set if the name is not null.
  let validity: [UInt8]
  let count: Int

  /// - Parameters:
  ///   - bits: Arrow's bitmap.
  ///   - range: The bits that belong to the names.
  /// - Returns: `nil` if no name is null.
  init?(_ bits: UnsafeRawPointer?, _ range: Range<Int>) {
    guard let bits = unsafe bits else { return nil }
    var validity = [UInt8](repeating: 0, count: (range.count + 7) / 8)
    var count = 0
    for (place, bit) in range.enumerated() {
      if unsafe bits.load(fromByteOffset: bit >> 3, as: UInt8.self) >> UInt8(bit & 7) & 1 != 0 {
        validity[place >> 3] |= 1 << UInt8(place & 7)
      } else {
        count += 1
      }
    }
    if count == 0 { return nil }
    (self.validity, self.count) = (validity, count)
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool { validity[number >> 3] >> UInt8(number & 7) & 1 == 0 }
}
