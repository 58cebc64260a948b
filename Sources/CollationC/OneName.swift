internal import Collation
internal import CollationCHeader

/// `collation_section` of collation.h.
@c @implementation
public func collation_section(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64
) -> Int32 {
  let section = unsafe withName(handle, name, length) { Int64($0.section(forUTF8: $1)) }
  return Int32(section ?? -1)
}

/// `collation_list_key` of collation.h. In bounds because the key is written only if all of it
/// fits.
@c @implementation
public func collation_list_key(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64,
  _ key: UnsafeMutablePointer<UInt8>?, _ capacity: Int64
) -> Int64 {
  if unsafe key == nil && capacity > 0 { return -1 }
  return unsafe withName(handle, name, length) { collation, name in
    let bytes = collation.listKey(forUTF8: name).bytes
    if let key = unsafe key, bytes.count <= capacity {
      unsafe key.update(from: Array(bytes), count: bytes.count)
    }
    return Int64(bytes.count)
  } ?? -1
}

/// Calls `body` with the collation and the name; returns `nil` if either is missing or the length
/// is negative. The caller vouches for the bytes.
private func withName(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64,
  _ body: (LocalizedIndexedCollation, Span<UInt8>) -> Int64
) -> Int64? {
  guard let open = unsafe OpenCollation.of(handle), length >= 0, unsafe name != nil || length == 0
  else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: name, count: Int(length))
  return unsafe bytes.withMemoryRebound(to: UInt8.self) {
    unsafe body(open.collation, Span(_unsafeElements: $0))
  }
}
