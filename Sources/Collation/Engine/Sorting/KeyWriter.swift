/// Writes the keys of many names, one after another: by the table, or by ICU where the table cannot
/// prove a name simple.
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

  /// Appends the keys of names.
  @inline(__always)
  func append(_ numbers: Range<Int>, of names: some NameReader, to keys: inout KeyList) {
    var rest = numbers
    while !rest.isEmpty {
      if let table = unsafe borrowedTable {
        unsafe table._withUnsafeGuaranteedRef { append(&rest, of: names, by: $0, to: &keys) }
      }
      if let name = rest.popFirst() { unsafe names.withName(name) { unsafe append($0, to: &keys) } }
    }
  }

  /// Appends keys by the table, as long as there is memory for them, and takes away the numbers of
  /// their names.
  @inline(__always)
  private func append(
    _ numbers: inout Range<Int>, of names: some NameReader, by table: CollatorTable,
    to keys: inout KeyList
  ) {
    keys.append(atMost: numbers.count) { bytes, ends, offset in
      unsafe bytes.withUnsafeMutableBufferPointer { memory, byteCount in
        var rest = unsafe UnsafeMutableBufferPointer(rebasing: memory[byteCount...])
        let room = rest.count
        for name in numbers {
          let length = unsafe names.withName(name) {
            unsafe table.writeKey(of: $0, by: lookup, to: rest)
          }
          guard let length, let start = rest.baseAddress else { break }
          unsafe rest = UnsafeMutableBufferPointer(
            start: start + length, count: rest.count &- length)
          ends.append(offset &+ room &- rest.count)
        }
        byteCount += room - rest.count
      }
      numbers = numbers.dropFirst(ends.count)
    }
  }

  /// Appends the key of a name.
  @inline(__always)
  func append(_ name: UnsafeBufferPointer<UInt8>, to keys: inout KeyList) {
    keys.append { bytes in
      if unsafe appendKeyByTable(of: name, to: &bytes) { return }
      let start = bytes.count
      if lookup != nil { for _ in 0..<SectionLookup.numberLength { bytes.append(0) } }
      collator.storage.icu.appendSortKey(of: unsafe Span(_unsafeElements: name), to: &bytes)
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe lookup?.complete(UnsafeMutableBufferPointer(rebasing: bytes[start...]))
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
      unsafe $0.appendKey(of: name, by: lookup, to: &bytes)
    }
  }
}
