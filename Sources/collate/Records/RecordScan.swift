import Collation

/// Splits a growing buffer into records.
enum RecordScan: Sendable {
  case separated(SeparatorScan)
  case quoted(QuotedScan)

  init(_ format: RecordFormat) {
    self =
      format.isQuoted
      ? .quoted(QuotedScan(delimiter: format.delimiter[0]))
      : .separated(SeparatorScan(format.terminator))
  }

  /// Where the unfinished record begins.
  var start: Int {
    switch self {
    case .separated(let scan): scan.start
    case .quoted(let scan): scan.start
    }
  }

  /// Appends the ranges of the records that end in bytes not yet read.
  mutating func scan(_ bytes: Span<UInt8>, to ranges: inout [Range<Int>]) throws(Failure) {
    switch self {
    case .separated(var scan):
      scan.scan(bytes, to: &ranges)
      self = .separated(scan)
    case .quoted(var scan):
      try scan.scan(bytes, to: &ranges)
      self = .quoted(scan)
    }
  }

  /// Continues in a buffer that begins with the unfinished record.
  mutating func beginBuffer() {
    switch self {
    case .separated(let scan): self = .separated(SeparatorScan(scan.separator))
    case .quoted(var scan):
      scan.beginBuffer()
      self = .quoted(scan)
    }
  }
}

extension RecordScan {
  private var quoted: QuotedScan? {
    get { if case .quoted(let scan) = self { scan } else { nil } }
    set { if let newValue { self = .quoted(newValue) } }
  }

  /// Continues with the first line of a file; the previous record has ended.
  mutating func beginFile(_ name: String) { quoted?.beginFile(name) }

  /// Continues after a header.
  mutating func skipHeader(_ header: ArraySlice<UInt8>) { quoted?.skipHeader(header) }

  /// Checks that a file may end where the bytes do.
  func checkEnd() throws(Failure) { try quoted?.checkEnd() }

  /// The line of the file in which the unfinished record begins, if fields may be quoted.
  var line: Int { quoted?.lineOfStart ?? 1 }

  /// Whether the last record ended in a carriage return and a line feed, if fields may be quoted.
  var endsInCarriageReturn: Bool { quoted?.endsInCarriageReturn ?? false }
}

/// Splits a growing buffer into the records of RFC 4180: a quoted line feed doesn't end a record.
/// Records may also end in a line feed alone, and begin with a byte order mark. Anything else that
/// the RFC's grammar excludes is a failure, since a guess could join or split records.
struct QuotedScan: Sendable {
  private enum State {
    /// The second and third are inside a byte order mark.
    case beginOfRecord, secondOfMark, thirdOfMark
    case beginOfField, unquoted, quoted
    /// After a quotation mark in a quoted field: the end of the field, or the first of two.
    case quotationMark
    case carriageReturn
  }

  private let delimiter: UInt8
  private(set) var start = 0
  private var scanned = 0
  private var state = State.beginOfRecord
  private var file = ""
  /// The line of the file that contains the next byte, from 1 up.
  private var line = 1
  /// The line in which the unfinished record begins.
  private(set) var lineOfStart = 1
  private(set) var endsInCarriageReturn = false

  init(delimiter: UInt8) { self.delimiter = delimiter }

  mutating func beginBuffer() {
    (start, scanned, state, line) = (0, 0, .beginOfRecord, lineOfStart)
  }

  mutating func beginFile(_ name: String) { (file, line, lineOfStart) = (name, 1, 1) }

  mutating func skipHeader(_ header: ArraySlice<UInt8>) {
    line += header.count { $0 == UInt8(ascii: "\n") }
    lineOfStart = line
    endsInCarriageReturn = header.dropLast().last == UInt8(ascii: "\r")
  }

  mutating func scan(_ bytes: Span<UInt8>, to ranges: inout [Range<Int>]) throws(Failure) {
    while scanned < bytes.count {
      let byte = bytes[scanned]
      scanned += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        if state == .quoted { continue }
        ranges.append(start..<scanned - 1)
        endsInCarriageReturn = state == .carriageReturn
        (start, lineOfStart, state) = (scanned, line, .beginOfRecord)
      } else {
        state = try next(byte)
      }
    }
  }

  /// Returns the state after a byte other than a line feed.
  private func next(_ byte: UInt8) throws(Failure) -> State {
    let quotationMark = UInt8(ascii: "\"")
    switch state {
    case .quoted: return byte == quotationMark ? .quotationMark : .quoted
    case .carriageReturn:
      throw failure("a carriage return without a line feed must be in a quoted field")
    case .quotationMark where byte == quotationMark: return .quoted
    case _ where byte == delimiter: return .beginOfField
    case _ where byte == UInt8(ascii: "\r"): return .carriageReturn
    case .quotationMark:
      throw failure("text after a closing quotation mark; a mark in a field is written twice")
    case .beginOfRecord where byte == quotationMark, .beginOfField where byte == quotationMark:
      return .quoted
    case _ where byte == quotationMark:
      throw failure("a quotation mark in an unquoted field; quote the field, and write it twice")
    case .beginOfRecord where byte == 0xEF: return .secondOfMark
    case .secondOfMark where byte == 0xBB: return .thirdOfMark
    case .thirdOfMark where byte == 0xBF: return .beginOfField
    default: return .unquoted
    }
  }

  func checkEnd() throws(Failure) {
    if state == .quoted {
      throw failure(
        "a field of the record that begins here has no closing quotation mark", in: lineOfStart)
    }
  }

  private func failure(_ reason: String, in line: Int? = nil) -> Failure {
    Failure(.data, "\(file):\(line ?? self.line): \(reason)")
  }
}
