internal import Collation
public import CollationCHeader

/// `collation_list_keys` of collation.h.
@c @implementation
public func collation_list_keys(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ keysSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ keys: UnsafeMutablePointer<ArrowArray>?, _ sectionsSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ sections: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func makeKeys() throws(CallError) {
    try unsafe checkApart(namesSchema, [keysSchema, sectionsSchema], names, [keys, sections])
    unsafe markReleased(keysSchema, keys)
    unsafe markReleased(sectionsSchema, sections)
    guard let open = unsafe OpenCollation.of(handle), let keysSchema = unsafe keysSchema,
      let keys = unsafe keys, unsafe (sectionsSchema == nil) == (sections == nil)
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let batch = KeyBatch(names, makesSections: unsafe sections != nil)
    try batch.makeKeys { open.collation.listKeys(of: names.list(of: $0)) }
    unsafe ArrowOutput.give(
      count: names.count, format: batch.isLarge ? "Z" : "z", nulls: names.nulls,
      [batch.offsets, batch.bytes], to: keysSchema, keys)
    if let numbers = batch.sections, let sectionsSchema = unsafe sectionsSchema,
      let sections = unsafe sections
    {
      unsafe ArrowOutput.give(
        count: names.count, format: "i", nulls: names.nulls, [numbers], to: sectionsSchema,
        sections)
    }
  }
  return unsafe status(of: makeKeys, to: error)
}

/// `collation_sections` of collation.h.
@c @implementation
public func collation_sections(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ sectionsSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ sections: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func findSections() throws(CallError) {
    try unsafe checkApart(namesSchema, [sectionsSchema], names, [sections])
    unsafe markReleased(sectionsSchema, sections)
    guard let open = unsafe OpenCollation.of(handle), let sectionsSchema = unsafe sectionsSchema,
      let sections = unsafe sections
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let numbers = ForeignBuffer(capacity: 4 * names.count)
    for piece in pieces(of: names.count) {
      let found = open.collation.sectionNumbers(of: names.list(of: piece))
      for number in found { numbers.append(Int32(truncatingIfNeeded: number)) }
    }
    unsafe ArrowOutput.give(
      count: names.count, format: "i", nulls: names.nulls, [numbers], to: sectionsSchema, sections)
  }
  return unsafe status(of: findSections, to: error)
}

private final class KeyBatch {
  let isLarge: Bool
  let offsets: ForeignBuffer
  let bytes = ForeignBuffer(capacity: 1 << 16)
  let sections: ForeignBuffer?
  private let count: Int
  private let nulls: Nulls?

  init(_ names: ArrowNames, makesSections: Bool) {
    (count, nulls, isLarge) = (names.count, names.nulls, names.isLarge)
    offsets = ForeignBuffer(capacity: (isLarge ? 8 : 4) * (count + 1))
    sections = makesSections ? ForeignBuffer(capacity: 4 * count) : nil
    appendOffset(0)
  }

  /// Appends the keys of all names, made piece by piece: the keys of a piece fit into the L2 cache
  /// and are copied from there.
  func makeKeys(_ keys: (Range<Int>) -> KeyArray<ListKey>) throws(CallError) {
    for piece in pieces(of: count) {
      let keys = keys(piece)
      if !isLarge && bytes.count + keys.bytes.count > Int(Int32.max) {
        throw CallError(
          COLLATION_TOO_LARGE,
          "the keys of \(count) names take 2 GiB or more: pass fewer names, or large_utf8")
      }
      if let nulls { append(keys, piece, nulls) } else { append(keys) }
      if let sections {
        var start = 0
        for end in keys.keys.ends {
          sections.append(Int32(ListKeyFormat.section(keys.bytes[start], keys.bytes[start + 1])))
          start = end
        }
      }
    }
  }

  private func append(_ keys: KeyArray<ListKey>) {
    let start = bytes.count
    unsafe keys.bytes.withUnsafeBytes { unsafe bytes.append($0) }
    for end in keys.keys.ends { appendOffset(start + end) }
  }

  /// Appends keys, except those of nulls: nobody may see the bytes behind a null.
  private func append(_ keys: KeyArray<ListKey>, _ piece: Range<Int>, _ nulls: Nulls) {
    unsafe keys.bytes.withUnsafeBytes { keyBytes in
      var start = 0
      for (name, end) in zip(piece, keys.keys.ends) {
        if !nulls.contains(name) {
          unsafe bytes.append(UnsafeRawBufferPointer(rebasing: keyBytes[start..<end]))
        }
        appendOffset(bytes.count)
        start = end
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

/// Refuses structs that a call would both read and write, or write twice: their old contents could
/// no longer be released.
private func checkApart(
  _ schema: UnsafePointer<ArrowSchema>?, _ outputSchemas: [UnsafeMutablePointer<ArrowSchema>?],
  _ array: UnsafePointer<ArrowArray>?, _ outputs: [UnsafeMutablePointer<ArrowArray>?]
) throws(CallError) {
  let addresses =
    [UInt(bitPattern: schema), UInt(bitPattern: array)]
    + (unsafe outputSchemas.map { UInt(bitPattern: $0) })
    + (unsafe outputs.map { UInt(bitPattern: $0) })
  let structs = addresses.filter { $0 != 0 }
  if Set(structs).count < structs.count {
    throw CallError(
      COLLATION_INVALID_ARGUMENT,
      "a struct is passed for two arguments: pass a separate one for each")
  }
}

/// Marks structs as released, so a caller that ignores the status releases nothing.
private func markReleased(
  _ schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?
) {
  unsafe schema?.pointee.release = nil
  unsafe array?.pointee.release = nil
}
