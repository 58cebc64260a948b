/// Writes the keys of many names, one after another.
///
/// Safe because the table that is borrowed is kept beside.
@safe
struct KeyWriter: Sendable {
  private let collator: Collator
  /// `nil` before enough names have been seen.
  private let table: CollatorTable?
  /// The table, to be read without counting references to it: the counts would be the one thing
  /// that all workers write for each name, and two of them would be slower than one.
  private let borrowedTable: Unmanaged<CollatorTable>?
  /// The sections that display keys begin with; `nil` for sort keys.
  private let lookup: SectionLookup?

  init(_ collator: Collator, _ table: CollatorTable?, _ lookup: SectionLookup?) {
    (self.collator, self.table, self.lookup) = (collator, table, lookup)
    unsafe borrowedTable = table.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Appends the key of a name: by the table, or by ICU where the table cannot prove the name
  /// simple.
  @inline(__always)
  func append(_ name: UnsafeBufferPointer<UInt8>, to keys: inout KeyList) {
    keys.append { bytes in
      let start = bytes.count
      if lookup != nil { for _ in 0..<SectionLookup.numberLength { bytes.append(0) } }
      if unsafe !appendKeyByTable(of: name, to: &bytes) {
        collator.storage.icu.appendSortKey(of: unsafe Span(_unsafeElements: name), to: &bytes)
      }
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe lookup?.writeNumber(in: UnsafeMutableBufferPointer(rebasing: bytes[start...]))
      }
    }
  }

  /// Returns whether it could.
  @inline(__always)
  private func appendKeyByTable(
    of name: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Bool {
    guard let table = unsafe borrowedTable else { return false }
    return unsafe table._withUnsafeGuaranteedRef {
      unsafe $0.appendSortKey(of: name, to: &bytes)
    }
  }
}
