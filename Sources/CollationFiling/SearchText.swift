internal import Collation

/// The code units of a text, and the characters that they belong to.
struct SearchText {
  private(set) var units: [UInt16] = []
  /// The UTF-8 byte before which each code unit stands, and the end.
  private(set) var bytes: [Int] = []
  /// For each place before a code unit, and for the end, the last place up to it that lies between
  /// characters.
  private(set) var lastBoundary: [Int] = []
  /// The first such place from each on.
  private(set) var nextBoundary: [Int] = []
  /// Whether a word begins with the character that begins at a place.
  private(set) var beginsWord: [Bool] = []

  /// Takes another text. A piece of ill-formed UTF-8 is U+FFFD, as it collates.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func read(_ text: Span<UInt8>) {
    units.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    lastBoundary.removeAll(keepingCapacity: true)
    nextBoundary.removeAll(keepingCapacity: true)
    beginsWord.removeAll(keepingCapacity: true)
    if decode(text) { findASCIICharacters() } else { findCharacters() }
    let end = units.count
    lastBoundary.append(end)
    nextBoundary.append(end)
  }

  /// Returns whether each character is one byte.
  private mutating func decode(_ text: Span<UInt8>) -> Bool {
    var hasBytesAlone = true
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        // A carriage return is one character with a line feed.
        if byte == 0x0D { hasBytesAlone = false }
        units.append(UInt16(byte))
        bytes.append(place)
        place += 1
        continue
      }
      hasBytesAlone = false
      let (codePoint, length) =
        decodedCodePoint(text.count - place) { text[place + $0] }
        ?? (0xFFFD, Self.illFormedLength(text, place))
      if codePoint > 0xFFFF {
        units.append(UInt16(0xD7C0 + codePoint >> 10))
        bytes.append(place)
        units.append(UInt16(0xDC00 + codePoint & 0x3FF))
      } else {
        units.append(UInt16(codePoint))
      }
      bytes.append(place)
      place += length
    }
    bytes.append(text.count)
    return hasBytesAlone
  }

  /// How many bytes make one U+FFFD (The Unicode Standard, 3.9, *U+FFFD Substitution of Maximal
  /// Subparts*).
  private static func illFormedLength(_ text: Span<UInt8>, _ place: Int) -> Int {
    var parser = UTF8.ForwardParser()
    var bytes = (place..<min(place + 4, text.count)).map { text[$0] }.makeIterator()
    if case .error(let length) = parser.parseScalar(from: &bytes) { return length }
    return 1
  }

  private mutating func findASCIICharacters() {
    var isInWord = false
    for (place, unit) in units.enumerated() {
      lastBoundary.append(place)
      nextBoundary.append(place)
      beginsWord.append(!isInWord)
      switch UInt8(truncatingIfNeeded: unit) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        isInWord = true
      default: isInWord = false
      }
    }
  }

  private mutating func findCharacters() {
    var isInWord = false
    for character in String(decoding: units, as: UTF16.self) {
      let start = lastBoundary.count
      let end = start + character.utf16.count
      let isIdeograph = character.isIdeograph
      for place in start..<end {
        lastBoundary.append(start)
        nextBoundary.append(place == start ? start : end)
        beginsWord.append(!isInWord || isIdeograph)
      }
      isInWord = !isIdeograph && character.isOfWord
    }
  }

  /// The places in a text at which words begin.
  static func wordStarts(in text: String) -> [String.Index] {
    var isInWord = false
    return text.indices.filter { place in
      let (isIdeograph, isOfWord) = (text[place].isIdeograph, text[place].isOfWord)
      defer { isInWord = isOfWord && !isIdeograph }
      return isIdeograph || isOfWord && !isInWord
    }
  }
}

extension Character {
  private var properties: Unicode.Scalar.Properties {
    unicodeScalars[unicodeScalars.startIndex].properties
  }

  fileprivate var isIdeograph: Bool { properties.isIdeographic }

  /// Whether the character is a letter or a digit.
  fileprivate var isOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}
