internal import Synchronization

/// The sort keys that ICU has made for the long names of a list, so that each step that needs bits
/// of a key the table can't make finds them here.
struct LongKeys: ~Copyable, Sendable {
  /// Not private: Swift 6.3 would write a faulty module for a stored value of a private type.
  struct Kept {
    var keys: [Int: [UInt8]] = [:]
    var byteCount = 0
  }

  private let kept = Mutex(Kept())

  /// Returns a name's sort key at primary strength.
  ///
  /// - Parameter number: The name's number in the list.
  func sortKey(
    of number: Int, _ name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable
  ) -> [UInt8] {
    if name.count < Thresholds.longNameBytes { return unsafe table.sortKeyByICU(of: name) }
    if let key = kept.withLock({ $0.keys[number] }) { return key }
    let key = unsafe table.sortKeyByICU(of: name)
    kept.withLock {
      guard $0.byteCount + key.count <= Thresholds.keptKeyBytes else { return }
      $0.keys[number] = key
      $0.byteCount += key.count
    }
    return key
  }
}
