import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationFiling
import CollationTestSupport
import Testing

/// The calls for a search in a database.
@Suite struct StoredSearchTests {
  private static let names = [
    "Åsa Ek", "Ek, Åsa", "Asa Ekberg", "Řehoř Dvořák", "Müller", "Mueller", "Muller", "김철수",
    "Van de Velde", "O’Brien, Zoë", "Иванов", "", "…", "阿明 Bo", "Straße 5",
    String(repeating: "é ", count: 99),
  ]
  private static let queries = [
    "asa", "åsa", "ek as", "rehor", "mueller", "muller", "ㄱㅊㅅ", "김ㅊ", "vande", "obrien",
    "ива", "", "-", "bo", "strass", "e e", "zzz",
  ]

  /// The expected names and ranks are those of the search in memory.
  @Test(arguments: ["en", "sv", "de", "ko", "cs"])
  func keysRangesAndRanksFindNames(locale: String) throws {
    let search = try NameSearch(Self.names, by: Collator(locale: locale))
    let handle = Handle(locale)
    let keys = Self.names.map { Found.keys([$0]).bytes }
    for query in Self.queries {
      let ranges = handle.ranges(query)
      #expect(ranges.status == COLLATION_OK && ranges.bytes.count % 2 == 0)
      var found: [Int: Int32] = [:]
      for (number, keys) in keys.enumerated() {
        let isCandidate = keys.contains { key in
          stride(from: 0, to: ranges.bytes.count, by: 2).contains { place in
            !key.lexicographicallyPrecedes(ranges.bytes[place])
              && key.lexicographicallyPrecedes(ranges.bytes[place + 1])
          }
        }
        let rank = handle.rank(of: [Self.names[number]], query)
        if isCandidate, rank >= 0 { found[number] = rank } else { #expect(rank == -1) }
      }
      let expected = try search.matches(query).map { ($0.number, Int32($0.rank.value)) }
      #expect(found == Dictionary(uniqueKeysWithValues: expected), "\(locale) \(query)")
    }
  }

  /// A name is found by the words of any of its texts, and better at the beginning of the first.
  @Test func namesHaveSeveralTexts() throws {
    let texts = ["田中 花子", "たなか はなこ", ""]
    #expect(try Found.keys(texts).bytes == NameSearch.keys(of: texts))
    #expect(Found.keys([]).bytes == [Array("0".utf8)])
    let handle = Handle("ja")
    #expect(handle.rank(of: texts, "田 はな") >= 0)
    #expect(handle.rank(of: texts, "花子たな") == -1)
    let first = handle.rank(of: ["Ivanov", "Petrov"], "iva")
    #expect(first >= 0 && first < handle.rank(of: ["Petrov", "Ivanov"], "iva"))
    #expect(handle.rank(of: [], "a") == -1)
  }

  @Test func callsStopWhenAsked() {
    let keys = Found.keys(["Anna Karlsson Ek"], stoppingAfter: 2)
    #expect(keys.status == COLLATION_OK && keys.bytes.count == 2)
    let ranges = Handle("sv").ranges("anna", stoppingAfter: 2)
    #expect(ranges.status == COLLATION_OK && ranges.bytes.count == 2)
  }

  /// More queries than a handle keeps.
  @Test func queriesDoNotMixUp() {
    let handle = Handle("en")
    let letters = "abcdefghijklmnopqrst".map(String.init)
    for _ in 1...2 {
      for letter in letters {
        #expect(letters.map { handle.rank(of: [$0], letter) >= 0 } == letters.map { $0 == letter })
      }
    }
  }

  @Test func theStampIsThatOfTheKeys() throws {
    let stamp = try #require(collation_search_stamp())
    #expect(String(cString: stamp) == (try NameSearch.keyStamp.description))
    #expect(collation_search_stamp() == stamp)
  }

  @Test func wrongArgumentsAreRefused() {
    let handle = Handle("sv")
    let invalid = Int32(COLLATION_INVALID_ARGUMENT)
    let long = [CChar](repeating: 0x61, count: NameSearch.maximumQueryLength + 1)
    let take: collation_range_function = { _, _, _, _, _ in 0 }
    let takeKey: collation_key_function = { _, _, _ in 0 }
    var (error, rank, text) = (collation_error(), Int32(5), collation_text(bytes: nil, length: 1))

    #expect(collation_search_ranges(handle.pointer, long, 1_025, take, nil, &error) == invalid)
    #expect(error.code == invalid && error.message.0 != 0)
    #expect(collation_search_ranges(handle.pointer, long, 1_024, take, nil, nil) == COLLATION_OK)
    #expect(collation_search_ranges(handle.pointer, nil, 0, take, nil, nil) == COLLATION_OK)
    #expect(collation_search_ranges(handle.pointer, nil, 1, take, nil, nil) == invalid)
    #expect(collation_search_ranges(handle.pointer, "a", -1, take, nil, nil) == invalid)
    #expect(collation_search_ranges(handle.pointer, "a", 1, nil, nil, nil) == invalid)
    #expect(collation_search_ranges(nil, "a", 1, take, nil, nil) == invalid)

    #expect(collation_search_keys(&text, 1, takeKey, nil, nil) == invalid)
    #expect(collation_search_keys(&text, -1, takeKey, nil, nil) == invalid)
    #expect(collation_search_keys(nil, 1, takeKey, nil, nil) == invalid)
    #expect(collation_search_keys(nil, 0, takeKey, nil, nil) == COLLATION_OK)
    #expect(collation_search_keys(nil, 0, nil, nil, nil) == invalid)

    #expect(collation_search_rank(handle.pointer, "a", 1, &text, 1, &rank, nil) == invalid)
    text.length = -1
    #expect(collation_search_rank(handle.pointer, "a", 1, &text, 1, &rank, nil) == invalid)
    text.length = 0
    #expect(collation_search_rank(nil, "a", 1, &text, 1, &rank, nil) == invalid)
    #expect(collation_search_rank(handle.pointer, long, 1_025, &text, 1, &rank, nil) == invalid)
    #expect(collation_search_rank(handle.pointer, "a", 1, &text, 1, nil, nil) == invalid)
    #expect(rank == 5)
    #expect(collation_search_rank(handle.pointer, "a", 1, &text, 1, &rank, nil) == COLLATION_OK)
    #expect(rank == -1)
  }
}

/// What a call gives, one after the other.
private final class Found {
  var bytes: [[UInt8]] = []
  var status: Int32 = -1
  private let most: Int

  init(stoppingAfter most: Int) { self.most = most }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func take(
    _ context: UnsafeMutableRawPointer?, _ parts: (UnsafePointer<UInt8>?, Int64)...
  ) -> Int32 {
    let found = Unmanaged<Found>.fromOpaque(context!).takeUnretainedValue()
    found.bytes += parts.map { Array(UnsafeBufferPointer(start: $0, count: Int($1))) }
    return found.bytes.count < found.most ? 0 : 7
  }

  static func keys(_ texts: [String], stoppingAfter most: Int = .max) -> Found {
    let found = Found(stoppingAfter: most)
    found.status = withTexts(texts) {
      collation_search_keys($0, $1, { Found.take($0, ($1, $2)) }, found.context, nil)
    }
    return found
  }
}

extension Handle {
  fileprivate func ranges(_ query: String, stoppingAfter most: Int = .max) -> Found {
    let found = Found(stoppingAfter: most)
    found.status = collation_search_ranges(
      pointer, query, Int64(query.utf8.count), { Found.take($0, ($1, $2), ($3, $4)) },
      found.context, nil)
    return found
  }

  fileprivate func rank(of texts: [String], _ query: String) -> Int32 {
    var rank: Int32 = -2
    let status = withTexts(texts) {
      collation_search_rank(pointer, query, Int64(query.utf8.count), $0, $1, &rank, nil)
    }
    return status == COLLATION_OK ? rank : -3
  }
}

private func withTexts<Result>(
  _ texts: [String], _ body: (UnsafePointer<collation_text>?, Int64) -> Result
) -> Result {
  // One after the other, with a byte, so that the pointer is not null.
  var bytes: [CChar] = [0]
  for text in texts { bytes += text.utf8CString }
  return bytes.withUnsafeBufferPointer { bytes in
    var start = bytes.baseAddress! + 1
    let texts = texts.map { text in
      defer { start += text.utf8.count + 1 }
      return collation_text(bytes: start, length: Int64(text.utf8.count))
    }
    return texts.withUnsafeBufferPointer { body($0.baseAddress, Int64($0.count)) }
  }
}
