internal import Collation

extension Output {
  mutating func writeLine(_ value: JSON) throws { try writeLine(value.bytes[...]) }
}

/// A JSON value that can write itself.
enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  /// A record: a string or, if it is not UTF-8, its bytes as `{"hex":"…"}`.
  case record(ArraySlice<UInt8>)
  case array([JSON])
  /// Members, in the order of writing.
  case object([(String, JSON)])

  /// The value in UTF-8, without white space.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let value): bytes += String(value).utf8
    case .string(let text): Self.write(text.utf8, to: &bytes)
    case .record(let record):
      if record.span.isUTF8 {
        Self.write(record, to: &bytes)
      } else {
        bytes += #"{"hex":""#.utf8
        bytes += Hexadecimal.text(of: record).utf8
        bytes += #""}"#.utf8
      }
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (position, value) in values.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.0.utf8, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.1.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// RFC 8259, 7: escapes the quotation mark, the reverse solidus and the control characters.
  private static func write(_ utf8: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes += #"\u00"#.utf8
        bytes += Hexadecimal.text(of: [byte]).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
