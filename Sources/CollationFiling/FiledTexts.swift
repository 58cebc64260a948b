internal import Collation

extension Span<UInt8> {
  /// Whether there are only spaces (`White_Space`).
  @inline(__always)
  var isBlank: Bool { !beginsWithFrequentLetter && endOfSpaces(from: 0) == count }

  /// The first position from `start` on whose character is not a space.
  func endOfSpaces(from start: Int) -> Int {
    firstPlace(from: start) { !ICUCharacter.isSpace($0) }
  }

  /// The first position from `start` on whose character is not punctuation, a symbol, a space or a
  /// control.
  func endOfPunctuation(from start: Int) -> Int {
    firstPlace(from: start, where: ICUCharacter.isOfWord)
  }

  func hasLetter(from start: Int) -> Bool {
    firstPlace(from: start) { ICUCharacter.isOfWord($0) && !ICUCharacter.isMark($0) } < count
  }

  @inline(__always)
  var beginsWithFrequentLetter: Bool {
    guard let codePoint = codePoint(at: 0)?.codePoint else { return false }
    return Self.isFrequentLetter(codePoint)
  }

  /// Whether a character is one of the letters with which most names begin, and never a mark. For
  /// other characters it takes ICU to tell, which is slower.
  @inline(__always)
  private static func isFrequentLetter(_ codePoint: UInt32) -> Bool {
    if codePoint < 0x80 { return (0x61...0x7A).contains(codePoint | 0x20) }
    return switch codePoint {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: true  // Latin
    case 0x391...0x3A1, 0x3A3...0x3CE, 0x410...0x44F: true  // Greek, Cyrillic
    case 0x620...0x64A, 0x904...0x939, 0xE01...0xE30: true  // Arabic, Devanagari, Thai
    case 0x3041...0x3096, 0x30A1...0x30FA: true  // Japanese syllables
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: true  // ideographs, Korean syllables
    default: false
    }
  }

  /// The first position from `start` on whose character fits, as every letter must. Ill-formed
  /// bytes collate as U+FFFD, a symbol.
  @inline(__always)
  private func firstPlace(
    from start: Int, where fits: (UInt32) -> Bool
  ) -> Int {
    var place = start
    while place < count {
      let decoded = codePoint(at: place)
      let codePoint = decoded?.codePoint ?? 0xFFFD
      if Self.isFrequentLetter(codePoint) || fits(codePoint) { return place }
      place += decoded?.length ?? 1
    }
    return count
  }

  /// The character at a position and its length in bytes; `nil` for ill-formed bytes and at the
  /// end.
  @inline(__always)
  func codePoint(at place: Int) -> (codePoint: UInt32, length: Int)? {
    place < count ? decodedCodePoint(count - place) { self[place + $0] } : nil
  }
}

extension [UInt8] {
  /// Appends the bytes of a text, which are few: calling another module would take longer.
  @inline(__always)
  mutating func append(bytesOf text: Span<UInt8>) {
    append(addingCapacity: text.count) { output in
      for place in text.indices { output.append(text[place]) }
    }
  }

  /// Appends U+FFFE, which collates before everything else.
  @inline(__always)
  mutating func appendSeparator() {
    let bytes = SortKeyFormat.separatorBytes
    append(bytes.0)
    append(bytes.1)
    append(bytes.2)
  }

  /// Appends a text, prefixing each number with the count of its digits, so numbers collate by
  /// value: `17` as `217`, after `9` as `19`. Leading zeros are left out. The count, too, is a text
  /// that collates by value: `8`, `90` for 9, `91` for 10.
  mutating func append(numbersOf text: Span<UInt8>) {
    var place = 0
    var number: [UInt8]?
    while place < text.count {
      let decoded = text.codePoint(at: place)
      let end = place + (decoded?.length ?? 1)
      if let digit = decoded.flatMap({ Unicode.Scalar($0.codePoint)?.decimalDigit }) {
        if number == nil { number = [] }
        if digit > 0 || number != [] { number?.append(UInt8(ascii: "0") + digit) }
      } else {
        append(digitsOf: &number)
        append(text.extracting(place..<end))
      }
      place = end
    }
    append(digitsOf: &number)
  }

  private mutating func append(digitsOf number: inout [UInt8]?) {
    guard let digits = number.take() else { return }
    append(contentsOf: repeatElement(UInt8(ascii: "9"), count: digits.count / 9))
    append(UInt8(ascii: "0") + UInt8(digits.count % 9))
    self += digits
  }
}

extension Unicode.Scalar {
  fileprivate var decimalDigit: UInt8? {
    guard properties.generalCategory == .decimalNumber else { return nil }
    return properties.numericValue.map { UInt8($0) }
  }
}
