internal import Collation
public import CollationCHeader

/// `collation_display_keys` of collation.h.
@c @implementation
public func collation_display_keys(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ keysSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ keys: UnsafeMutablePointer<ArrowArray>?, _ sectionsSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ sections: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  unsafe markReleased(keysSchema, keys)
  unsafe markReleased(sectionsSchema, sections)
  return unsafe status(error) { () throws(CallError) in
    guard let open = unsafe OpenCollation.of(handle), let keysSchema = unsafe keysSchema,
      let keys = unsafe keys, unsafe (sectionsSchema == nil) == (sections == nil)
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let wantsSections = unsafe sections != nil
    let batch: KeyBatch
    switch names.names {
    case .utf8(let texts):
      batch = KeyBatch(names.count, isLarge: false, wantsSections)
      try batch.append(names.count) { open.collation.displayKeys(of: texts[$0]) }
    case .largeUTF8(let texts):
      batch = KeyBatch(names.count, isLarge: true, wantsSections)
      try batch.append(names.count) { open.collation.displayKeys(of: texts[$0]) }
    }
    let validity = names.validity.copied()
    unsafe ArrowOutput.give(
      count: names.count, format: batch.isLarge ? "Z" : "z", validity: validity,
      [batch.offsets, batch.bytes], to: keysSchema, keys)
    if let sectionNumbers = batch.sections, let sectionsSchema = unsafe sectionsSchema,
      let sections = unsafe sections
    {
      unsafe ArrowOutput.give(
        count: names.count, format: "i", validity: validity, [sectionNumbers], to: sectionsSchema,
        sections)
    }
  }
}

/// `collation_sections` of collation.h.
@c @implementation
public func collation_sections(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ sectionsSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ sections: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  unsafe markReleased(sectionsSchema, sections)
  return unsafe status(error) { () throws(CallError) in
    guard let open = unsafe OpenCollation.of(handle), let sectionsSchema = unsafe sectionsSchema,
      let sections = unsafe sections
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let buffer = ForeignBuffer(capacity: 4 * names.count)
    for piece in pieces(of: names.count) {
      let numbers =
        switch names.names {
        case .utf8(let texts): open.collation.sectionNumbers(of: texts[piece])
        case .largeUTF8(let texts): open.collation.sectionNumbers(of: texts[piece])
        }
      for number in numbers { buffer.append(Int32(truncatingIfNeeded: number)) }
    }
    unsafe ArrowOutput.give(
      count: names.count, format: "i", validity: names.validity.copied(), [buffer],
      to: sectionsSchema, sections)
  }
}

/// The keys of a batch as they are made.
private final class KeyBatch {
  let isLarge: Bool
  let offsets: ForeignBuffer
  let bytes: ForeignBuffer
  /// The numbers of the sections; `nil` if nobody wants them.
  let sections: ForeignBuffer?

  init(_ count: Int, isLarge: Bool, _ wantsSections: Bool) {
    self.isLarge = isLarge
    offsets = ForeignBuffer(capacity: (isLarge ? 8 : 4) * (count + 1))
    bytes = ForeignBuffer(capacity: 16 * count)
    sections = wantsSections ? ForeignBuffer(capacity: 4 * count) : nil
    appendOffset(0)
  }

  /// Appends the keys of all names, which are made piece by piece: those of a piece fit into the
  /// second cache, from which they are copied.
  func append(_ count: Int, _ keys: (Range<Int>) -> DisplayKeys) throws(CallError) {
    for piece in pieces(of: count) {
      let keys = keys(piece)
      if !isLarge && bytes.count + keys.bytes.count > Int(Int32.max) {
        throw CallError(
          COLLATION_TOO_LARGE,
          "the keys of \(count) names take 2 GiB or more: fewer names, or large_utf8, would work")
      }
      let start = bytes.count
      unsafe keys.bytes.withUnsafeBytes { unsafe bytes.append($0) }
      var keyStart = 0
      for end in keys.ends {
        appendOffset(start + end)
        if let sections {
          sections.append(Int32(keys.bytes[keyStart]) << 8 | Int32(keys.bytes[keyStart + 1]))
        }
        keyStart = end
      }
    }
  }

  @inline(__always)
  private func appendOffset(_ offset: Int) {
    if isLarge {
      offsets.append(Int64(offset))
    } else {
      offsets.append(Int32(truncatingIfNeeded: offset))
    }
  }
}

private func pieces(of count: Int) -> some Sequence<Range<Int>> {
  let size = 1 << 13
  return stride(from: 0, to: count, by: size).lazy.map { $0..<min(count, $0 + size) }
}

/// Marks structs as released, so that a caller who does not look at the status releases nothing.
private func markReleased(
  _ schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?
) {
  unsafe schema?.pointee.release = nil
  unsafe array?.pointee.release = nil
}
