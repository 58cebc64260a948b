/// Names of elements, copied one after another to one piece of memory: strings of their own would lie
/// all over it, and each look at one would count references.
struct NameArena: BatchSource {
  private var bytes: [UInt8] = []
  private var offsets: [Int] = [0]

  init(capacity: Int) { offsets.reserveCapacity(capacity + 1) }

  var count: Int { offsets.count - 1 }
  var byteCount: Int { bytes.count }

  mutating func append(_ name: String) {
    var name = name
    name.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    offsets.append(bytes.count)
  }

  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe offsets.withUnsafeBufferPointer { offsets in
        body(unsafe Names(bytes: bytes, offsets: offsets))
      }
    }
  }

  @safe
  struct Names: BatchNames {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let offsets: UnsafeBufferPointer<Int>

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      let range = unsafe offsets[number]..<offsets[number + 1]
      return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }
}
