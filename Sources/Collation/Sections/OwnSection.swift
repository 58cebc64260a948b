/// A section for characters that are not letters: the digits, the ideographs or the emoji.
struct OwnSection {
  let title: String
  let kind: SectionKind
  let places: [Range<PrimaryPlace>]

  /// Returns the layout's sections for characters that are not letters, in their order in the list.
  ///
  /// - Parameters:
  ///   - index: The letters.
  ///   - collator: The order of letters.
  static func all(
    of layout: SectionLayout, beside index: ICUIndex, by collator: Collator
  ) throws(CollationError) -> [OwnSection] {
    var sections: [OwnSection] = []
    func add(
      _ title: String?, _ kind: SectionKind, _ places: @autoclosure () -> [Range<PrimaryPlace>]
    ) {
      guard let title else { return }
      let places = places()
      if !places.isEmpty { sections.append(OwnSection(title: title, kind: kind, places: places)) }
    }
    let letters = index.boundaries.filter { index.buckets[$0.bucket].kind == .normal }
    add(
      layout.ideographsTitle, .ideographs,
      // An order by reading, radical or strokes has its letters there.
      collator.placesOfIdeographs.filter { range in
        !letters.contains { range.contains(PrimaryPlace($0.key)) }
      })
    add(layout.digitsTitle, .digits, collator.placesOfDigits)
    let emoji = layout.emojiTitle == nil ? [] : try collator.placesOfEmoji()
    add(layout.emojiTitle, .emoji, emoji)
    return sections
  }
}

/// A position in the order of letters, as the primary level of a sort key.
struct PrimaryPlace: Comparable {
  let key: [UInt8]

  init(_ key: some Sequence<UInt8>) { self.key = Array(key) }

  static func < (left: PrimaryPlace, right: PrimaryPlace) -> Bool {
    left.key.lexicographicallyPrecedes(right.key)
  }
}

extension Collator {
  /// The ranges of names that begin with a digit, by the weights of 0 to 9, which digits of all
  /// scripts share (UTS #10, 10.4). Under numeric ordering, a number begins with a byte that begins
  /// no other name (`CollationIterator::appendNumericCEs`).
  fileprivate var placesOfDigits: [Range<PrimaryPlace>] {
    let isNumeric = resolvedOptions.numeric
    return (isNumeric ? 0...0 : 0...9).compactMap { digit in
      let letters = sortKeyByICU(of: "\(digit)".utf8.span).primaryLevel
      let start = isNumeric ? letters.prefix(1) : letters
      return start.successor.map { PrimaryPlace(start)..<PrimaryPlace($0) }
    }
  }

  /// The ranges of names that begin with an ideograph. Tailored ideographs come between the
  /// beginning of their script and the other ideographs:
  /// `CollationBuilder::getSpecialResetPosition`
  fileprivate var placesOfIdeographs: [Range<PrimaryPlace>] {
    let start = beginning(of: "字")
    let last = ["\u{9FFF}", "\u{4DBF}", "\u{2A6DF}", "\u{2EBE0}", "\u{3134A}"].map(primaryLevel).max
    {
      $0.lexicographicallyPrecedes($1)
    }
    // The script shares its lead bytes with no other script.
    guard let end = last?.prefix(1).successor, start.lexicographicallyPrecedes(end) else {
      return []
    }
    return [PrimaryPlace(start)..<PrimaryPlace(end)]
  }

  /// The ranges of names that begin with an emoji. Emoji are scattered among other symbols, except
  /// in the order `emoji`. Emoji that collate as letters, such as `🅰`, don't count here.
  fileprivate func placesOfEmoji() throws(CollationError) -> [Range<PrimaryPlace>] {
    // Unless groups are reordered, currencies follow the symbols.
    var request = storage.request
    request.options.reorderCodes = []
    let unmoved = try Collator(request)
    let (start, end) = (unmoved.beginning(of: "\u{263A}"), unmoved.beginning(of: "\u{20AC}"))
    var (keys, isEmoji) = (KeyList(capacity: 0), [Bool]())
    for codePoint in ICUCodePointSet.symbols.members {
      guard let scalar = Unicode.Scalar(codePoint) else { continue }
      let key = unmoved.primaryLevel(of: String(scalar))
      if start.lexicographicallyPrecedes(key), key.lexicographicallyPrecedes(end) {
        keys.append(primaryLevel(of: String(scalar)))
        isEmoji.append(ICUCodePointSet.emoji.contains(codePoint))
      }
    }
    return keys.sortedIndices().split { !isEmoji[$0] }.compactMap { emoji in
      guard let first = emoji.first, let end = emoji.last.flatMap({ keys[$0].successor }) else {
        return nil
      }
      return PrimaryPlace(keys[first])..<PrimaryPlace(end)
    }
  }

  /// Returns where a script or a group begins in the order: at U+FDD1 followed by its sample
  /// character (UTS #35, Part 5, Collation).
  private func beginning(of sample: Unicode.Scalar) -> ArraySlice<UInt8> {
    primaryLevel(
      of: String(String.UnicodeScalarView([Unicode.Scalar(SortKeyFormat.scriptMark)!, sample])))
  }

  private func primaryLevel(of text: String) -> ArraySlice<UInt8> {
    sortKeyByICU(of: text.utf8.span).primaryLevel
  }
}
