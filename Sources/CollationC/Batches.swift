internal import Collation
public import CollationCHeader
internal import Synchronization

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
    let batch = try KeyBatch(of: names, sections: unsafe sections != nil, open.threads) {
      open.collation.listKeys(of: $0).keys
    }
    unsafe batch.giveKeys(to: keysSchema, keys)
    if let sectionsSchema = unsafe sectionsSchema, let sections = unsafe sections {
      unsafe batch.giveSections(to: sectionsSchema, sections)
    }
  }
  return unsafe status(of: makeKeys, to: error)
}

/// `collation_sort_keys` of collation.h.
@c @implementation
public func collation_sort_keys(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ keysSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ keys: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func makeKeys() throws(CallError) {
    try unsafe checkApart(namesSchema, [keysSchema], names, [keys])
    unsafe markReleased(keysSchema, keys)
    guard let open = unsafe OpenCollation.of(handle), let keysSchema = unsafe keysSchema,
      let keys = unsafe keys
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let batch = try KeyBatch(of: names, sections: false, open.threads) {
      open.collator.sortKeys(of: $0).keys
    }
    unsafe batch.giveKeys(to: keysSchema, keys)
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
    var found: [Int] = []
    try forEachPiece(of: names, open.threads) {
      open.collation.sectionNumbers(of: $0)
    } do: { _, sections in
      found += sections
    }
    let numbers = ForeignBuffer(capacity: 4 * names.count)
    if let rows = names.numbers {
      for row in rows { numbers.append(row < 0 ? 0 : Int32(truncatingIfNeeded: found[row])) }
    } else {
      for section in found { numbers.append(Int32(truncatingIfNeeded: section)) }
    }
    unsafe ArrowOutput.give(
      count: names.count, format: "i", nulls: names.nulls, [numbers], to: sectionsSchema, sections)
  }
  return unsafe status(of: findSections, to: error)
}

/// `collation_sorted_indices` of collation.h.
@c @implementation
public func collation_sorted_indices(
  _ handle: OpaquePointer?, _ order: Int32, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ indicesSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ indices: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func sort() throws(CallError) {
    try unsafe checkApart(namesSchema, [indicesSchema], names, [indices])
    unsafe markReleased(indicesSchema, indices)
    guard let open = unsafe OpenCollation.of(handle), let indicesSchema = unsafe indicesSchema,
      let indices = unsafe indices
    else { throw CallError.nullPointer }
    let names = try unsafe ArrowNames(namesSchema, names)
    let sorted =
      switch Int(order) {
      case COLLATION_BY_SORT_KEY:
        open.collator.sortedIndices(of: names.list, threads: open.threads)
      case COLLATION_BY_LIST_KEY: open.collation.listOrder(of: names.list, threads: open.threads)
      default:
        throw CallError(
          COLLATION_INVALID_ARGUMENT,
          "the order is \(order): expected COLLATION_BY_SORT_KEY or COLLATION_BY_LIST_KEY")
      }
    let numbers = ForeignBuffer(capacity: 8 * names.count)
    if let nulls = names.nulls {
      for number in sorted where !nulls.contains(number) { numbers.append(Int64(number)) }
      for number in 0..<names.count where nulls.contains(number) { numbers.append(Int64(number)) }
    } else {
      for number in sorted { numbers.append(Int64(number)) }
    }
    unsafe ArrowOutput.give(
      count: names.count, format: "l", nulls: nil, [numbers], to: indicesSchema, indices)
  }
  return unsafe status(of: sort, to: error)
}

/// Calls `take` with the results for pieces of an array's distinct names, in order. They are made
/// by several threads if the collation may use more than one.
func forEachPiece<Result: Sendable>(
  of names: ArrowNames, _ threads: Int, _ make: @escaping @Sendable (NameList) -> Result,
  do take: (Range<Int>, Result) throws(CallError) -> Void
) throws(CallError) {
  // The keys that a single thread makes for a piece fit into the L2 cache. Starting a thread takes
  // as long as making some hundred keys.
  let size = threads == 1 ? 1 << 13 : 1 << 16
  let count = names.distinctCount
  var start = 0
  while start < count {
    let starts = Array(stride(from: start, to: min(count, start + threads * size), by: size))
    let pieces = starts.map { $0..<min(count, $0 + size) }
    if pieces.count == 1 {
      try take(pieces[0], make(names.distinct(pieces[0])))
    } else {
      let results = Mutex<[Int: Result]>([:])
      withThreads(pieces.count) { number in
        let result = make(names.distinct(pieces[number]))
        results.withLock { $0[number] = result }
      }
      for (number, piece) in pieces.enumerated() {
        if let result = results.withLock({ $0.removeValue(forKey: number) }) {
          try take(piece, result)
        }
      }
    }
    start = pieces[pieces.count - 1].upperBound
  }
}

/// Refuses structs that a call would both read and write, or write twice: their old contents could
/// never be released.
func checkApart(
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
func markReleased(
  _ schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?
) {
  unsafe schema?.pointee.release = nil
  unsafe array?.pointee.release = nil
}
