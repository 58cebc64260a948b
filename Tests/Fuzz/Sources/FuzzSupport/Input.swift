/// The bytes of an input, from which a target takes what it needs: choices from the front, then
/// texts, one a line, from the rest. So a part of a list of names is an input, too.
///
/// It lives as long as the call that tries it.
package struct Input {
  private var bytes: Slice<UnsafeBufferPointer<UInt8>>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes[...] }

  /// A number below a limit of at most 256; 0 where the input has ended.
  package mutating func number(below limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }

  package mutating func flag() -> Bool { number(below: 2) == 1 }

  package mutating func choice<Value>(_ values: [Value]) -> Value {
    values[number(below: values.count)]
  }

  /// All that is left.
  package mutating func rest() -> [UInt8] {
    defer { bytes = bytes.suffix(0) }
    return Array(bytes)
  }

  /// The next line, where it stands.
  package mutating func line() -> UnsafeBufferPointer<UInt8> {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    defer { bytes = bytes[end...].dropFirst() }
    return UnsafeBufferPointer(rebasing: bytes[..<end])
  }

  /// All that is left, line by line.
  package mutating func lines() -> [[UInt8]] {
    rest().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// All that is left as text; ill-formed UTF-8 is repaired.
  package mutating func text() -> String { String(decoding: rest(), as: UTF8.self) }
}
