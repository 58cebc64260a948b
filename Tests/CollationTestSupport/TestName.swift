/// A name in one of the forms that the test data has.
package enum TestName: Decodable, Sendable {
  case utf8([UInt8])
  /// UTF-16 with lone surrogates, which neither a `String` nor UTF-8 can hold.
  case utf16

  private struct Form: Decodable {
    struct Repetition: Decodable {
      var prefix: String?
      var unit: String
      var count: Int
      var suffix: String?
    }
    var hex: String?
    var `repeat`: Repetition?
  }

  package init(from decoder: any Decoder) throws {
    if let string = try? decoder.singleValueContainer().decode(String.self) {
      self = .utf8(Array(string.utf8))
      return
    }
    let form = try Form(from: decoder)
    if let hex = form.hex {
      self = .utf8(bytes(hexadecimal: hex))
    } else if let unit = form.repeat {
      let text =
        (unit.prefix ?? "") + String(repeating: unit.unit, count: unit.count) + (unit.suffix ?? "")
      self = .utf8(Array(text.utf8))
    } else {
      self = .utf16
    }
  }

  package var utf8: [UInt8]? {
    if case .utf8(let bytes) = self { bytes } else { nil }
  }
}

/// The bytes that pairs of hexadecimal digits stand for.
package func bytes(hexadecimal text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}
