import Collation

/// Writes records in sections, taking them in list order.
struct SectionWriter: ~Copyable {
  enum Form {
    case plain, tsv, json
  }

  private let outline: SectionOutline
  private let form: Form
  private let terminator: UInt8
  private var output = Output()
  /// The number of sections begun.
  private var begun = 0
  private var section: SectionOutline.Section?
  /// The number of records that the section still lacks.
  private var missing = 0

  init(_ outline: SectionOutline, as form: Form, locale: String?, terminator: UInt8) throws {
    (self.outline, self.form, self.terminator) = (outline, form, terminator)
    guard form == .json else { return }
    try output.write(#"{"locale":"#)
    try output.write((locale.map(JSON.string) ?? .null).bytes)
    try output.write(#","count":\#(outline.rowCount),"sections":["#)
  }

  /// Writes the next record.
  mutating func write(_ line: ArraySlice<UInt8>) throws {
    while missing == 0 { try beginSection() }
    switch form {
    case .plain:
      // No title contains a control character, so a tab tells a record from a title with equal
      // text.
      try output.write(CollectionOfOne(UInt8(ascii: "\t")))
      try output.writeLine(line, terminator: terminator)
    case .tsv:
      if let section {
        try output.writeRow(section.number, section.title, line, terminator: terminator)
      }
    case .json:
      if let section, missing < section.count { try output.write(",") }
      try output.write(JSON.record(line).bytes)
    }
    missing -= 1
  }

  /// Writes what follows the last record.
  consuming func finish() throws {
    while begun < outline.count { try beginSection() }
    if form == .json {
      if section != nil { try output.write("]}") }
      // A number is a position in "sections", even if sections without records are left out.
      let index = outline.indexTitles()
      try output.write(#"],"sectionIndexTitles":"#)
      try output.write(JSON.array(index.map { .string($0.title) }).bytes)
      try output.write(#","sectionForSectionIndexTitle":"#)
      try output.write(
        JSON.array(index.map { $0.section.map { .number($0.position) } ?? .null }).bytes)
      try output.write("}\n")
    }
    try output.flush()
  }

  private mutating func beginSection() throws {
    let next = outline[begun]
    switch form {
    case .plain: try output.writeLine(Array(next.title.utf8)[...], terminator: terminator)
    case .tsv: break
    case .json:
      if section != nil { try output.write("]},") }
      // The members of an encoded `SectionedCollection.Section`.
      try output.write(#"{"number":\#(next.number),"position":\#(next.position),"title":"#)
      try output.write(JSON.string(next.title).bytes)
      try output.write(#","kind":"#)
      try output.write(JSON.string(next.kind.rawValue).bytes)
      try output.write(#","offset":\#(next.offset),"count":\#(next.count),"rows":["#)
    }
    begun += 1
    section = next
    missing = next.count
  }
}
