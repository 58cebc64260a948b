/// What filing asks of texts of UTF-8.
extension Span<UInt8> {
  /// Whether the text has only spaces, or nothing.
  var isBlank: Bool { endOfSpaces(from: 0) == count }

  /// The place of the first character from a place on that is no space (`White_Space`).
  func endOfSpaces(from start: Int) -> Int {
    firstPlace(from: start) { !ICUCharacter.isSpace($0) }
  }

  /// The place of the first character from a place on that is neither punctuation nor a symbol, a
  /// space or a control.
  func endOfPunctuation(from start: Int) -> Int {
    firstPlace(from: start, where: ICUCharacter.isOfWord)
  }

  /// Whether there is a letter or a number from a place on.
  func hasLetter(from start: Int) -> Bool {
    firstPlace(from: start) { ICUCharacter.isOfWord($0) && !ICUCharacter.isMark($0) } < count
  }

  /// Whether all characters that begin with a byte are letters: those of English, ideographs from
  /// U+5000 on, and most Korean syllables.
  @inline(__always)
  private static func beginsLetter(_ byte: UInt8) -> Bool {
    if byte < 0x80 { return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    return (0xE5...0xE9).contains(byte) || byte == 0xEB || byte == 0xEC
  }

  /// The place of the first character from a place on that fits, as letters have to. Ill-formed
  /// bytes collate as U+FFFD, a symbol.
  @inline(__always)
  private func firstPlace(
    from start: Int, where fits: (UInt32) -> Bool
  ) -> Int {
    var place = start
    while place < count {
      if Self.beginsLetter(self[place]) { return place }
      let decoded = decodedCodePoint(count - place) { self[place + $0] }
      if fits(decoded?.codePoint ?? 0xFFFD) { return place }
      place += decoded?.length ?? 1
    }
    return count
  }
}

extension OutputSpan<UInt8> {
  /// Appends a text in which each number stands behind the count of its digits, so that numbers
  /// collate by their values: `17` as `217`, behind `9` as `19`. Zeros before a number are left
  /// out. The count is itself a text that collates by its value: `8`, `90` for 9, `91` for 10.
  mutating func append(numbersOf text: Span<UInt8>) {
    var place = 0
    var number: [UInt8]?
    while place < text.count {
      let decoded = decodedCodePoint(text.count - place) { text[place + $0] }
      let end = place + (decoded?.length ?? 1)
      if let digit = decoded.flatMap({ Unicode.Scalar($0.codePoint)?.decimalDigit }) {
        if number == nil { number = [] }
        if digit > 0 || number != [] { number?.append(UInt8(ascii: "0") + digit) }
      } else {
        append(number: &number)
        append(text.extracting(place..<end))
      }
      place = end
    }
    append(number: &number)
  }

  private mutating func append(number: inout [UInt8]?) {
    guard let digits = number.take() else { return }
    append(repeating: UInt8(ascii: "9"), count: digits.count / 9)
    append(UInt8(ascii: "0") + UInt8(digits.count % 9))
    append(digits.span)
  }
}

extension Unicode.Scalar {
  /// The value of a digit of any script.
  fileprivate var decimalDigit: UInt8? {
    guard properties.generalCategory == .decimalNumber else { return nil }
    return properties.numericValue.map { UInt8($0) }
  }
}
