import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// Cursors. What a page walk has to give is what a table gives that is sorted by (bytes of the key, id).
@Suite struct CursorTests {
  /// Not an HMAC, but 32 bytes that depend on the message and on a secret.
  private static let authenticate: @Sendable ([UInt8]) -> [UInt8] = { message in
    var digests = (Digest(), Digest())
    digests.0.add(Array("secret".utf8) + message)
    digests.1.add(message + Array("secret".utf8))
    return Array((digests.0.text + digests.1.text).utf8)
  }

  private func collation(_ locale: String = "sv") throws -> LocalizedIndexedCollation {
    try LocalizedIndexedCollation(locale: locale)
  }

  private func cursor(_ name: String = "Åberg", id: String = "17") throws -> Cursor {
    try Cursor(after: collation().displayKey(for: name), id: id, in: collation())
  }

  /// The bytes that a text stands for, by Foundation.
  private func bytes(_ text: String) throws -> [UInt8] {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return try [UInt8](#require(Data(base64Encoded: standard + padding)))
  }

  private func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func code(ofReading text: String, authenticated: Bool = false) -> PagingError.Code? {
    do {
      if authenticated {
        _ = try Cursor(text, for: collation(), authenticatedBy: Self.authenticate)
      } else {
        _ = try Cursor(text, for: collation())
      }
      return nil
    } catch {
      return (error as? PagingError)?.code
    }
  }

  @Test func cursorsAreReadBack() throws {
    for id in ["17", "", "9f1c-…", "\u{0}", String(repeating: "x", count: 500)] {
      for name in ["Åberg", "", "42", "張\u{301}", String(repeating: "ö", count: 300)] {
        let cursor = try cursor(name, id: id)
        let plain = try cursor.encoded()
        #expect(
          plain.utf8.allSatisfy { $0 < 0x80 && ($0 == 0x2D || $0 == 0x5F || isAlphanumeric($0)) })
        #expect(try Cursor(plain, for: collation()) == cursor)
        let coded = try cursor.encoded(authenticatedBy: Self.authenticate)
        #expect(try Cursor(coded, for: collation(), authenticatedBy: Self.authenticate) == cursor)
        #expect(try bytes(plain).count == plain.utf8.count * 3 / 4)
        #expect(try text(bytes(plain)) == plain)
      }
    }
  }

  private func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  @Test func whatIsCutOrChangedIsRefused() throws {
    let plain = try cursor().encoded()
    let coded = try cursor().encoded(authenticatedBy: Self.authenticate)
    for length in 0..<plain.utf8.count {
      #expect(code(ofReading: String(plain.prefix(length))) == .malformedCursor)
    }
    for length in 0..<coded.utf8.count {
      let cut = String(coded.prefix(length))
      let refused = code(ofReading: cut, authenticated: true)
      #expect(refused == .malformedCursor || refused == .forgedCursor, "\(length)")
      #expect(code(ofReading: cut) == .malformedCursor)
    }
    for text in [
      plain + "A", plain + "AAAA", plain + "=", " " + plain, "é", "\u{0}", "%", "AA", "Aw",
    ] {
      #expect(code(ofReading: text) == .malformedCursor, "\(text)")
    }
    // With a code, a change of any bit is found.
    let original = try bytes(coded)
    for position in original.indices {
      for bit in 0..<8 {
        var changed = original
        changed[position] ^= 1 << UInt8(bit)
        let refused = code(ofReading: text(changed), authenticated: true)
        #expect(refused == .forgedCursor || refused == .malformedCursor, "\(position) \(bit)")
      }
    }
    #expect(code(ofReading: plain, authenticated: true) == .forgedCursor)
    #expect(code(ofReading: coded) == .malformedCursor)
    #expect(code(ofReading: String(repeating: "A", count: 1 << 20)) == .malformedCursor)
  }

  /// Random texts never trap, and none is a cursor.
  @Test func randomTextsAreRefused() throws {
    var generator = SeededGenerator(seed: 83)
    let original = try bytes(cursor().encoded())
    for _ in 0..<2000 {
      var changed = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      // Without a code a change may be one of the id, or of the sort key within its section.
      _ = code(ofReading: text(changed))
      let random = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(code(ofReading: text(random)) == .malformedCursor)
    }
  }

  /// The key of a cursor says its section twice: as it is, and by its sort key.
  @Test func aKeyOfAnotherSectionIsRefused() throws {
    let key = try collation().displayKey(for: "Åberg")
    let other = try #require(DisplayKey(bytes: [0, 3] + key.bytes.dropFirst(2)))
    let error = #expect(throws: PagingError.self) {
      try Cursor(after: other, id: "1", in: collation())
    }
    #expect(error?.code == .otherKey)
    var fields = try bytes(cursor(id: "1").encoded())
    // The key stands before the id's length and its one letter.
    let end = fields.count - 3
    fields.replaceSubrange(end - key.bytes.count..<end, with: other.bytes)
    #expect(code(ofReading: text(fields)) == .malformedCursor)
  }

  /// Each component of the stamp, changed in turn, refuses the cursor and is told.
  @Test func aCursorOfAnotherStampSaysWhatDiffers() throws {
    let (cursor, collation) = (try cursor(), try collation())
    for component in collation.stamp.components {
      let stamp = collation.stamp.description.replacing(
        "\(component.name)=\(component.value)", with: "\(component.name)=other")
      // The format: 1, then stamp, key and id, each behind its length in two bytes.
      var fields: [UInt8] = [1]
      for field in [Array(stamp.utf8), cursor.key.bytes, Array(cursor.id.utf8)] {
        fields += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)] + field
      }
      let text = text(fields)
      let error = #expect(throws: PagingError.self) { try Cursor(text, for: collation) }
      #expect(error?.code == .otherStamp)
      #expect(error?.differences.count == 1)
      let value = component.value.isEmpty ? "empty" : component.value
      #expect(error?.differences.first?.hasSuffix("is \(value), was other") == true)
    }
    let error = #expect(throws: PagingError.self) {
      try Cursor(cursor.encoded(), for: LocalizedIndexedCollation(locale: "de"))
    }
    #expect(error?.differences.contains("locale is de, was sv") == true)
  }

  @Test func longNamesAreRefusedRatherThanCut() throws {
    let limit = Cursor.maximumLength
    for length in [100, 1_000, 10_000, 100_000] {
      let cursor = try cursor(String(repeating: "ångström ", count: length / 9), id: "1")
      do {
        let text = try cursor.encoded()
        #expect(text.utf8.count <= limit)
        #expect(try Cursor(text, for: collation()) == cursor)
      } catch let error as PagingError {
        #expect(error.code == .longCursor && length > 1_000)
      }
    }
    // What just fits, and one byte more.
    let room = limit * 3 / 4 - (try bytes(cursor(id: "").encoded()).count)
    let full = try cursor(id: String(repeating: "x", count: room)).encoded()
    #expect(full.utf8.count == limit && code(ofReading: full) == nil)
    #expect(throws: PagingError.self) {
      try cursor(id: String(repeating: "x", count: room + 1)).encoded()
    }
    #expect(throws: PagingError.self) {
      try cursor(id: String(repeating: "x", count: room - 8)).encoded(
        authenticatedBy: Self.authenticate)
    }
  }

  @Test func shortCodesAreRefused() throws {
    for count in [0, 15, 65] {
      let code: ([UInt8]) -> [UInt8] = { _ in [UInt8](repeating: 7, count: count) }
      let error = #expect(throws: PagingError.self) { try cursor().encoded(authenticatedBy: code) }
      #expect(error?.code == .invalidAuthenticationCode)
      let coded = try cursor().encoded(authenticatedBy: Self.authenticate)
      #expect(throws: PagingError.self) {
        try Cursor(coded, for: collation(), authenticatedBy: code)
      }
    }
  }

  // MARK: Walking

  /// A table of a database, which compares bytes: rows by (key, id).
  private struct Table {
    struct Row: Equatable {
      var key: [UInt8]
      var id: String
      var name: String
      static func precedes(_ left: Row, _ right: (key: [UInt8], id: String)) -> Bool {
        left.key == right.key
          ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
      }
    }
    var rows: [Row] = []

    mutating func insert(_ row: Row) {
      let place = rows.firstIndex { !Row.precedes($0, (row.key, row.id)) } ?? rows.count
      rows.insert(row, at: place)
    }

    /// `SELECT … WHERE (key, id) > (?, ?) ORDER BY key, id LIMIT ?`
    func page(after cursor: Cursor?, limit: Int) -> [Row] {
      guard let cursor else { return Array(rows.prefix(limit)) }
      let rest = rows.drop {
        $0.key == cursor.key.bytes && $0.id == cursor.id
          || Row.precedes($0, (cursor.key.bytes, cursor.id))
      }
      return Array(rest.prefix(limit))
    }
  }

  /// Between pages rows are inserted, renamed and removed. Each row that stood still from the first page to
  /// the last is shown once, in its order.
  @Test(arguments: ["en", "zh", "th", "cs"], 0..<6)
  func aWalkShowsEachRowThatStandsStillOnce(locale: String, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) * 977 + 5)
    var source = HostileNames(seed: UInt64(seed))
    let collation = try LocalizedIndexedCollation(locale: locale)
    // Few names, so that many rows have the same key, and hostile ones.
    let pool =
      ["Åberg", "åberg", "Abel", "42", "", "陈", "Chen", "Chovanec", "เก", "Zorn"]
      + source.names(20).map { String(decoding: $0, as: UTF8.self) }
    func name(_ generator: inout SeededGenerator) -> String {
      pool.randomElement(using: &generator)!
    }
    var table = Table()
    var lastID = 0
    func insert(_ table: inout Table, _ generator: inout SeededGenerator) {
      lastID += 1
      let name = name(&generator)
      let id = String(
        format: "%06d", Int.random(in: 0..<1000, using: &generator) * 1000 + lastID % 1000)
      if table.rows.contains(where: { $0.id == id }) { return }
      table.insert(.init(key: collation.displayKey(for: name).bytes, id: id, name: name))
    }
    for _ in 0..<Int.random(in: 0...150, using: &generator) { insert(&table, &generator) }

    var function: (([UInt8]) -> [UInt8])?
    if seed % 2 == 0 { function = Self.authenticate }
    let start = table.rows
    var moved: Set<String> = []
    var shown: [Table.Row] = []
    var text: String?
    while true {
      let cursor = try text.map {
        try Cursor($0, for: collation, authenticatedBy: function)
      }
      let page = table.page(
        after: cursor, limit: Int.random(in: 1...9, using: &generator))
      shown += page
      guard let last = page.last else { break }
      text = try Cursor(
        after: #require(DisplayKey(bytes: last.key)), id: last.id, in: collation
      ).encoded(authenticatedBy: function)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where lastID < 400: insert(&table, &generator)
        case 1 where !table.rows.isEmpty:
          // Also the very row that the cursor stands behind.
          let place =
            Bool.random(using: &generator)
            ? table.rows.firstIndex(of: last) ?? 0
            : Int.random(in: table.rows.indices, using: &generator)
          moved.insert(table.rows.remove(at: place).id)
        case 2 where !table.rows.isEmpty && moved.count < 60:
          var row = table.rows.remove(at: Int.random(in: table.rows.indices, using: &generator))
          moved.insert(row.id)
          row.name = name(&generator)
          row.key = collation.displayKey(for: row.name).bytes
          table.insert(row)
        default: break
        }
      }
    }
    let still = start.filter { !moved.contains($0.id) }
    let ids = Set(still.map(\.id))
    #expect(shown.filter { ids.contains($0.id) } == still)
  }

  /// A search of several ranges, page by page: the rows that lie in a range, each once, in the order of
  /// the table. At primary strength a key may be the very bytes that a range begins with.
  @Test(arguments: [CollationStrength.primary, .tertiary], 0..<8)
  func aSearchIsPagedRangeByRange(strength: CollationStrength, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) + 301)
    var options = CollatorOptions()
    options.strength = strength
    let collation = try LocalizedIndexedCollation(locale: "cs", options: options)
    let letters = ["c", "C", "č", "h", "ch", "a", "d"]
    var table = Table()
    for number in 0..<120 {
      let name = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        letters.randomElement(using: &generator)!
      }.joined()
      table.insert(
        .init(
          key: collation.displayKey(for: name).bytes, id: String(format: "%03d", number), name: name
        ))
    }
    let search = try collation.prefixSearch("c")
    #expect(search.ranges.count == 2, "c and ch")
    var found: [Table.Row] = []
    var cursor: Cursor?
    while true {
      let limit = Int.random(in: 1...9, using: &generator)
      var page: [Table.Row] = []
      for range in search.ranges where page.count < limit {
        guard let start = range.start(after: cursor) else { continue }
        let rows = table.rows.filter {
          $0.key == start.key
            ? $0.id > start.id ?? "" : start.key.lexicographicallyPrecedes($0.key)
        }
        page += rows.filter { $0.key.lexicographicallyPrecedes(range.upperBound) }
          .prefix(limit - page.count)
      }
      guard let last = page.last else { break }
      found += page
      cursor = try Cursor(after: #require(DisplayKey(bytes: last.key)), id: last.id, in: collation)
    }
    let expected = try table.rows.filter { row in
      let key = try #require(DisplayKey(bytes: row.key))
      return search.ranges.contains { $0.contains(key) }
    }
    #expect(found == expected)
    #expect(
      found.count(where: { search.matches($0.name) })
        == table.rows.count(where: { search.matches($0.name) }))
  }
}
