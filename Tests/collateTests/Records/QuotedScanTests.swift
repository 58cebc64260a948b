import CollationTestSupport
import Testing

@testable import Collation
@testable import collate

/// The records and fields of CSV, against a reader that knows no states: by RFC 4180, a line feed
/// or a comma is within a field if the number of quotation marks before it is odd, and a field that
/// has a quotation mark begins and ends with one and has pairs of them in between.
@Suite struct QuotedScanTests {
  private static let mark = UInt8(ascii: "\"")

  private struct Record: Equatable {
    var bytes: [UInt8]
    var fields: [[UInt8]]
  }

  /// The pieces between the separators outside of quotation marks.
  private static func split(_ bytes: [UInt8], at separator: UInt8) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var marks = 0
    for byte in bytes {
      if byte == mark { marks += 1 }
      if byte == separator && marks.isMultiple(of: 2) {
        pieces.append([])
      } else {
        pieces[pieces.count - 1].append(byte)
      }
    }
    return pieces
  }

  /// The text of a field; `nil` if the grammar has no such field.
  private static func text(_ field: [UInt8]) -> [UInt8]? {
    guard field.contains(mark) else { return field.contains(0x0D) ? nil : field }
    guard field.count >= 2, field.first == mark, field.last == mark else { return nil }
    var text: [UInt8] = []
    var rest = field.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == mark, rest.popFirst() != mark { return nil }
    }
    return text
  }

  /// The records; `nil` if the input is not CSV. The input ends in a line feed.
  private static func expected(_ bytes: [UInt8]) -> [Record]? {
    if bytes.count(where: { $0 == mark }) % 2 == 1 { return nil }
    var records: [Record] = []
    for line in split(bytes, at: 0x0A).dropLast() {
      var content = line
      if content.starts(with: [0xEF, 0xBB, 0xBF]) { content.removeFirst(3) }
      if content.last == 0x0D { content.removeLast() }
      let fields = split(content, at: UInt8(ascii: ",")).map(text)
      guard !fields.contains(nil) else { return nil }
      records.append(Record(bytes: line, fields: fields.compactMap(\.self)))
    }
    return records
  }

  private static let format: RecordFormat = {
    var format = RecordFormat()
    (format.isQuoted, format.delimiter) = (true, [UInt8(ascii: ",")])
    return format
  }()

  /// The records, read some bytes at a time; `nil` if the scan refuses the input.
  private static func found(
    _ bytes: [UInt8], _ generator: inout SeededGenerator
  ) throws -> [Record]? {
    var scan = RecordScan(format)
    var ranges: [Range<Int>] = []
    var read = 0
    do {
      while read < bytes.count {
        read = min(bytes.count, read + Int.random(in: 1...8, using: &generator))
        try scan.scan(Array(bytes[..<read]).span, to: &ranges)
      }
      try scan.checkEnd()
    } catch {
      return nil
    }
    #expect(scan.start == bytes.count)
    return ranges.map { range in
      let record = Array(bytes[range])
      return Record(bytes: record, fields: format.fields(of: record))
    }
  }

  /// Random bytes are seldom CSV, so most of these are pieces of it.
  @Test func randomInput() throws {
    var generator = SeededGenerator(seed: 4_180)
    let pieces = [
      ",", "\n", "\r\n", "\"a\"", "\"\"", "\"b,c\"", "\"d\"\"e\"", "\"\r\n\"", "\"\n\"", "f", "é",
      "\"\"\"\"", " ", "\"", "\r", "\u{FEFF}", "\u{F8FF}", "\u{FEC0}",
    ].map { Array($0.utf8) }
    var readable = 0
    for _ in 0..<60_000 {
      let count = Int.random(in: 0...9, using: &generator)
      // The last pieces make most input unreadable, and come less often.
      let most = Bool.random(using: &generator) ? pieces.count : 13
      var bytes = (0..<count).flatMap { _ in pieces[Int.random(in: 0..<most, using: &generator)] }
      if bytes.last != 0x0A { bytes.append(0x0A) }
      let expected = Self.expected(bytes)
      let found = try Self.found(bytes, &generator)
      #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      if expected != nil { readable += 1 }
    }
    #expect(readable > 10_000)
  }

  /// What is marked of a text is the same text in the record.
  @Test func placesOfTexts() throws {
    let record = Array(#"a,"say ""hi"", now",b"#.utf8)
    let place = try #require(Self.format.field(2, of: record.indices, in: record))
    let text = Self.format.fields(of: record)[1]
    #expect(text == Array(#"say "hi", now"#.utf8))
    for start in text.indices {
      for end in start...text.count {
        let places = Self.format.places(of: [start..<end], inFieldAt: place, in: record)
        let marked = [Self.mark] + record[places[0]] + [Self.mark]
        #expect(Self.text(marked) == Array(text[start..<end]))
      }
    }
  }
}
