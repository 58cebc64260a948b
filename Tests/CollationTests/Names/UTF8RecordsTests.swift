import Collation
import CollationTestSupport
import Testing

/// Records of bytes against arrays of bytes.
@Suite struct UTF8RecordsTests {
  @Test func recordsKeepTheirBytes() throws {
    let bytes: [UInt8] = [0x62, 0x0D, 0x0A, 0x0A, 0xFF, 0x00, 0x0A, 0x61]
    let records = UTF8Records(bytes)
    #expect(records.map(Array.init) == [[0x62, 0x0D], [], [0xFF, 0x00], [0x61]])
    #expect(UTF8Records(bytes + [0x0A]).count == 4)
    #expect(UTF8Records(bytes, separator: 0).map(\.count) == [5, 2])
    #expect(try UTF8Records(bytes, ranges: [8..<8]).count == 1)
    for range in [0..<9, 9..<9, -1 ..< -1, -1..<2, .min ..< .max] {
      let error = #expect(throws: CollationError.self) {
        try UTF8Records(bytes, ranges: [0..<1, range])
      }
      #expect(error?.code == .rangeOutOfBounds && error?.description.hasPrefix("record 1 ") == true)
      #expect(error?.description.contains("expected a range within 0..<8") == true)
    }
    let strings = ["", "Åberg", "a\nb\u{0}c", "", "👩‍👩‍👧", ""]
    #expect(UTF8Records(strings: strings).map(Array.init) == strings.map { Array($0.utf8) })
    #expect(UTF8Records(strings: []).isEmpty)
  }

  /// However records come into the buffer, they are the bytes that went in.
  @Test(arguments: 0..<10) func recordsAreWhatWasAppended(seed: Int) throws {
    var (source, generator) = (
      HostileNames(seed: UInt64(seed)), SeededGenerator(seed: UInt64(seed))
    )
    var expected = [[], [0x62, 0x0D], []] as [[UInt8]]
    var records = UTF8Records(Array("\nb\r\n\n".utf8))
    for number in 0..<200 {
      let bytes = source.next()
      let text = String(decoding: bytes, as: UTF8.self)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        records.append(utf8: bytes)
        expected.append(bytes)
      case 1:
        records.append(utf8: AnySequence(bytes.reversed()))
        expected.append(bytes.reversed())
      case 2:
        records.append(text)
        expected.append(Array(text.utf8))
      case 3:
        records.append(text.dropFirst())
        expected.append(Array(text.dropFirst().utf8))
      default:
        records.reserveCapacity(records: number, bytes: 9 * number)
        records.append(utf8: EmptyCollection())
        expected.append([])
      }
      #expect(records.count == expected.count && records.last.map(Array.init) == expected.last)
    }
    #expect(records.map(Array.init) == expected)
    #expect(records.bytes == Array("\nb\r\n\n".utf8) + expected.dropFirst(3).joined())
    let copy = try UTF8Records(records.bytes, ranges: records.ranges)
    #expect(copy.map(Array.init) == expected)
    let collator = try Collator(locale: "sv")
    #expect(
      collator.sortedIndices(of: NameList(records)) == collator.sortedIndices(of: NameList(copy)))
  }
}
