package import Collation

/// What filing reads of a name, wherever its parts are stored.
protocol PartReader {
  var fieldCount: Int { get }
  var fieldsHaveParts: Bool { get }
  /// Whether an empty field has a place among the others, instead of being left out.
  var keepsEmptyFields: Bool { get }

  /// How many characters at the beginning of a part, the shown text or a field, don't count; `nil`
  /// if unknown.
  func nonfilingCount(of part: NamePart) -> Int?

  /// Calls `body` with the UTF-8 bytes of a part, which are empty if it is missing.
  func read<Result>(_ part: NamePart, _ body: (Span<UInt8>) -> Result) -> Result
}

enum NamePart {
  case shown, sortAs, reading, language
  case field(Int), fieldSortAs(Int), fieldReading(Int), fieldLanguage(Int)
}

extension PartReader {
  /// Whether a part is more than spaces.
  @inline(__always)
  func has(_ part: NamePart) -> Bool { read(part) { !$0.isBlank } }

  /// Appends the name's shown text, or its fields if it has none.
  func appendShown(to text: inout [UInt8]) {
    let start = text.count
    read(.shown) { text.append(bytesOf: $0) }
    if text.count > start { return }
    for place in 0..<fieldCount {
      read(.field(place)) { field in
        if field.isEmpty && !keepsEmptyFields { return }
        if isSeparated(place, text.count > start) { text.appendSeparator() }
        text.append(bytesOf: field)
      }
    }
  }

  /// Returns whether a separator comes before a field.
  @inline(__always)
  func isSeparated(_ place: Int, _ followsText: Bool) -> Bool {
    keepsEmptyFields ? place > 0 : followsText
  }
}

extension NameParts: PartReader {
  var fieldCount: Int { fields.count }

  var fieldsHaveParts: Bool {
    fields.contains { $0.sortAs != nil || $0.reading != nil || $0.language != nil }
  }

  var keepsEmptyFields: Bool { false }

  func nonfilingCount(of part: NamePart) -> Int? {
    if case .field(let place) = part { fields[place].nonfilingCount } else { nonfilingCount }
  }

  func read<Result>(_ part: NamePart, _ body: (Span<UInt8>) -> Result) -> Result {
    let text =
      switch part {
      case .shown: shown
      case .sortAs: sortAs
      case .reading: reading
      case .language: language
      case .field(let place): fields[place].text
      case .fieldSortAs(let place): fields[place].sortAs
      case .fieldReading(let place): fields[place].reading
      case .fieldLanguage(let place): fields[place].language
      }
    let bytes = text ?? ""
    return body(bytes.utf8.span)
  }
}

/// The parts of names in columns, with one record per name. Columns may differ in length.
///
/// A class, so a row retains a single reference.
final class PartColumns: Sendable {
  private let shown: Column
  private let fields: [Column]
  private let sortAs: Column
  private let readings: Column
  private let languages: Column
  private let keepsEmptyFields: Bool
  let count: Int

  /// A column's records as arrays of this module: calling another module for each name would take
  /// as long as filing it.
  private struct Column {
    let bytes: [UInt8]
    let ranges: [Range<Int>]

    init(_ records: UTF8Records) { (bytes, ranges) = (records.bytes, records.ranges) }

    @inline(__always)
    func read<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
      if number >= ranges.count { return body(Span()) }
      return body(bytes.span.extracting(ranges[number]))
    }
  }

  init(
    shown: UTF8Records = UTF8Records(), fields: [UTF8Records] = [],
    sortAs: UTF8Records = UTF8Records(), readings: UTF8Records = UTF8Records(),
    languages: UTF8Records = UTF8Records(), keepsEmptyFields: Bool = false
  ) {
    self.shown = Column(shown)
    self.fields = fields.map(Column.init)
    self.sortAs = Column(sortAs)
    self.readings = Column(readings)
    self.languages = Column(languages)
    self.keepsEmptyFields = keepsEmptyFields
    count = (fields + [sortAs, readings, languages]).reduce(shown.count) { max($0, $1.count) }
  }

  struct Row: PartReader {
    fileprivate let columns: PartColumns
    fileprivate let number: Int

    var fieldCount: Int { columns.fields.count }
    var fieldsHaveParts: Bool { false }
    var keepsEmptyFields: Bool { columns.keepsEmptyFields }
    func nonfilingCount(of part: NamePart) -> Int? { nil }

    @inline(__always)
    func read<Result>(_ part: NamePart, _ body: (Span<UInt8>) -> Result) -> Result {
      switch part {
      case .shown: columns.shown.read(number, body)
      case .sortAs: columns.sortAs.read(number, body)
      case .reading: columns.readings.read(number, body)
      case .language: columns.languages.read(number, body)
      case .field(let place): columns.fields[place].read(number, body)
      case .fieldSortAs, .fieldReading, .fieldLanguage: body(Span())
      }
    }
  }

  subscript(number: Int) -> Row { Row(columns: self, number: number) }
}

extension PartColumns: NamesInParts {
  func filedAsTheyStand(_ range: Range<Int>) -> Names { Filing.asShown.file(self, range) }
}

extension [NameParts]: NamesInParts {
  package func filedAsTheyStand(_ range: Range<Int>) -> Names {
    Filing.asShown.file(self, range)
  }
}
