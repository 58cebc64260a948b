/// Names of elements, copied one after another to one piece of memory: strings of their own would lie
/// all over it, and each look at one would count references.
struct NameArena {
  private var bytes: [UInt8] = []
  private var offsets: [Int] = [0]

  init(capacity: Int) { offsets.reserveCapacity(capacity + 1) }

  mutating func append(_ name: String) {
    bytes.append(contentsOf: name.utf8)
    offsets.append(bytes.count)
  }

  /// Calls `body` with the names, which stay where they are for as long.
  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        body(unsafe Names(bytes: bytes, offsets: offsets))
      }
    }
  }

  /// Unchecked because the memory is only read.
  @safe
  struct Names: BatchNames, @unchecked Sendable {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let offsets: UnsafeBufferPointer<Int>

    var count: Int { unsafe offsets.count - 1 }

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      let range = unsafe offsets[number]..<offsets[number + 1]
      return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}
