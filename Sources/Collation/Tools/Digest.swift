/// A number that different values rarely share: 64-bit FNV-1a (Fowler, Noll, Vo). Unlike Swift's
/// own hashes, it is stable across processes.
package struct Digest {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds bytes and their count, which marks where they end.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    var count: UInt64 = 0
    for byte in bytes {
      add(byte: byte)
      count += 1
    }
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: count >> UInt64(shift)))
    }
  }

  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The eight bytes, the most significant first.
  package var bytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
  }

  package var text: String { Hexadecimal.text(of: bytes) }
}
