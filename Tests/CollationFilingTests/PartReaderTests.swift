import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// The parts of names, whether each name has them or a column does.
@Suite struct PartReaderTests {
  private static let parts: [NamePart] = [
    .shown, .sortAs, .reading, .language, .field(0), .field(1),
  ]

  /// Names of two fields, and their parts in the order of `parts`.
  private static let names: [[String]] = [
    ["Ludwig van Beethoven", "Beethoven", "", "de", "", ""],
    ["Zorn", "Öl", "Åsa", "", "Adam", ""],
    ["", "", "", "", "Öberg", "Åsa"],
    ["", "", " \u{A0}", "", "", "Åsa"],
    ["田中", "", "たなか", "ja", "田中", ""],
    ["", "", "", "", "", ""],
  ]

  private static func strings(_ name: [String]) -> NameParts {
    NameParts(
      shown: name[0], fields: [.init(name[4]), .init(name[5])], sortAs: name[1], reading: name[2],
      language: name[3])
  }

  /// A column that ends early lacks the empty records at its end.
  private static func column(_ part: Int) -> UTF8Records {
    var column = UTF8Records(strings: names.map { $0[part] })
    while let last = column.last, last.isEmpty {
      column = UTF8Records(strings: column.dropLast().map { String(decoding: $0, as: UTF8.self) })
    }
    return column
  }

  private static func columns(shown: UTF8Records) -> PartColumns {
    PartColumns(
      shown: shown, fields: [column(4), column(5)], sortAs: column(1), readings: column(2),
      languages: column(3))
  }

  private func expect(_ reader: some PartReader, _ name: [String]) {
    #expect(reader.fieldCount == 2 && !reader.fieldsHaveParts)
    for (part, text) in zip(Self.parts, name) {
      #expect(reader.read(part) { Array($0) } == Array(text.utf8))
      #expect(reader.has(part) == !text.unicodeScalars.allSatisfy(\.properties.isWhitespace))
    }
    // The fields are shown where no text is, with U+FFFE between them.
    var shown = Array("before".utf8)
    reader.appendShown(to: &shown)
    let fields = name[4...].filter { !$0.isEmpty }.joined(separator: "\u{FFFE}")
    #expect(shown == Array(("before" + (name[0].isEmpty ? fields : name[0])).utf8))
  }

  @Test func stringsAndColumnsHaveTheSameParts() {
    let columns = Self.columns(shown: Self.column(0))
    // The last name is nowhere, unless the column of what is shown has it.
    #expect(columns.count == 5)
    #expect(Self.columns(shown: UTF8Records(strings: Self.names.map { $0[0] })).count == 6)
    for (number, name) in Self.names.enumerated() {
      expect(Self.strings(name), name)
      expect(columns[number], name)
    }
  }

  @Test func fieldsWithPartsOfTheirOwn() {
    let name = NameParts(fields: [.init("田中", reading: "たなか"), "x"])
    #expect(name.fieldsHaveParts && name.has(.fieldReading(0)) && !name.has(.fieldReading(1)))
    #expect(!name.has(.fieldSortAs(0)) && !name.has(.fieldLanguage(0)))
  }

  /// Which part is collated, by the list of `NameParts`: sort-as, reading, fields, what is shown.
  /// The keys are ICU's of that text, and of what is shown where it is another.
  @Test func listsOfNamesByParts() throws {
    let collator = try Collator(locale: "sv")
    let reference = try #require(ReferenceCollator(locale: "sv"))
    let collated = ["Beethoven", "Öl", "Öberg\u{FFFE}Åsa", "Åsa", "たなか", ""]
    let keys = zip(Self.names, collated).map { name, text in
      let fields = name[4...].filter { !$0.isEmpty }.joined(separator: "\u{FFFE}")
      let shown = name[0].isEmpty ? fields : name[0]
      return reference.sortKey(Array(text.utf8))
        + (shown == text ? [] : reference.sortKey(Array(shown.utf8)))
    }
    let lists = [
      NameList(Self.names, filedBy: Self.strings),
      NameList(
        shown: UTF8Records(strings: Self.names.map { $0[0] }),
        fields: [Self.column(4), Self.column(5)], sortAs: Self.column(1),
        readings: Self.column(2), languages: Self.column(3)),
    ]
    for list in lists {
      #expect(list.count == keys.count)
      #expect(collator.sortKeys(of: list).map { Array($0.bytes) } == keys)
    }
    // What is shown alone is a list of records.
    #expect(NameList(shown: Self.column(0)).count == Self.column(0).count)
  }
}
