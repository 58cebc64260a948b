internal import Collation
internal import CollationCHeader

/// `collation_section` of collation.h.
@c @implementation
public func collation_section(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64
) -> Int32 {
  guard let open = unsafe OpenCollation.of(handle) else { return -1 }
  return unsafe withBytes(name, length) { Int32(open.collation.section(forUTF8: $0)) } ?? -1
}

/// `collation_list_key` of collation.h.
@c @implementation
public func collation_list_key(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64,
  _ key: UnsafeMutablePointer<UInt8>?, _ capacity: Int64
) -> Int64 {
  guard let open = unsafe OpenCollation.of(handle) else { return -1 }
  return unsafe writeKey(name, length, key, capacity) { name, output in
    open.collation.appendListKey(forUTF8: name, to: &output)
  }
}

/// `collation_sort_key` of collation.h.
@c @implementation
public func collation_sort_key(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int64,
  _ key: UnsafeMutablePointer<UInt8>?, _ capacity: Int64
) -> Int64 {
  guard let open = unsafe OpenCollation.of(handle) else { return -1 }
  return unsafe writeKey(name, length, key, capacity) { name, output in
    open.collator.appendSortKey(forUTF8: name, to: &output)
  }
}

/// `collation_compare` of collation.h.
@c @implementation
public func collation_compare(
  _ handle: OpaquePointer?, _ first: UnsafePointer<CChar>?, _ firstLength: Int64,
  _ second: UnsafePointer<CChar>?, _ secondLength: Int64
) -> Int32 {
  guard let open = unsafe OpenCollation.of(handle) else { return -2 }
  let result = unsafe withBytes(first, firstLength) { first in
    unsafe withBytes(second, secondLength) { second in
      open.collator.compare(utf8: first, second)
    }
  }
  return switch result ?? nil {
  case .less: -1
  case .equal: 0
  case .greater: 1
  case nil: -2
  }
}

/// Calls `body` with the bytes of a text; returns `nil` if it is missing or the length is negative.
/// The caller vouches for the bytes.
@inline(__always)
private func withBytes<Result>(
  _ text: UnsafePointer<CChar>?, _ length: Int64, _ body: (Span<UInt8>) -> Result
) -> Result? {
  guard length >= 0, unsafe text != nil || length == 0 else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(length))
  return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body(Span(_unsafeElements: $0)) }
}

/// Writes a key to the caller's memory. In bounds because a span knows its capacity, for which the
/// caller vouches.
@inline(__always)
private func writeKey(
  _ name: UnsafePointer<CChar>?, _ length: Int64, _ key: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int64, _ append: (Span<UInt8>, inout OutputSpan<UInt8>) -> Int
) -> Int64 {
  if unsafe key == nil && capacity > 0 { return -1 }
  let memory = unsafe UnsafeMutableBufferPointer(start: key, count: max(0, Int(capacity)))
  return unsafe withBytes(name, length) { name in
    var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    return Int64(append(name, &output))
  } ?? -1
}

/// Returns a text of the caller's, with U+FFFD in place of ill-formed UTF-8, as in collation. The
/// caller vouches for the bytes.
func text(_ bytes: UnsafePointer<CChar>?, _ length: Int64) throws(CallError) -> String {
  guard length >= 0 else {
    throw CallError(COLLATION_INVALID_ARGUMENT, "the length is \(length): expected 0 or more")
  }
  guard unsafe bytes != nil || length == 0 else { throw CallError.nullPointer }
  return unsafe String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
}
