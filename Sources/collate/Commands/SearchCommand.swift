import ArgumentParser
import Collation
import CollationFiling

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Prints the records that contain a text, the best match first.",
    discussion: """
      Matches the beginnings of words, in any order: 'jam' and 'james b' find 'Brown, James'. \
      Searches the name, each --field, the sort-as and reading fields and, with --romanize, the \
      text that the name is filed as. A letter without marks finds the letter with any: 'rehor' \
      finds 'Řehoř'. With --strength, matches what is equal in the locale's order, such as ř and \
      Ř alone at primary strength. Whole words come first, then beginnings of names, then \
      beginnings of other words; records that match alike are in order. An empty text matches \
      every record. If no record matches, prints nothing and exits with status 1. On a terminal, \
      matches are marked unless NO_COLOR is set.

      Examples:
        collate search jam names.txt
        collate search --locale sv --json --anywhere berg names.txt
      """)

  @Argument(help: "The text to find.") var query: String

  struct OutputArguments: ParsableArguments {
    @Flag(help: "Match within words, too.") var anywhere = false
    @Flag(
      help: """
        Print a JSON object for each record: the record, and for each match the offsets of its \
        first byte and of the byte after its last.
        """)
    var json = false
  }

  @OptionGroup(title: "Search") var output: OutputArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var work: WorkArguments

  func validate() throws { try input.validate(with: filing) }

  /// The matches in a record, in bytes of the record.
  fileprivate struct Found {
    var record: Int
    var rank: NameSearch.Rank
    var ranges: [Range<Int>]
  }

  func run() async throws {
    let searching = try collator.open()
    var ordering = collator
    ordering.strength = nil
    let order = try ordering.open().filed(by: filing.rules(input.fields))
    let (records, header) = try input.read()
    let reader = try input.reader(header: header)
    let form: Output.FoundForm = self.output.json ? .json : marksMatches ? .marked : .plain
    defer { records.progress.finish() }
    let found = try find(
      in: records, by: searching, reader,
      romanized: try romanized(records),
      withRanges: form != .plain)
    if found.isEmpty { throw ExitCode(1) }
    let sorted = try await order.sortedIndices(
      of: records.parts.selecting(found.map(\.record)).names(), workers: work.count,
      progress: records.reportSorted)
    let ranked = sorted.enumerated()
      .sorted { (found[$0.element].rank, $0.offset) < (found[$1.element].rank, $1.offset) }
      .map(\.element)
    var output = Output()
    if form != .json { try output.write(header) }
    for (position, number) in ranked.enumerated() {
      records.reportWritten(position)
      try output.write(found[number], in: records, as: form, terminator: reader.format.terminator)
    }
    try output.flush()
  }

  /// Finds the records that match in one of their parts, some thousand at a time, so the search
  /// takes little memory and can report its progress.
  ///
  /// - Parameter romanized: Further texts of the records, whose matches have no ranges.
  private func find(
    in records: Records, by collator: Collator, _ reader: RecordReader, romanized: [UTF8Records],
    withRanges: Bool
  ) throws -> [Found] {
    let matching = self.collator.strength.map(NameSearch.Matching.list) ?? .letters
    let parts = reader.searched(records.parts)
    let columns = parts.map(\.texts) + romanized
    var found: [Found] = []
    for start in stride(from: 0, to: records.lines.count, by: Self.recordsAtOnce) {
      records.reportSearched(start)
      let numbers = start..<min(start + Self.recordsAtOnce, records.lines.count)
      var foundByRecord: [Int: Found] = [:]
      for (columnNumber, column) in columns.enumerated() {
        let search = try NameSearch(
          column.selecting(numbers), by: collator, matching: matching)
        for match in try search.matches(query, insideWords: output.anywhere) {
          let record = start + match.number
          var all = foundByRecord[record] ?? Found(record: record, rank: match.rank, ranges: [])
          all.rank = min(all.rank, match.rank)
          if withRanges && columnNumber < parts.count && record < column.count {
            all.ranges += reader.places(
              of: try search.byteRanges(
                of: query, in: column.bytes.span.extracting(column.ranges[record]),
                insideWords: output.anywhere),
              inField: parts[columnNumber].field, of: records.lines[record])
          }
          foundByRecord[record] = all
        }
      }
      for (_, var record) in foundByRecord.sorted(by: { $0.key < $1.key }) {
        // Parts may overlap: the sort-as field lies within the name if the name is the whole
        // record.
        record.ranges = Set(record.ranges).sorted {
          ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }
        found.append(record)
      }
    }
    return found
  }

  /// How the names of records are romanized, and the first letters of ideographs.
  private func romanized(_ records: Records) throws -> [UTF8Records] {
    var rules = try filing.rules()
    if rules.romanization == nil { return [] }
    rules = FilingRules(
      romanization: rules.romanization, readsChineseSurnames: rules.readsChineseSurnames)
    let texts = try collator.open().filed(by: rules).filedTexts(of: records.names)
    let shown = records.parts.fields + [records.parts.shown]
    let initials = (0..<texts.count).map { record in
      let name = shown.flatMap { record < $0.count ? $0[record] : [] }
      return NameParts.initials(
        of: String(decoding: name, as: UTF8.self),
        romanized: String(decoding: texts[record], as: UTF8.self)) ?? ""
    }
    return [texts, UTF8Records(strings: initials)]
  }

  private static let recordsAtOnce = 4_096

  /// Whether the output is a terminal that can show colors (no-color.org).
  private var marksMatches: Bool {
    StandardStream.output.isTerminal && Environment.value(of: "TERM") != "dumb"
      && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
  }
}

extension Output {
  fileprivate enum FoundForm {
    case plain, marked, json
  }

  fileprivate mutating func write(
    _ found: SearchCommand.Found, in records: Records, as form: FoundForm, terminator: UInt8
  ) throws {
    let line = records.lines[found.record]
    switch form {
    case .plain: try writeLine(line, terminator: terminator)
    case .marked: try writeLine(marked(line, at: found.ranges)[...], terminator: terminator)
    case .json:
      let ranges = found.ranges.map { range in
        JSON.array([.number(range.lowerBound), .number(range.upperBound)])
      }
      try writeLine(.object([("name", .record(line)), ("ranges", .array(ranges))]))
    }
  }
}

/// Returns a record with its matches in bold red, as `grep` highlights them.
///
/// - Parameter ranges: The matches, sorted by where they begin. They may overlap.
private func marked(_ line: ArraySlice<UInt8>, at ranges: [Range<Int>]) -> [UInt8] {
  var marked: [UInt8] = []
  var end = 0
  for range in ranges where range.upperBound > end {
    let start = max(range.lowerBound, end)
    marked += line.dropFirst(end).prefix(start - end)
    marked += "\u{1B}[1;31m".utf8
    marked += line.dropFirst(start).prefix(range.upperBound - start)
    marked += "\u{1B}[m".utf8
    end = range.upperBound
  }
  return marked + line.dropFirst(end)
}
