extension [UInt8] {
  /// Removes U+02BB to U+02BF, unless nothing else is there.
  mutating func removeModifierLetters() {
    var rest: [UInt8] = []
    var place = 0
    while place < count {
      if self[place] == 0xCA, place + 1 < count, (0xBB...0xBF).contains(self[place + 1]) {
        place += 2
      } else {
        rest.append(self[place])
        place += 1
      }
    }
    if !rest.span.isBlank { self = rest }
  }

  /// Writes the last of several words in digits if it is a Roman numeral.
  ///
  /// - Parameter isPrefixed: Whether to prefix the digits of a last word, written so or not, with
  ///   their count, so that they collate by value.
  mutating func readNumberAtEnd(isPrefixed: Bool) {
    guard let start = startOfLastWord else { return }
    if let value = RomanNumeral.value(of: self[start...]) {
      replaceSubrange(start..., with: "\(value)".utf8)
    }
    if isPrefixed, self[start...].allSatisfy({ (0x30...0x39).contains($0) }) {
      let digits = Array(self[start...])
      removeSubrange(start...)
      append(numbersOf: digits.span)
    }
  }

  /// Where the last word begins, if it follows a space, even one that doesn't break lines, and a
  /// word.
  private var startOfLastWord: Int? {
    let space = indices.last {
      self[$0] == 0x20 || self[$0] == 0xA0 && $0 > 0 && self[$0 - 1] == 0xC2
    }
    guard let space, space + 1 < count, span.extracting(0..<space).hasLetter(from: 0) else {
      return nil
    }
    return space + 1
  }
}

private enum RomanNumeral {
  private static let values = [
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50),
    ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
  ]

  /// U+2160 to U+216F, whose last bytes begin with 0xA0.
  private static let characters = [
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "L", "C", "D", "M",
  ]

  /// Returns the value of a numeral from 1 to 3999 in its usual form; `nil` for any other word.
  static func value(of word: ArraySlice<UInt8>) -> Int? {
    guard let letters = letters(of: word) else { return nil }
    var (value, rest) = (0, letters[...])
    for (numeral, number) in values {
      while rest.starts(with: numeral.utf8) {
        value += number
        rest = rest.dropFirst(numeral.utf8.count)
      }
    }
    return rest.isEmpty && (1..<4000).contains(value) && letters == numeral(of: value) ? value : nil
  }

  private static func numeral(of value: Int) -> [UInt8] {
    var (letters, rest): ([UInt8], Int) = ([], value)
    for (numeral, number) in values {
      while rest >= number {
        letters += numeral.utf8
        rest -= number
      }
    }
    return letters
  }

  private static func letters(of word: ArraySlice<UInt8>) -> [UInt8]? {
    var letters: [UInt8] = []
    var rest = word
    // The longest numeral in its usual form, MMMDCCCLXXXVIII, has 15 letters.
    while let byte = rest.popFirst(), letters.count <= 15 {
      if "IVXLCDM".utf8.contains(byte) {
        letters.append(byte)
      } else if byte == 0xE2, rest.popFirst() == 0x85, let last = rest.popFirst(),
        (0xA0...0xAF).contains(last)
      {
        letters += characters[Int(last) - 0xA0].utf8
      } else {
        return nil
      }
    }
    return letters
  }
}
