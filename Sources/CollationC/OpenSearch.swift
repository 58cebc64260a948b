internal import Collation
public import CollationCHeader
internal import CollationFiling

/// What a `collation_search` refers to.
private final class OpenSearch: Sendable {
  let search: NameSearch
  let nulls: Nulls?

  init(_ names: ArrowNames, by collator: Collator) throws(CollationError) {
    search = try NameSearch(names.shown, by: collator)
    nulls = names.nulls
  }
}

/// `collation_search_open` of collation.h.
@c @implementation
public func collation_search_open(
  _ handle: OpaquePointer?, _ namesSchema: UnsafePointer<ArrowSchema>?,
  _ names: UnsafePointer<ArrowArray>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  unsafe result?.pointee = nil
  func open() throws(CallError) {
    guard let open = unsafe OpenCollation.of(handle), let result = unsafe result else {
      throw CallError.nullPointer
    }
    let names = try unsafe ArrowNames(namesSchema, names)
    let opened = try call { () throws(CollationError) in
      try OpenSearch(names, by: open.collator)
    }
    let search = unsafe Unmanaged.passRetained(opened)
    unsafe result.pointee = OpaquePointer(search.toOpaque())
  }
  return unsafe status(of: open, to: error)
}

/// `collation_search_close` of collation.h.
@c @implementation
public func collation_search_close(_ handle: OpaquePointer?) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<OpenSearch>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// `collation_search_find` of collation.h.
@c @implementation
public func collation_search_find(
  _ handle: OpaquePointer?, _ typed: UnsafePointer<CChar>?, _ length: Int64,
  _ indicesSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ indices: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func find() throws(CallError) {
    unsafe markReleased(indicesSchema, indices)
    guard let handle = unsafe handle, let indicesSchema = unsafe indicesSchema,
      let indices = unsafe indices
    else { throw CallError.nullPointer }
    let open = unsafe Unmanaged<OpenSearch>.fromOpaque(UnsafeRawPointer(handle))
      .takeUnretainedValue()
    let typed = try unsafe text(typed, length)
    let found = try call { () throws(CollationError) in try open.search.matches(typed) }
    let numbers = ForeignBuffer(capacity: 8 * found.count)
    var count = 0
    for match in found where open.nulls?.contains(match.number) != true {
      numbers.append(Int64(match.number))
      count += 1
    }
    unsafe ArrowOutput.give(
      count: count, format: "l", nulls: nil, [numbers], to: indicesSchema, indices)
  }
  return unsafe status(of: find, to: error)
}
