internal import Collation
internal import CollationCHeader

/// The texts of an Arrow array of strings, of views, or of either through a dictionary.
///
/// In bounds because the buffers hold `offset + length` elements by Arrow's specification, for
/// which the caller vouches, and offsets, views and indices are checked.
@safe
struct ArrowTexts {
  enum Texts {
    /// Texts that are read in place; texts of views are copied first.
    case names(Names)
    /// The texts of a dictionary that are in use, copied, and which of them each row has: -1 for
    /// null.
    case dictionary(UTF8Records, numbers: [Int])
  }

  let texts: Texts
  /// Whether results get 64-bit offsets, as they do unless the texts have 32-bit ones.
  let isLarge: Bool
  let nulls: Nulls?
  let count: Int

  /// - Parameters:
  ///   - rows: The rows to read; `nil` for all.
  ///   - name: What error messages call the array.
  /// - Throws: A ``CallError`` if the array doesn't hold texts or violates Arrow's specification.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?,
    rows: Range<Int>? = nil, of name: String = "the array"
  ) throws(CallError) {
    let read = try unsafe ArrowHead(schema, array, rows: rows, of: name)
    let (schema, array) = unsafe (read.schema, read.array)
    count = read.rows.count
    if unsafe schema.dictionary != nil {
      (texts, nulls) = try unsafe Self.dictionary(schema, array, read)
      isLarge = true
      return
    }
    nulls = read.nulls
    isLarge = read.format != "u" && read.format != "z"
    switch read.format {
    case "u", "z": texts = .names(try unsafe Self.texts(Int32.self, array, read))
    case "U", "Z": texts = .names(try unsafe Self.texts(Int64.self, array, read))
    case "vu", "vz": texts = .names(Names(try unsafe Self.views(array, read)))
    case "+s":
      throw read.invalid("is a struct array ('+s'), which cannot be a child or a dictionary")
    default:
      throw read.invalid(
        "has the format '\(read.format)': expected utf8, large_utf8, string_view or binary ('u', "
          + "'U', 'vu', 'z'), a dictionary of these, or structs of names ('+s')")
    }
  }

  /// The texts of all rows, empty for null.
  var records: UTF8Records {
    let records =
      switch texts {
      case .names(let names): names.records
      case .dictionary(let records, let numbers): records.rows(numbers)
      }
    guard let nulls else { return records }
    return UTF8Records(
      bytes: records.bytes,
      places: records.ranges.enumerated().map { nulls.contains($0.offset) ? 0..<0 : $0.element })
  }

  private static func texts<Offset: FixedWidthInteger>(
    _: Offset.Type, _ array: ArrowArray, _ read: ArrowHead
  ) throws(CallError) -> Names {
    guard unsafe array.n_buffers == 3, let buffers = unsafe array.buffers else {
      throw read.invalid("does not have the 3 buffers of an array of strings")
    }
    let (count, offsets, bytes) = unsafe (read.rows.count, buffers[1], buffers[2])
    // An array without names may have no buffers.
    var offsetBuffer = unsafe UnsafeBufferPointer<Offset>(start: nil, count: 0)
    if count > 0 {
      guard let offsets = unsafe offsets else { throw read.invalid("has no offsets buffer") }
      guard Int(bitPattern: offsets) % MemoryLayout<Offset>.alignment == 0 else {
        throw read.invalid("has an offsets buffer that is not aligned")
      }
      let first = unsafe offsets.assumingMemoryBound(to: Offset.self)
      unsafe offsetBuffer = UnsafeBufferPointer(
        start: first + read.rows.lowerBound, count: count + 1)
    }
    // Names without bytes may come without a buffer. Any pointer will do, as it is never read.
    let end = unsafe offsetBuffer.last ?? 0
    guard let bytes = unsafe bytes ?? (end == 0 ? UnsafeRawPointer(bitPattern: 1) : nil) else {
      throw read.invalid("has no data buffer")
    }
    guard
      let names = unsafe Names(
        foreignBytes: bytes.assumingMemoryBound(to: UInt8.self), offsets: offsetBuffer)
    else {
      throw read.invalid("has negative or decreasing offsets")
    }
    return names
  }

  // MARK: Views

  /// A view has the length of its text in 4 bytes, then the text itself if it takes at most 12,
  /// otherwise its first 4 bytes, the number of a data buffer and the offset in it.
  private static let (viewLength, inlineLength) = (16, 12)

  private static func views(
    _ array: ArrowArray, _ read: ArrowHead
  ) throws(CallError) -> UTF8Records {
    let others = 3  // the bitmap, the views, and the lengths of the data buffers
    guard unsafe array.n_buffers >= others, let buffers = unsafe array.buffers else {
      throw read.invalid("has fewer than the 3 buffers of a view array")
    }
    let dataCount = unsafe Int(array.n_buffers) - others
    let (views, lengths) = unsafe (buffers[1], buffers[2 + dataCount])
    var records = UTF8Records()
    // A length without a buffer can't be trusted with memory.
    if unsafe views != nil {
      records.reserveCapacity(records: read.rows.count, bytes: 16 * read.rows.count)
    }
    for (row, place) in read.rows.enumerated() {
      if read.nulls?.contains(row) == true {
        records.append(utf8: EmptyCollection<UInt8>())
        continue
      }
      guard let views = unsafe views else { throw read.invalid("has no views buffer") }
      let view = unsafe views + viewLength * place
      let length = unsafe Int(view.loadUnaligned(as: Int32.self))
      var bytes = unsafe UnsafeRawBufferPointer(start: view + 4, count: 0)
      if length > inlineLength {
        let number = unsafe Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
        let offset = unsafe Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
        guard (0..<dataCount).contains(number), let lengths = unsafe lengths,
          let data = unsafe buffers[2 + number],
          let all = unsafe Int(
            exactly: lengths.loadUnaligned(fromByteOffset: 8 * number, as: Int64.self)),
          offset >= 0, offset + length <= all
        else { throw read.invalid("has a view of bytes that are in none of its buffers") }
        unsafe bytes = UnsafeRawBufferPointer(start: data + offset, count: length)
      } else if length >= 0 {
        unsafe bytes = UnsafeRawBufferPointer(start: view + 4, count: length)
      } else {
        throw read.invalid("has a view of \(length) bytes")
      }
      unsafe records.append(utf8: bytes)
    }
    return records
  }

  // MARK: Dictionaries

  private static func dictionary(
    _ schema: ArrowSchema, _ array: ArrowArray, _ read: ArrowHead
  ) throws(CallError) -> (Texts, Nulls?) {
    guard unsafe array.n_buffers == 2, let buffers = unsafe array.buffers else {
      throw read.invalid("does not have the 2 buffers of a dictionary's indices")
    }
    let name = "the dictionary of \(read.name)"
    guard unsafe schema.dictionary.pointee.dictionary == nil else {
      throw read.invalid("has a dictionary by a dictionary: expected one of texts")
    }
    let dictionary = try unsafe ArrowTexts(schema.dictionary, array.dictionary, of: name)
    let indices = unsafe buffers[1]
    var taken = TakenTexts(from: dictionary)
    switch read.format {
    case "c": try unsafe taken.take(indices, Int8.self, read)
    case "C": try unsafe taken.take(indices, UInt8.self, read)
    case "s": try unsafe taken.take(indices, Int16.self, read)
    case "S": try unsafe taken.take(indices, UInt16.self, read)
    case "i": try unsafe taken.take(indices, Int32.self, read)
    case "I": try unsafe taken.take(indices, UInt32.self, read)
    case "l": try unsafe taken.take(indices, Int64.self, read)
    case "L": try unsafe taken.take(indices, UInt64.self, read)
    default:
      throw read.invalid("has indices of the format '\(read.format)': expected integers")
    }
    let numbers = taken.numbers
    return (
      .dictionary(taken.records, numbers: numbers),
      Nulls(count: numbers.count) { numbers[$0] < 0 }
    )
  }

  /// The texts of a dictionary that rows refer to, in order of first use. A slice of a column may
  /// have a dictionary far longer than the slice.
  private struct TakenTexts {
    private let dictionary: ArrowTexts
    private(set) var records = UTF8Records()
    private(set) var numbers: [Int] = []
    /// The number in `records` of each text, or -1.
    private var taken: [Int]

    init(from dictionary: ArrowTexts) {
      self.dictionary = dictionary
      taken = [Int](repeating: -1, count: dictionary.count)
    }

    mutating func take<Index: FixedWidthInteger & BitwiseCopyable>(
      _ indices: UnsafeRawPointer?, _: Index.Type, _ read: ArrowHead
    ) throws(CallError) {
      if unsafe indices != nil { numbers.reserveCapacity(read.rows.count) }
      for (row, place) in read.rows.enumerated() {
        if read.nulls?.contains(row) == true {
          numbers.append(-1)
          continue
        }
        guard let indices = unsafe indices else { throw read.invalid("has no indices") }
        let index = unsafe indices.loadUnaligned(
          fromByteOffset: MemoryLayout<Index>.size * place, as: Index.self)
        guard let number = Int(exactly: index), taken.indices.contains(number) else {
          throw read.invalid(
            "has the index \(index), and its dictionary \(taken.count) texts")
        }
        if dictionary.nulls?.contains(number) == true {
          numbers.append(-1)
          continue
        }
        if taken[number] < 0 {
          taken[number] = records.count
          append(number)
        }
        numbers.append(taken[number])
      }
    }

    private mutating func append(_ number: Int) {
      switch dictionary.texts {
      case .names(let names): names.read { unsafe records.append(utf8: $0[number]) }
      case .dictionary(let texts, _): records.append(utf8: texts[number])
      }
    }
  }
}

/// What all Arrow arrays have: a format, the rows to read, and which rows are null.
///
/// In bounds because a bitmap has a bit for each row by Arrow's specification, for which the caller
/// vouches.
@safe
struct ArrowHead {
  let schema: ArrowSchema
  let array: ArrowArray
  let name: String
  let format: String
  /// The positions of the rows in the buffers.
  let rows: Range<Int>
  let nulls: Nulls?

  /// - Parameters:
  ///   - rows: The rows to read, counted from the array's offset; `nil` for all.
  ///   - name: What error messages call the array.
  init(
    _ schema: UnsafePointer<ArrowSchema>?, _ array: UnsafePointer<ArrowArray>?,
    rows: Range<Int>? = nil, of name: String
  ) throws(CallError) {
    guard let schema = unsafe schema?.pointee, let array = unsafe array?.pointee else {
      throw CallError.nullPointer
    }
    guard unsafe schema.release != nil && array.release != nil else {
      throw CallError(
        COLLATION_INVALID_ARRAY, "\(name) or its schema has been released already")
    }
    unsafe (self.schema, self.array) = unsafe (schema, array)
    self.name = name
    format = unsafe schema.format.flatMap { unsafe String(validatingCString: $0) } ?? ""
    let (start, count) = unsafe (Int(array.offset), Int(array.length))
    guard (0...Self.mostRows).contains(start), (0...Self.mostRows).contains(count) else {
      throw CallError(
        COLLATION_INVALID_ARRAY,
        "the offset \(start) or the length \(count) of \(name) is out of range")
    }
    let wanted = rows ?? 0..<count
    guard wanted.upperBound <= count else {
      throw CallError(
        COLLATION_INVALID_ARRAY, "\(name) has \(count) rows: expected \(wanted.upperBound)")
    }
    let places = start + wanted.lowerBound..<start + wanted.upperBound
    self.rows = places
    guard unsafe array.null_count != 0, unsafe array.n_buffers > 0,
      let bits = unsafe array.buffers?[0]
    else {
      nulls = nil
      return
    }
    nulls = Nulls(count: places.count) { row in
      let bit = places.lowerBound + row
      return unsafe bits.load(fromByteOffset: bit >> 3, as: UInt8.self) >> UInt8(bit & 7) & 1 == 0
    }
  }

  /// More rows than fit into any memory.
  private static let mostRows = 1 << 48

  func invalid(_ message: String) -> CallError {
    CallError(COLLATION_INVALID_ARRAY, "\(name) \(message)")
  }
}

/// Which rows are null.
struct Nulls {
  /// A bit for each row, set if the row isn't null.
  let validity: [UInt8]
  let count: Int

  /// - Returns: `nil` if no row is null.
  init?(count rows: Int, isNull: (Int) -> Bool) {
    var validity = [UInt8](repeating: 0, count: (rows + 7) / 8)
    var count = 0
    for row in 0..<rows {
      if isNull(row) {
        count += 1
      } else {
        validity[row >> 3] |= 1 << UInt8(row & 7)
      }
    }
    if count == 0 { return nil }
    (self.validity, self.count) = (validity, count)
  }

  @inline(__always)
  func contains(_ row: Int) -> Bool { validity[row >> 3] >> UInt8(row & 7) & 1 == 0 }
}

extension UTF8Records {
  /// The records with these numbers, which share the bytes; empty for -1.
  fileprivate func rows(_ numbers: [Int]) -> UTF8Records {
    UTF8Records(bytes: bytes, places: numbers.map { $0 < 0 ? 0..<0 : ranges[$0] })
  }
}
