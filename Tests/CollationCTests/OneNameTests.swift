import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationFiling
import CollationLists
import CollationTestSupport
import Testing

/// The calls of the C interface for one name or two.
@Suite struct OneNameTests {
  /// The judge is ICU, with normalization on. The layout, which puts Latin last in Russian and
  /// Korean, does not count.
  @Test(arguments: ["sv", "ru", "ko", "ja", "zh", "th", "de-u-co-phonebk"])
  func sortKeysAndComparisonsAreICUs(locale: String) throws {
    let reference = try #require(ReferenceCollator(locale: locale))
    reference.set(4, to: 17)  // UCOL_NORMALIZATION_MODE, UCOL_ON
    let handle = Handle(locale)
    var hostile = HostileNames(seed: 26)
    let hard = hostile.names(1_500).filter { !HostileNames.mayHangICU($0) }
    let names = hard + ["Öberg", "Zorn", "김", "Яблоко", ""].map { Array($0.utf8) }
    let keys = names.map(reference.sortKey)
    for (name, key) in zip(names, keys) { #expect(handle.sortKey(of: name) == key, "\(name)") }
    for number in names.indices.dropFirst() {
      let (left, right) = (keys[number - 1], keys[number])
      let expected: Int32 =
        left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
      #expect(handle.compare(names[number - 1], names[number]) == expected)
    }
  }

  /// Nothing is written beyond the capacity, and the length is the whole key's.
  @Test func shortRoomIsNotExceeded() {
    let handle = Handle("sv")
    // ICU makes the key of the second name. The table makes the others, after a thousand names.
    for round in 0..<1_200 {
      for name in ["Öberg", "\u{FDFA}", "Anna Karlsson"] {
        let bytes = Array(name.utf8)
        let whole = handle.sortKey(of: bytes)
        let room = round % (whole.count + 2)
        var memory = [UInt8](repeating: 0xEE, count: 256)
        let length = bytes.withChars {
          collation_sort_key(handle.pointer, $0, $1, &memory, Int64(room))
        }
        #expect(length == whole.count)
        #expect(memory[room...].allSatisfy { $0 == 0xEE } || room > whole.count)
        if room >= whole.count { #expect(Array(memory.prefix(whole.count)) == whole) }
      }
    }
  }

  /// Rules of filing count for sort keys as for `Collator.filed(by:)`.
  @Test func sortKeysAreFiled() throws {
    let expected = try Collator(locale: "en").filed(by: FilingRules(articles: .standard))
    let handle = Handle("en", ["articles=list"])
    for name in ["The Beatles", "Beatles", "A"] {
      #expect(handle.sortKey(of: Array(name.utf8)) == Array(expected.sortKey(for: name).bytes))
    }
    #expect(handle.compare(Array("The Beatles".utf8), Array("Cher".utf8)) == -1)
  }

  /// The expected ranges are those of `PrefixSearch`, whose tests show that no name lies outside.
  @Test(
    arguments: [
      ("sv", "å", []), ("th", "เ", []), ("cs", "c", []), ("en", "", []),
      ("en", "item 2", ["numeric=true"]), ("zh", "a", ["reverse=true"]),
    ])
  func prefixesHaveTheirRanges(locale: String, prefix: String, options: [String]) throws {
    var (layout, collator) = (SectionLayout.uikit, CollatorOptions())
    layout.isDescending = options == ["reverse=true"]
    if options == ["numeric=true"] { collator.numeric = true }
    let search = try LocalizedIndexedCollation(locale: locale, options: collator, layout: layout)
      .prefixSearch(prefix)
    let handle = Handle(locale, options)
    let found = handle.ranges(prefix, stoppingAfter: .max)
    #expect(found.status == COLLATION_OK)
    #expect(found.ranges.map(\.lower) == search.ranges.map { Array($0.lowerBound) })
    #expect(found.ranges.map(\.upper) == search.ranges.map { Array($0.upperBound) })
    let first = handle.ranges(prefix, stoppingAfter: 1)
    #expect(first.status == COLLATION_OK && first.ranges.count == 1)
  }

  /// The expected texts are those of `NameParts.wordTexts`.
  @Test func namesAreSplitIntoWords() {
    let handle = Handle("sv")
    for name in ["Anna Karlsson", "阿明 Bo", "", "…", String(repeating: "é ", count: 999)] {
      let found = handle.words(name, stoppingAfter: .max)
      #expect(found.status == COLLATION_OK && found.texts == NameParts(name).wordTexts)
    }
    #expect(handle.words("a b c", stoppingAfter: 2).texts == ["a b c", "b c"])
  }

  @Test func whatCannotBeFoundIsRefused() {
    let handle = Handle("sv")
    let long = [CChar](repeating: 0x61, count: PrefixSearch.maximumPrefixLength + 1)
    let take: collation_range_function = { _, _, _, _, _ in 0 }
    let takeWord: collation_word_function = { _, _, _ in 0 }
    func status(_ prefix: [CChar]?, _ length: Int, _ take: collation_range_function?) -> Int32 {
      var error = collation_error()
      let status = prefix.map { prefix in
        collation_prefix_ranges(handle.pointer, prefix, Int64(length), take, nil, &error)
      }
      let result =
        status ?? collation_prefix_ranges(handle.pointer, nil, Int64(length), take, nil, &error)
      #expect(result == 0 || error.code == result && error.message.0 != 0)
      return result
    }
    let invalid = Int32(COLLATION_INVALID_ARGUMENT)
    #expect(status(long, long.count, take) == invalid)
    #expect(status(long, long.count - 1, take) == COLLATION_OK)
    #expect(status(long, -1, take) == invalid)
    #expect(status(long, 1, nil) == invalid)
    #expect(status(nil, 1, take) == invalid)
    #expect(status(nil, 0, take) == COLLATION_OK)
    #expect(collation_prefix_ranges(nil, "a", 1, take, nil, nil) == invalid)
    #expect(collation_words(nil, "a", 1, takeWord, nil, nil) == invalid)
    #expect(collation_words(handle.pointer, nil, 1, takeWord, nil, nil) == invalid)
    #expect(collation_words(handle.pointer, "a", 1, nil, nil, nil) == invalid)
    #expect(collation_words(handle.pointer, "a", -1, takeWord, nil, nil) == invalid)
    #expect(collation_sort_key(nil, "a", 1, nil, 0) == -1)
    #expect(collation_sort_key(handle.pointer, nil, 1, nil, 0) == -1)
    #expect(collation_sort_key(handle.pointer, "a", 1, nil, 1) == -1)
    #expect(collation_sort_key(handle.pointer, "a", -1, nil, 0) == -1)
    #expect(collation_compare(nil, "a", 1, "b", 1) == -2)
    #expect(collation_compare(handle.pointer, nil, 1, "b", 1) == -2)
    #expect(collation_compare(handle.pointer, "a", 1, "b", -1) == -2)
    #expect(collation_compare(handle.pointer, nil, 0, "b", 1) == -1)
  }
}

extension [UInt8] {
  fileprivate func withChars<Result>(_ body: (UnsafePointer<CChar>?, Int64) -> Result) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress, Int64($0.count)) }
  }
}

extension Handle {
  fileprivate func sortKey(of name: [UInt8]) -> [UInt8] {
    name.withChars { start, length in
      var key = [UInt8](repeating: 0, count: 512)
      let count = collation_sort_key(pointer, start, length, &key, 512)
      return Array(key.prefix(Int(count)))
    }
  }

  fileprivate func compare(_ left: [UInt8], _ right: [UInt8]) -> Int32 {
    left.withChars { left, leftLength in
      right.withChars { collation_compare(pointer, left, leftLength, $0, $1) }
    }
  }

  fileprivate final class Found {
    var ranges: [(lower: [UInt8], upper: [UInt8])] = []
    var texts: [String] = []
    var status: Int32 = -1
    let most: Int

    init(_ most: Int) { self.most = most }

    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ context: UnsafeMutableRawPointer?) -> Found {
      Unmanaged<Found>.fromOpaque(context!).takeUnretainedValue()
    }
  }

  fileprivate func ranges(_ prefix: String, stoppingAfter most: Int) -> Found {
    let found = Found(most)
    found.status = Array(prefix.utf8).withChars {
      collation_prefix_ranges(
        pointer, $0, $1,
        { context, lower, lowerLength, upper, upperLength in
          let found = Found.of(context)
          found.ranges.append(
            (
              Array(UnsafeBufferPointer(start: lower!, count: Int(lowerLength))),
              Array(UnsafeBufferPointer(start: upper!, count: Int(upperLength)))
            ))
          return found.ranges.count < found.most ? 0 : 7
        }, found.context, nil)
    }
    return found
  }

  fileprivate func words(_ name: String, stoppingAfter most: Int) -> Found {
    let found = Found(most)
    found.status = Array(name.utf8).withChars {
      collation_words(
        pointer, $0, $1,
        { context, text, length in
          let found = Found.of(context)
          let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
          found.texts.append(String(decoding: bytes, as: UTF8.self))
          return found.texts.count < found.most ? 0 : -1
        }, found.context, nil)
    }
    return found
  }
}
