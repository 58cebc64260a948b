import Floors
import Names

/// The memory that the floors work in.
final class FloorMemory {
  private let input: [UInt64]
  private var keys: [UInt64]
  private var payloads: [UInt32]
  private var spareKeys: [UInt64]
  private var sparePayloads: [UInt32]
  private var bytes: [UInt8]

  init(_ names: Names) {
    var generator = SystemRandomNumberGenerator()
    input = (0..<names.count).map { _ in generator.next() }
    keys = input
    payloads = Array(0..<UInt32(names.count))
    spareKeys = [UInt64](repeating: 1, count: names.count)
    sparePayloads = [UInt32](repeating: 1, count: names.count)
    bytes = [UInt8](repeating: 1, count: names.bytes.count)
  }

  /// Makes the numbers random again.
  func refill() {
    for (place, key) in input.enumerated() { keys[place] = key }
  }

  func radixSort() {
    floor_radix_sort(&keys, &payloads, &spareKeys, &sparePayloads, Int64(input.count))
  }

  func copy(_ names: Names) { floor_copy(&bytes, names.bytes, Int64(names.bytes.count)) }
}
