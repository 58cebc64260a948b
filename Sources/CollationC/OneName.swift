internal import Collation
public import CollationCHeader
internal import CollationFiling

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

/// `collation_key_of_parts` of collation.h.
@c @implementation
public func collation_key_of_parts(
  _ handle: OpaquePointer?, _ order: Int32, _ parts: UnsafePointer<collation_parts>?,
  _ key: UnsafeMutablePointer<UInt8>?, _ capacity: Int64
) -> Int64 {
  guard let open = unsafe OpenCollation.of(handle), let parts = unsafe parts?.pointee,
    unsafe key != nil || capacity <= 0, let name = unsafe NameList(parts)
  else { return -1 }
  let bytes: [UInt8]
  switch Int(order) {
  case COLLATION_BY_SORT_KEY: bytes = open.collator.sortKeys(of: name).keys.bytes
  case COLLATION_BY_LIST_KEY: bytes = open.collation.listKeys(of: name).keys.bytes
  default: return -1
  }
  unsafe key?.update(from: bytes, count: max(0, min(bytes.count, Int(capacity))))
  return Int64(bytes.count)
}

extension NameList {
  /// Makes a list of one name, or `nil` if a part is invalid. In bounds because the caller vouches
  /// for the count and the bytes.
  fileprivate init?(_ parts: collation_parts) {
    guard unsafe parts.text_count >= 0, unsafe parts.texts != nil || parts.text_count == 0 else {
      return nil
    }
    func record(_ text: collation_text) -> UTF8Records? {
      unsafe withBytes(text.bytes, text.length) { bytes in
        var record = UTF8Records()
        unsafe bytes.withUnsafeBufferPointer { unsafe record.append(utf8: $0) }
        return record
      }
    }
    var fields: [UTF8Records] = []
    for place in unsafe 0..<Int(parts.text_count) {
      guard let field = unsafe record(parts.texts[place]) else { return nil }
      fields.append(field)
    }
    guard let sortAs = unsafe record(parts.sort_as), let reading = unsafe record(parts.reading),
      let language = unsafe record(parts.language)
    else { return nil }
    self.init(
      shown: UTF8Records(), fields: fields, sortAs: sortAs, readings: reading,
      languages: language)
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
