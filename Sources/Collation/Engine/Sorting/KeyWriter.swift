/// Writes the keys of many names, one after another: from the table, or from ICU if the table
/// cannot prove a name simple.
///
/// Safe because the borrowed table is also retained. In bounds because only bytes already written
/// are complemented.
@safe
struct KeyWriter: Sendable {
  private let collator: Collator
  /// `nil` until enough names have been seen.
  private let table: CollatorTable?
  /// The table, read without reference counting: all workers would write the count for each name,
  /// and two workers would be slower than one.
  private let borrowedTable: Unmanaged<CollatorTable>?
  /// The sections with which list keys begin; `nil` for sort keys.
  private let lookup: SectionLookup?

  init(_ collator: Collator, _ table: CollatorTable?, _ lookup: SectionLookup?) {
    (self.collator, self.table, self.lookup) = (collator, table, lookup)
    unsafe borrowedTable = table.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Appends the keys of names.
  @inline(__always)
  func append(_ numbers: Range<Int>, of names: Names.Reader, to keys: inout KeyList) {
    var rest = numbers
    while !rest.isEmpty {
      if let table = unsafe borrowedTable {
        unsafe table._withUnsafeGuaranteedRef { append(&rest, of: names, by: $0, to: &keys) }
      }
      if let name = rest.popFirst() { append(name, of: names, to: &keys) }
    }
  }

  /// Appends keys from the table until one can't be made or finds no room, and removes the numbers
  /// of their names.
  @inline(__always)
  private func append(
    _ numbers: inout Range<Int>, of names: Names.Reader, by table: CollatorTable,
    to keys: inout KeyList
  ) {
    keys.append(atMost: numbers.count) { bytes, ends, offset in
      unsafe bytes.withUnsafeMutableBufferPointer { memory, byteCount in
        var rest = unsafe UnsafeMutableBufferPointer(rebasing: memory[byteCount...])
        let room = rest.count
        for name in numbers {
          let length = unsafe writeKey(of: name, of: names, by: table, to: rest)
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

  /// Writes a name's key, followed by the shown text's sort key if that text differs.
  ///
  /// - Returns: The number of bytes; `nil` if the table cannot prove a text simple, or there isn't
  ///   enough room.
  @inline(__always)
  private func writeKey(
    of name: Int, of names: Names.Reader, by table: CollatorTable,
    to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard let length = unsafe table.writeKey(of: names[name], by: lookup, to: memory) else {
      return nil
    }
    guard let shown = unsafe names.shown(name) else { return length }
    let rest = unsafe UnsafeMutableBufferPointer(rebasing: memory[length...])
    guard let shownLength = unsafe table.writeKey(of: shown, by: nil, to: rest) else { return nil }
    if isDescending {
      unsafe ListKeyFormat.complement(UnsafeMutableBufferPointer(rebasing: rest[..<shownLength]))
    }
    return length + shownLength
  }

  /// Whether the bytes of keys are complemented.
  private var isDescending: Bool { lookup?.isDescending ?? false }

  /// Appends a name's key, followed by the shown text's sort key if that text differs.
  func append(_ name: Int, of names: Names.Reader, to keys: inout KeyList) {
    keys.append { bytes in
      unsafe append(names[name], lookup, to: &bytes)
      guard let shown = unsafe names.shown(name) else { return }
      let start = bytes.count
      unsafe append(shown, nil, to: &bytes)
      if isDescending {
        unsafe bytes.withUnsafeMutableBufferPointer {
          unsafe ListKeyFormat.complement(UnsafeMutableBufferPointer(rebasing: $0[start...]))
        }
      }
    }
  }

  @inline(__always)
  private func append(
    _ name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup?, to bytes: inout [UInt8]
  ) {
    if unsafe appendKeyByTable(of: name, lookup, to: &bytes) { return }
    let start = bytes.count
    if lookup != nil { for _ in 0..<ListKeyFormat.sectionLength { bytes.append(0) } }
    collator.storage.icu.appendSortKey(of: unsafe Span(_unsafeElements: name), to: &bytes)
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe lookup?.complete(UnsafeMutableBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Appends a key from the table. Returns whether it succeeded.
  @inline(__always)
  private func appendKeyByTable(
    of name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup?, to bytes: inout [UInt8]
  ) -> Bool {
    guard let table = unsafe borrowedTable else { return false }
    return unsafe table._withUnsafeGuaranteedRef {
      unsafe $0.appendKey(of: name, by: lookup, to: &bytes)
    }
  }
}
