import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// Searches that follow changes, against one that is prepared anew from the same names, which
/// `NameSearchTests` compares with ICU.
@Suite struct NameSearchChangeTests {
  private struct Change {
    var search: NameSearch
    /// `nil` for a name that was removed.
    var names: [String?] = []
    let collator: Collator

    init(
      _ names: [String], by collator: Collator, matching: NameSearch.Matching = .letters
    ) throws {
      search = try NameSearch(names, by: collator, matching: matching)
      (self.names, self.collator) = (names, collator)
    }

    mutating func append(_ name: String) {
      let number = search.append(name)
      #expect(number == names.count)
      names.append(name)
    }

    mutating func replace(_ number: Int, with name: String?) {
      search.replace(at: number, with: name)
      names[number] = name
    }

    func check(_ queries: [String]) throws {
      let numbers = names.indices.filter { names[$0] != nil }
      let anew = try NameSearch(
        numbers.map { names[$0]! }, by: collator, matching: search.matching)
      for query in queries {
        for insideWords in [false, true] {
          let expected = try anew.matches(query, insideWords: insideWords)
          let found = try search.matches(query, insideWords: insideWords)
          #expect(found.map(\.number) == expected.map { numbers[$0.number] }, "\(query)")
          #expect(found.map(\.rank) == expected.map(\.rank), "\(query)")
        }
      }
    }
  }

  /// Hostile names, some of them long enough to fill a piece of the names.
  private struct Source {
    var hostile: HostileNames
    var generator: SeededGenerator

    init(seed: UInt64) { (hostile, generator) = (HostileNames(seed: seed), .init(seed: seed)) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func name() -> String {
      while true {
        var bytes: [UInt8] = []
        for _ in 0..<number(0..<4) { bytes += hostile.next() + [0x20] }
        if number(0..<200) == 0 {
          bytes = Array(repeatElement(bytes + [0x61], count: number(100..<4_000)).joined())
        }
        if !HostileNames.mayHangICU(bytes) { return String(decoding: bytes, as: UTF8.self) }
      }
    }

    mutating func queries(_ names: [String?]) -> [String] {
      ["", "a"]
        + (0..<6).map { _ in
          let name = names.isEmpty ? "" : (names[number(0..<names.count)] ?? "").prefix(40)
          return String(name.dropFirst(number(0..<4)).prefix(number(1..<4)))
        }
    }
  }

  @Test(arguments: ["en", "sv", "cs", "de", "ja", "zh", "ko", "th", "hi", "ar", "root"])
  func aSearchThatChangesFindsWhatANewOneFinds(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(3) { $0 &* 31 &+ Int($1) }.magnitude)
    for (round, matching) in [NameSearch.Matching.letters, .list(.tertiary)].enumerated() {
      var source = Source(seed: seed &+ UInt64(round))
      let collator = try Collator(locale: locale)
      var change = try Change(
        (0..<source.number(0..<100)).map { _ in source.name() }, by: collator, matching: matching)
      var copies: [Change] = []
      for step in 0..<10 * Coverage.names {
        switch source.number(0..<20) {
        case 0..<8: change.append(source.name())
        case _ where change.names.isEmpty: break
        case 8..<16: change.replace(source.number(0..<change.names.count), with: source.name())
        case 16..<19: change.replace(source.number(0..<change.names.count), with: nil)
        default: copies.append(change)
        }
        if step % 50 == 0 { try change.check(source.queries(change.names)) }
      }
      // A copy stays as it was.
      for change in copies.prefix(10) + [change] { try change.check(source.queries(change.names)) }
    }
  }

  /// Names of Latin letters in every order of long and short, of which there are many in a piece.
  @Test func manyNamesGrowAndShrink() throws {
    let collator = try Collator(locale: "en")
    var generator = SeededGenerator(seed: 5)
    func name(_ words: Int) -> String {
      (0..<words).map { _ in "w\(Int.random(in: 0..<500, using: &generator))" }
        .joined(separator: " ")
    }
    var change = try Change((0..<6_000).map { _ in name(2) }, by: collator)
    let queries = ["", "w", "w1", "w12", "w499 w4", "2", "zz"]
    func pieces() -> Int { change.search.names.pieces.count }
    let atFirst = pieces()
    try change.check(queries)
    for number in 0..<600 { change.replace(number * 10, with: name(300)) }
    try change.check(queries)
    let whenLong = pieces()
    #expect(whenLong > 4 * atFirst)
    for number in stride(from: 5_990, through: 0, by: -10) { change.replace(number, with: "w7 w8") }
    try change.check(queries)
    #expect(pieces() < whenLong / 2)
    for number in 0..<6_000 { change.replace(number, with: number % 3 == 0 ? nil : "w12") }
    try change.check(queries)
    for number in 0..<6_000 { change.replace(number, with: nil) }
    try change.check(queries)
    #expect(pieces() < 10)
    for number in 0..<9_000 { change.append(name(number % 3)) }
    for number in 0..<6_000 { change.replace(number, with: name(1)) }
    try change.check(queries)
  }

  /// Memory is that of the names that are there, whatever was there before.
  @Test func memoryIsBoundedAfterManyReplacements() throws {
    var search = try NameSearch(
      (0..<100).map { "name \($0)" }, by: Collator(locale: "en"), matching: .list(.tertiary))
    func capacity() -> Int { search.names.pieces.reduce(0) { $0 + $1.codes.capacity } }
    let (atFirst, ideographs) = (capacity(), 0x4E00..<0x9F00)
    for round in 0..<3_000 {
      let first = Unicode.Scalar(UInt32(ideographs.lowerBound + round % ideographs.count))!
      search.replace(at: round % 100, with: String(repeating: "\(first)", count: round % 7 * 1_000))
    }
    #expect(search.names.alphabet.counts.count < 300)
    for number in 0..<100 { search.replace(at: number, with: "name \(number)") }
    #expect(capacity() <= max(16 * atFirst, 8 << 14))
    #expect(try search.matches("name").map(\.number) == Array(0..<100))
    #expect(
      search.names.alphabet.counts.reduce(0, +)
        == search.names.pieces.reduce(0) {
          $0 + $1.codes.filter { $0 != SearchPattern.Code.nothing }.count
        })
  }

  /// An empty name is found by an empty query, and a removed one is not. It may be set again.
  @Test func aRemovedNameMatchesNothing() throws {
    var search = try NameSearch(["Anna", "", "Berit"], by: Collator(locale: "sv"))
    search.replace(at: 0, with: nil)
    #expect(try search.matches("").map(\.number) == [1, 2])
    #expect(try search.matches("anna").map(\.number) == [])
    #expect(search.append("Annika") == 3)
    search.replace(at: 1, with: "Anna")
    search.replace(at: 0, with: "Ann")
    #expect(try search.matches("ann").map(\.number) == [0, 1, 3])
    search.replace(at: 0, with: nil)
    search.replace(at: 0, with: nil)
    #expect(try search.matches("ann").map(\.number) == [1, 3])
    var empty = try NameSearch([String](), by: Collator(locale: "sv"))
    #expect(empty.append("Öberg") == 0)
    #expect(try empty.matches("ö").map(\.number) == [0])
  }
}
