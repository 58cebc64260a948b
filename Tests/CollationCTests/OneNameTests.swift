import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationFiling
import CollationTestSupport
import Testing

/// The calls of the C interface for one name or two.
@Suite struct OneNameTests {
  /// The judge is ICU, with normalization on. The layout, which puts Latin last in Russian and
  /// Korean, does not count.
  @Test(arguments: ["sv", "ru", "ko", "ja", "zh", "th", "de-u-co-phonebk"])
  func sortKeysAndComparisonsAreICUs(locale: String) throws {
    let reference = try #require(ReferenceCollator(normalizing: locale))
    let handle = Handle(locale)
    var hostile = HostileNames(seed: 26)
    let hard = hostile.names(1_500).filter { !HostileNames.mayHangICU($0) }
    let names = hard + ["Öberg", "Zorn", "김", "Яблоко", ""].map { Array($0.utf8) }
    let keys = names.map(reference.sortKey)
    for (name, key) in zip(names, keys) { #expect(handle.sortKey(of: name) == key, "\(name)") }
    for number in names.indices.dropFirst() {
      let (left, right) = (keys[number - 1], keys[number])
      let result = handle.compare(names[number - 1], names[number])
      #expect(Int(result) == compareBytes(left, right))
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

  @Test func missingPointersAreRefused() {
    let handle = Handle("sv")
    #expect(collation_sort_key(nil, "a", 1, nil, 0) == -1)
    #expect(collation_sort_key(handle.pointer, nil, 1, nil, 0) == -1)
    #expect(collation_sort_key(handle.pointer, "a", 1, nil, 1) == -1)
    #expect(collation_sort_key(handle.pointer, "a", -1, nil, 0) == -1)
    #expect(handle.key(of: ["a"], 2) == nil)
    var parts = collation_parts()
    parts.sort_as.length = -1
    #expect(collation_key_of_parts(handle.pointer, 0, &parts, nil, 0) == -1)
    (parts.sort_as.length, parts.text_count) = (0, 1)
    #expect(collation_key_of_parts(handle.pointer, 0, &parts, nil, 0) == -1)
    #expect(collation_key_of_parts(handle.pointer, 0, nil, nil, 0) == -1)
    parts.text_count = 0
    #expect(collation_key_of_parts(handle.pointer, 0, &parts, nil, 1) == -1)
    #expect(collation_key_of_parts(nil, 0, &parts, nil, 0) == -1)
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
}
