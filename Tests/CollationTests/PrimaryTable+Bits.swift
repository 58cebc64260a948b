@testable import Collation

extension PrimaryTable {
  /// The first bits of a name's key, by the table alone; `nil` for a name that it cannot prove simple.
  func bits(of name: [UInt8]) -> [UInt64]? {
    name.withUnsafeBufferPointer { name in
      guard let first = PrimaryLevel(of: name, self, to: PrimaryKey())?.writer else { return nil }
      var bits = [first.high, first.low]
      for offset in Self.laterOffsets {
        let writer = LaterPrimaryKey(offset: offset)
        guard let later = PrimaryLevel(of: name, self, to: writer)?.writer else { return nil }
        bits.append(later.value)
      }
      return bits
    }
  }

  /// The same bits of the key that ICU makes.
  func bitsByICU(of name: [UInt8]) -> [UInt64] {
    let sortKey = name.withUnsafeBufferPointer { self.sortKey(of: $0) }
    let first = write(sortKey: sortKey, to: PrimaryKey())
    return [first.high, first.low]
      + Self.laterOffsets.map { write(sortKey: sortKey, to: LaterPrimaryKey(offset: $0)).value }
  }

  private static var laterOffsets: [Int] { [127, 127 + 63] }
}
