/// The parts of names as places in one buffer, so that no bytes are copied where the columns share
/// theirs.
struct PartsOfNames {
  let bytes: [UInt8]
  let count: Int
  let fieldCount: Int
  /// The most bytes that the parts of all names take, with a separator behind each.
  let byteCount: Int

  private let names: [Range<Int>]
  /// The places of each field.
  private let fields: [[Range<Int>]]
  private let sortAs: [Range<Int>]
  private let readings: [Range<Int>]
  private let languages: [Range<Int>]

  init(_ columns: NameColumns) {
    count = columns.count
    fieldCount = columns.fields.count
    let all =
      [columns.names, columns.sortAs, columns.readings, columns.languages] + columns.fields
    var bytes = all.first { !$0.isEmpty }?.bytes ?? []
    /// The places of the records of a column, whose bytes are added where they lie elsewhere.
    func places(_ column: UTF8Records) -> [Range<Int>] {
      if column.isEmpty || bytes.span.isIdentical(to: column.bytes.span) { return column.ranges }
      let offset = bytes.count
      bytes += column.bytes
      return column.ranges.map { $0.lowerBound + offset..<$0.upperBound + offset }
    }
    names = places(columns.names)
    sortAs = places(columns.sortAs)
    readings = places(columns.readings)
    languages = places(columns.languages)
    fields = columns.fields.map(places)
    self.bytes = bytes
    // Parts may overlap.
    byteCount = all.reduce(0) { sum, column in
      column.ranges.reduce(sum) { $0 + $1.count + UTF8Records.separator.count }
    }
  }

  var hasNames: Bool { !names.isEmpty }

  var hasLanguages: Bool { !languages.isEmpty }

  func name(of number: Int) -> Range<Int> { number < names.count ? names[number] : 0..<0 }

  func field(_ place: Int, of number: Int) -> Range<Int> {
    number < fields[place].count ? fields[place][number] : 0..<0
  }

  func language(of number: Int) -> Range<Int> {
    number < languages.count ? languages[number] : 0..<0
  }

  /// The text that no rule leaves parts of out: what the name sorts as, or its reading.
  func override(of number: Int) -> Range<Int>? {
    sortAs(of: number) ?? text(of: number, in: readings)
  }

  /// The text that a name sorts as.
  func sortAs(of number: Int) -> Range<Int>? { text(of: number, in: sortAs) }

  private func text(of number: Int, in column: [Range<Int>]) -> Range<Int>? {
    guard number < column.count, !bytes.span.extracting(column[number]).isBlank else { return nil }
    return column[number]
  }

  /// Appends what is shown for a name: the name, or its fields where it has no name.
  func appendShown(_ number: Int, to text: inout [UInt8]) {
    let name = name(of: number)
    if !name.isEmpty {
      text += bytes[name]
      return
    }
    let start = text.count
    for place in 0..<fieldCount {
      let field = field(place, of: number)
      if field.isEmpty { continue }
      if text.count > start { text += UTF8Records.separator }
      text += bytes[field]
    }
  }
}
