struct StringNames: NameSource {
  let strings: [String]

  init(strings: [String]) { self.strings = strings }

  /// Makes names of an array that a generic caller does not know to be one of strings; `nil` for
  /// another type.
  init?<Text: StringProtocol>(_ texts: [Text]) {
    guard Text.self == String.self else { return nil }
    // The types are the same; a cast would look at each element.
    strings = unsafe unsafeBitCast(texts, to: [String].self)
  }

  var count: Int { strings.count }
  var byteCount: Int { strings.reduce(0) { $0 + $1.utf8.count } }

  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    unsafe strings.withUnsafeBufferPointer { body(unsafe Names(strings: $0)) }
  }

  /// Returns the strings in another order, as the type that `init(_:)` took. Moving each string by
  /// the generic type would take longer.
  func permuted<Text: StringProtocol>(by order: [Int], as _: Text.Type) -> [Text] {
    precondition(Text.self == String.self)
    return unsafe unsafeBitCast(strings.permuted(by: order), to: [Text].self)
  }

  /// In bounds because a name's number is less than the count of the strings.
  @safe
  struct Names: NameReader {
    fileprivate let strings: UnsafeBufferPointer<String>

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      var string = unsafe strings[number]
      return string.withUTF8 { unsafe body($0) }
    }
  }
}

extension String {
  /// Calls `body` with the UTF-8 bytes in place, or with those of a copy if the string has none.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8 { unsafe body($0) }
  }
}
