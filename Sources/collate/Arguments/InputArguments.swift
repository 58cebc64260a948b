import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

/// The options that tell where the records come from, and which part of each is the name.
final class InputArguments: ParsableArguments {
  @Argument(
    help: "Files to read; - is standard input. (default: standard input)", completion: .file())
  var files: [String] = []

  @OptionGroup var fields: FieldArguments

  @Option(
    name: [.customShort("t"), .long],
    help: ArgumentHelp(
      "The text between fields; \\t is a tab. (default: a tab, or a comma with --csv)",
      valueName: "text"))
  var delimiter: String?

  @Flag(
    help: """
      Read CSV (RFC 4180): fields may be in quotation marks, and have delimiters and line feeds in \
      them. Without --field, the first one is collated.
      """)
  var csv = false

  @Flag(
    help: """
      The first record of each file names the fields. 'sort' and 'search' print it first, other \
      commands leave it out.
      """)
  var header = false

  @Flag(
    name: [.customShort("z"), .long],
    help: "End records with NUL, not a line feed, in the input and in plain output.")
  var null = false

  @Flag(
    help: """
      Collate by the last word of the name, then by those before it. A guess: of 'van Beethoven' \
      it takes 'Beethoven', of 'King, Jr.' it takes 'Jr.'.
      """)
  var surname = false

  @Option(
    help: ArgumentHelp(
      "Collate by this field instead of the name, unless it is empty.", valueName: "field"))
  var sortAsField: String?

  @Option(
    help: ArgumentHelp(
      "Collate by this field, the reading of the name, unless it is empty.", valueName: "field"))
  var readingField: String?

  @Option(
    help: ArgumentHelp(
      "The field with the language of the name, such as fr, for articles and particles.",
      valueName: "field"))
  var languageField: String?

  /// Refuses options that have no effect in combination.
  func validate(with filing: FilingArguments) throws {
    let names = try (fields.columns + parts.map(\.field)).filter(\.isName)
    if case .name(let name) = names.first, !header {
      let reason =
        FieldArgument.replacement(for: name)
        ?? "expected a number such as 2, or --header for a name"
      throw ValidationError("invalid field \(quoted(name)): \(reason)")
    }
    if surname, try fields.field.count > 1 || !fields.numericColumns.isEmpty {
      throw ValidationError("--surname needs one name: expected at most one --field, without an n")
    }
    if languageField != nil, try filing.rules().articles == nil {
      throw ValidationError("--language-field needs --articles, --particles or --article")
    }
    if csv && null {
      throw ValidationError("--csv and --null cannot be used together: records of CSV are lines")
    }
    let delimiter = format.delimiter
    if csv && (delimiter.count > 1 || "\"\r\n".utf8.contains(delimiter[0])) {
      throw ValidationError(
        "invalid --delimiter for --csv: expected one byte such as ;, not a quote or line end")
    }
    if self.delimiter != nil && !csv && fields.field.isEmpty, try parts.isEmpty {
      throw ValidationError("--delimiter needs an option that names a field, such as --field")
    }
  }

  func validate() throws {
    _ = try parts
    if let delimiter, !(1...64).contains(delimiter.utf8.count) {
      throw ValidationError("invalid value for --delimiter: expected 1 to 64 bytes")
    }
  }
}

extension InputArguments {
  /// The fields that contain parts of the name.
  private var parts: [(field: FieldArgument, part: WritableKeyPath<RecordReader, Int?>)] {
    get throws {
      let options: [(String, String?, WritableKeyPath<RecordReader, Int?>)] = [
        ("--sort-as-field", sortAsField, \.sortAs), ("--reading-field", readingField, \.reading),
        ("--language-field", languageField, \.language),
      ]
      return try options.compactMap { option, text, part in
        guard let text else { return nil }
        let (field, isNumeric) = try FieldArgument.parse(text, for: option)
        if isNumeric { throw ValidationError("\(option) takes no n: expected a field such as 2") }
        return (field, part)
      }
    }
  }

  var format: RecordFormat {
    var format = RecordFormat()
    if null { format.terminator = 0 }
    if csv { format.delimiter = [UInt8(ascii: ",")] }
    if let delimiter { format.delimiter = Array((delimiter == "\\t" ? "\t" : delimiter).utf8) }
    (format.isQuoted, format.hasHeader) = (csv, header)
    return format
  }

  /// Reads all records, however many there are, after the header.
  func read() throws -> (records: Records, header: [UInt8]) {
    var pieces = try pieces(cost: RecordCost(quartersPerByte: 4, bytesPerRecord: 0), memory: .max)
    let reader = try reader(header: pieces.header)
    let records = try reader.records(in: pieces.next(), progress: Progress()).asAll
    try reader.check(records.missingFields, of: records.lines.count)
    return (records, pieces.header)
  }

  /// Returns the records, as many at a time as fit into memory.
  func pieces(
    cost: RecordCost, memory: Int, notesIllFormed: Bool = true
  ) throws -> InputPieces {
    try InputPieces(
      files.isEmpty ? ["-"] : files, format: format, cost: cost, memory: memory,
      notesIllFormed: notesIllFormed)
  }

  /// Returns a reader for the parts of names.
  func reader(header: [UInt8]) throws -> RecordReader {
    let format = format
    let names = header.isEmpty ? [] : format.names(in: header)
    var reader = RecordReader(format: format)
    reader.fieldsInHeader = names.count
    reader.fields = try fields.columns.map { try $0.number(in: names) }
    if csv && reader.fields.isEmpty { reader.fields = [1] }
    reader.isNumeric = try !fields.numericColumns.isEmpty
    reader.bySurname = surname
    for (field, part) in try parts { reader[keyPath: part] = try field.number(in: names) }
    return reader
  }

  /// Returns whether texts other than the unchanged names may be collated.
  func areFiled(_ filing: FilingArguments) throws -> Bool {
    try filing.rules(fields) != .asShown || fields.field.count > 1 || surname || !parts.isEmpty
  }

  /// Returns the number of columns for the names, apart from the records themselves.
  func columnCount() throws -> Int {
    try max(fields.field.count, csv ? 1 : 0) + parts.count + (surname ? 2 : 0)
  }
}
