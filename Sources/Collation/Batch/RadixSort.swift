/// Sorts keys, and values along with them: least significant byte first, equal keys in the order they
/// have.
///
/// - Parameters:
///   - keys: The keys, sorted when this returns.
///   - values: The value of each key.
/// - Complexity: O(*n*) in the keys, one pass for each byte in which they differ; 12 bytes a key.
func radixSort(_ keys: inout [UInt64], _ values: inout [UInt32]) {
  let count = keys.count
  var histograms = [Int](repeating: 0, count: 8 * 256)
  unsafe keys.withUnsafeBufferPointer { keys in
    unsafe histograms.withUnsafeMutableBufferPointer { histograms in
      for position in 0..<count {
        var key = unsafe keys[position]
        for byte in 0..<8 {
          unsafe histograms[byte << 8 | Int(key & 0xFF)] += 1
          key >>= 8
        }
      }
    }
  }
  var otherKeys: [UInt64] = []
  var otherValues: [UInt32] = []
  for byte in 0..<8 {
    var places = Array(histograms[byte << 8..<(byte + 1) << 8])
    if places.contains(count) { continue }
    var start = 0
    for digit in places.indices {
      (places[digit], start) = (start, start + places[digit])
    }
    if otherKeys.isEmpty {
      otherKeys = [UInt64](repeating: 0, count: count)
      otherValues = [UInt32](repeating: 0, count: count)
    }
    deal(keys, values, byte: byte, to: &otherKeys, &otherValues, &places)
    swap(&keys, &otherKeys)
    swap(&values, &otherValues)
  }
}

/// One pass: deals the keys and values out to the places of their digits.
private func deal(
  _ keys: [UInt64], _ values: [UInt32], byte: Int, to otherKeys: inout [UInt64],
  _ otherValues: inout [UInt32], _ places: inout [Int]
) {
  let shift = UInt64(8 * byte)
  unsafe keys.withUnsafeBufferPointer { keys in
    unsafe values.withUnsafeBufferPointer { values in
      unsafe otherKeys.withUnsafeMutableBufferPointer { otherKeys in
        unsafe otherValues.withUnsafeMutableBufferPointer { otherValues in
          unsafe places.withUnsafeMutableBufferPointer { places in
            for position in keys.indices {
              let key = unsafe keys[position]
              let digit = Int(key >> shift & 0xFF)
              let place = unsafe places[digit]
              unsafe places[digit] = place + 1
              unsafe otherKeys[place] = key
              unsafe otherValues[place] = values[position]
            }
          }
        }
      }
    }
  }
}
