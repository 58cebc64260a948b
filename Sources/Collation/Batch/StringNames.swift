/// Strings as names, where they are.
struct StringNames: BatchSource {
  let strings: [String]

  var count: Int { strings.count }
  var byteCount: Int { strings.reduce(0) { $0 + $1.utf8.count } }

  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    unsafe strings.withUnsafeBufferPointer { body(unsafe Names(strings: $0)) }
  }

  @safe
  struct Names: BatchNames {
    fileprivate let strings: UnsafeBufferPointer<String>

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      var string = unsafe strings[number]
      return string.withUTF8 { unsafe body($0) }
    }
  }
}
