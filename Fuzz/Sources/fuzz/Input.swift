import Collation

/// The bytes of an input, from which a target takes what it needs: choices from the front, then
/// texts, one a line, from the rest. So a part of a list of names is an input, too.
struct Input {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: some Collection<UInt8>) { self.bytes = ArraySlice(Array(bytes)) }

  /// A number below a limit of at most 256; 0 where the input has ended.
  mutating func number(below limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }

  mutating func flag() -> Bool { number(below: 2) == 1 }

  mutating func choice<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// All that is left, line by line.
  mutating func lines() -> [[UInt8]] {
    rest().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// All that is left as text; ill-formed UTF-8 is repaired.
  mutating func text() -> String { String(decoding: rest(), as: UTF8.self) }
}
