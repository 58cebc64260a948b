/// Writes the keys of many names, one after another.
struct KeyWriter: Sendable {
  let collator: Collator
  /// `nil` before enough names have been seen.
  let table: CollatorTable?
  /// The sections that display keys begin with; `nil` for sort keys.
  let lookup: SectionLookup?

  /// Appends the key of a name: by the table, or by ICU where the table cannot prove the name
  /// simple.
  @inline(__always)
  func append(_ name: UnsafeBufferPointer<UInt8>, to keys: inout KeyList) {
    keys.append { bytes in
      let start = bytes.count
      if lookup != nil { for _ in 0..<SectionLookup.numberLength { bytes.append(0) } }
      if unsafe table?.appendSortKey(of: name, to: &bytes) != true {
        collator.storage.icu.appendSortKey(of: unsafe Span(_unsafeElements: name), to: &bytes)
      }
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe lookup?.writeNumber(in: UnsafeMutableBufferPointer(rebasing: bytes[start...]))
      }
    }
  }
}
