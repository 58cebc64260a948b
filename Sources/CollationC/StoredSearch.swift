internal import Collation
public import CollationCHeader
internal import CollationFiling

/// `collation_search_keys` of collation.h.
@c @implementation
public func collation_search_keys(
  _ texts: UnsafePointer<collation_text>?, _ count: Int64, _ each: collation_key_function?,
  _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func giveKeys() throws(CallError) {
    guard let each = unsafe each else { throw CallError.nullPointer }
    let texts = try unsafe strings(texts, count)
    for key in try call({ () throws(CollationError) in try NameSearch.keys(of: texts) }) {
      let result = unsafe key.withUnsafeBufferPointer { key in
        unsafe each(context, key.baseAddress, Int64(key.count))
      }
      if result != 0 { return }
    }
  }
  return unsafe status(of: giveKeys, to: error)
}

/// `collation_search_ranges` of collation.h.
@c @implementation
public func collation_search_ranges(
  _ handle: OpaquePointer?, _ query: UnsafePointer<CChar>?, _ length: Int64,
  _ each: collation_range_function?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func giveRanges() throws(CallError) {
    guard let open = unsafe OpenCollation.of(handle), let each = unsafe each else {
      throw CallError.nullPointer
    }
    for range in try open.query(try unsafe text(query, length)).ranges {
      let result = unsafe range.lower.withUnsafeBufferPointer { lower in
        unsafe range.upper.withUnsafeBufferPointer { upper in
          unsafe each(
            context, lower.baseAddress, Int64(lower.count), upper.baseAddress, Int64(upper.count))
        }
      }
      if result != 0 { return }
    }
  }
  return unsafe status(of: giveRanges, to: error)
}

/// `collation_search_rank` of collation.h.
@c @implementation
public func collation_search_rank(
  _ handle: OpaquePointer?, _ query: UnsafePointer<CChar>?, _ length: Int64,
  _ texts: UnsafePointer<collation_text>?, _ count: Int64, _ rank: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func findRank() throws(CallError) {
    guard let open = unsafe OpenCollation.of(handle), let rank = unsafe rank else {
      throw CallError.nullPointer
    }
    let query = try open.query(try unsafe text(query, length))
    let found = query.rank(of: try unsafe strings(texts, count))
    unsafe rank.pointee = found.map { Int32($0.value) } ?? -1
  }
  return unsafe status(of: findRank, to: error)
}

extension OpenCollation {
  fileprivate func query(_ text: String) throws(CallError) -> StoredQuery {
    try call { () throws(CollationError) in
      try queries.value(for: text) { () throws(CollationError) in
        try StoredQuery(text, by: collator)
      }
    }
  }
}

/// Returns the texts of a name. In bounds because the caller vouches for the count.
private func strings(
  _ texts: UnsafePointer<collation_text>?, _ count: Int64
) throws(CallError) -> [String] {
  guard count >= 0 else {
    throw CallError(COLLATION_INVALID_ARGUMENT, "text_count is \(count): expected 0 or more")
  }
  var strings: [String] = []
  for place in 0..<Int(count) {
    guard let each = unsafe texts?[place] else { throw CallError.nullPointer }
    strings.append(try unsafe text(each.bytes, each.length))
  }
  return strings
}
