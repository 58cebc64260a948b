internal import Collation

/// The code units of a text, and the characters they belong to.
struct SearchText {
  private(set) var units: [UInt16] = []
  /// What is known about each code unit. A unit and its facts take three bytes in total, since a
  /// text may be a single line of a hundred megabytes.
  private var facts: [UInt8] = []

  private enum Fact {
    /// The number of UTF-8 bytes between the code unit and the next one.
    static let byteCount: UInt8 = 0b111
    static let beginsCharacter: UInt8 = 1 << 3
    static let beginsWord: UInt8 = 1 << 4
  }

  init() {}

  init(_ text: Span<UInt8>) { read(text) }

  /// Reads another text. Each piece of ill-formed UTF-8 becomes U+FFFD, as in collation.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func read(_ text: Span<UInt8>) {
    units.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
    units.reserveCapacity(text.count)
    facts.reserveCapacity(text.count)
    if decode(text) { findASCIICharacters() } else { findCharacters() }
  }

  private mutating func decode(_ text: Span<UInt8>) -> Bool {
    var hasBytesAlone = true
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        // A carriage return and a line feed are one character.
        if byte == 0x0D { hasBytesAlone = false }
        units.append(UInt16(byte))
        facts.append(1)
        place += 1
        continue
      }
      hasBytesAlone = false
      let (codePoint, length) =
        text.codePoint(at: place) ?? (0xFFFD, Self.illFormedLength(text, place))
      if codePoint > 0xFFFF {
        units.append(UInt16(0xD7C0 + codePoint >> 10))
        facts.append(0)
        units.append(UInt16(0xDC00 + codePoint & 0x3FF))
      } else {
        units.append(UInt16(codePoint))
      }
      facts.append(UInt8(length))
      place += length
    }
    return hasBytesAlone
  }

  /// How many bytes make up one U+FFFD (The Unicode Standard, 3.9, *U+FFFD Substitution of Maximal
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
      facts[place] |= Fact.beginsCharacter | (isInWord ? 0 : Fact.beginsWord)
      isInWord = Self.isOfWord(UInt8(truncatingIfNeeded: unit))
    }
  }

  /// Whether an ASCII character is a letter or a digit.
  static func isOfWord(_ byte: UInt8) -> Bool { Unicode.Scalar(byte).isOfWord }

  private mutating func findCharacters() {
    var isInWord = false
    var place = 0
    for character in String(decoding: units, as: UTF16.self) {
      let base = character.unicodeScalars[character.unicodeScalars.startIndex]
      let isIdeograph = base.isIdeograph
      facts[place] |= Fact.beginsCharacter | (isInWord && !isIdeograph ? 0 : Fact.beginsWord)
      place += character.utf16.count
      isInWord = !isIdeograph && base.isOfWord
    }
  }

  /// Whether a Hangul syllable, or the first jamo of one, begins at a position.
  func isHangul(at place: Int) -> Bool {
    switch units[place] {
    case 0xAC00...0xD7A3, 0x1100...0x115F, 0xA960...0xA97C: true
    default: false
    }
  }

  /// Whether a jamo continues a Hangul syllable. The syllable may also be one scalar, which cannot
  /// be split.
  func isVowelOrFinalOfHangul(at place: Int) -> Bool {
    0x1160...0x11FF ~= units[place] || 0xD7B0...0xD7FF ~= units[place]
  }

  struct Cursor {
    /// The number of the code unit, and its UTF-8 byte.
    fileprivate(set) var (place, byte) = (0, 0)
    /// The last position up to this one that is between characters.
    fileprivate(set) var boundary = (place: 0, byte: 0)
    /// The last boundary at which a word begins.
    fileprivate(set) var wordStart = 0
  }

  func move(_ cursor: inout Cursor, to place: Int) {
    let facts = facts.span
    while cursor.place < place {
      cursor.byte += Int(facts[cursor.place] & Fact.byteCount)
      cursor.place += 1
      if cursor.place == facts.count || facts[cursor.place] & Fact.beginsCharacter != 0 {
        cursor.boundary = (cursor.place, cursor.byte)
        if cursor.place < facts.count, facts[cursor.place] & Fact.beginsWord != 0 {
          cursor.wordStart = cursor.place
        }
      }
    }
  }

  func move(_ cursor: inout Cursor, toBoundaryFrom place: Int) {
    move(&cursor, to: place)
    while cursor.boundary.place < cursor.place { move(&cursor, to: cursor.place + 1) }
  }
}

extension Unicode.Scalar {
  fileprivate var isIdeograph: Bool { !isASCII && properties.isIdeographic }

  fileprivate var isOfWord: Bool {
    switch self {
    // Looking up properties takes longer.
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: !isASCII && (properties.isAlphabetic || properties.numericType != nil)
    }
  }
}
