public import Collation

extension NameSearch {
  /// Returns the keys by which a database finds a name, one or two for each of its words.
  ///
  /// ```swift
  /// let keys = try NameSearch.keys(of: ["Åsa Ek"])
  /// keys.map { String(decoding: $0, as: UTF8.self) }  // ["0asa ek", "1ek "]
  /// ```
  ///
  /// The keys contain only letters, without marks, so one table of keys serves readers of all
  /// languages. Store it with the names and ``keyStamp``, and search it with `StoredList` of
  /// `CollationLists`. A key has up to 16 bytes of letters, beginning at a word. ASCII letters
  /// represent themselves; others are represented by bytes that are not text.
  ///
  /// - Parameter texts: The texts that find the name, such as its shown text and its reading. A
  ///   match at the beginning of the first text ranks higher.
  /// - Returns: The keys, each once.
  /// - Throws: A `CollationError` if ICU fails to open its search order.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public static func keys(of texts: [String]) throws(CollationError) -> [[UInt8]] {
    var maker = try SearchKeyMaker()
    return maker.keys(of: texts)
  }

  /// The stamp of the keys. When it changes, for example after an update of ICU, make the keys
  /// anew.
  public static var keyStamp: CollationStamp {
    get throws(CollationError) { try SearchLetters.all().collator.stamp }
  }
}

/// Makes the search keys of one name after another.
package struct SearchKeyMaker {
  private let letters: SearchLetters
  private var elements: SearchElements

  package init() throws(CollationError) {
    self.init(try SearchLetters.all())
  }

  /// - Parameter letters: The letters of any list: all lists share them.
  init(_ letters: SearchLetters) {
    self.letters = letters
    elements = SearchElements(of: letters.collator, ascii: letters.ascii)
  }

  /// Returns the keys of a name, each once.
  package mutating func keys(of texts: [String]) -> [[UInt8]] {
    var keys: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    for (number, text) in texts.enumerated() {
      SearchKeyWriter(text, &elements, letters).forEachKey(isFirst: number == 0) { key in
        // Most names have few words, for which hashing takes longer.
        if keys.count == 16 { known = Set(keys) }
        let isNew = keys.count < 16 ? !keys.contains(key) : known.insert(key).inserted
        if isNew { keys.append(key) }
      }
    }
    // An empty query finds even names without letters.
    if keys.first?.first != SearchKey.beginsName { keys.append([SearchKey.beginsName]) }
    return keys
  }
}

/// What a key begins with.
enum SearchKey {
  /// At the beginning of a name.
  static let beginsName = UInt8(ascii: "0")
  static let beginsWord = UInt8(ascii: "1")
  /// The first consonants of Hangul syllables, instead of letters.
  static let initials = UInt8(ascii: "2")
  /// Ends the first word. No letter has this byte.
  static let wordEnd = UInt8(ascii: " ")

  /// The maximum number of bytes of letters. Names that agree in more letters of a query are told
  /// apart by their texts.
  static let mostBytes = 16
}

extension SearchLetters {
  /// Appends the bytes of a letter. No letter's bytes are a prefix of another's.
  ///
  /// No ICU weight is a prefix of another. Nearly all begin with a byte below 0x7F.
  func append(_ primary: UInt32, to key: inout [UInt8]) {
    if let ascii = asciiLetters[primary] {
      key.append(ascii)
      return
    }
    var rest = primary
    if rest >> 24 < 0x7F { rest |= 0x80 << 24 } else { key.append(0xFF) }
    while rest != 0 {
      key.append(UInt8(rest >> 24))
      rest <<= 8
    }
  }

  func bytes(of primary: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    append(primary, to: &bytes)
    return bytes
  }
}

/// Writes the keys of one text.
private struct SearchKeyWriter {
  private struct Letter {
    /// Where the letter's bytes begin.
    var start: Int
    var beginsWord: Bool
    /// Whether a character begins with it, and it is a Hangul consonant.
    var beginsSyllable: Bool
    /// Whether a character begins with it.
    var beginsCharacter: Bool
  }

  private var bytes: [UInt8] = []
  private var letters: [Letter] = []

  init(_ text: String, _ elements: inout SearchElements, _ order: SearchLetters) {
    elements.read(text.utf8.span) { element in
      let start = bytes.count
      order.append(element.primary, to: &bytes)
      letters.append(
        Letter(
          start: start, beginsWord: element.beginsWord,
          beginsSyllable: bytes[start] >= 0x80 && element.beginsMatch
            && order.consonants.contains(element.primary),
          beginsCharacter: element.beginsMatch))
    }
  }

  func forEachKey(isFirst: Bool, _ body: ([UInt8]) -> Void) {
    for (number, letter) in letters.enumerated() where letter.beginsWord {
      let kind = isFirst && number == 0 ? SearchKey.beginsName : SearchKey.beginsWord
      body(key(from: number, kind))
      if letter.beginsSyllable, let initials = initials(from: number) { body(initials) }
    }
  }

  private func end(of number: Int) -> Int {
    number + 1 < letters.count ? letters[number + 1].start : bytes.count
  }

  private func key(from first: Int, _ kind: UInt8) -> [UInt8] {
    let start = letters[first].start
    var key = [kind]
    key.reserveCapacity(SearchKey.mostBytes + 2)
    var hasWordEnd = false
    var number = first
    while number < letters.count, end(of: number) - start <= SearchKey.mostBytes {
      key += bytes[letters[number].start..<end(of: number)]
      number += 1
      if !hasWordEnd, number == letters.count || letters[number].beginsWord {
        key.append(SearchKey.wordEnd)
        hasWordEnd = true
      }
    }
    return key
  }

  /// The key of the first consonants of two or more syllables; `nil` for a single syllable, which
  /// is found by its letters.
  private func initials(from first: Int) -> [UInt8]? {
    var key = [SearchKey.initials]
    var count = 0
    for number in first..<letters.count where letters[number].beginsCharacter {
      let letter = bytes[letters[number].start..<end(of: number)]
      guard letters[number].beginsSyllable, key.count + letter.count <= SearchKey.mostBytes + 1
      else { break }
      key += letter
      count += 1
    }
    return count > 1 ? key : nil
  }
}
