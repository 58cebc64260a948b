import Collation

/// The memory that records take while being processed.
struct RecordCost: Sendable {
  /// For each byte of the records, in quarters of a byte.
  var quartersPerByte: Int
  /// For each record.
  var bytesPerRecord: Int

  func bytes(_ byteCount: Int, records: Int) -> Int {
    byteCount * quartersPerByte / 4 + records * bytesPerRecord
  }
}

extension RecordCost {
  /// Returns the cost of sorting: the records, their ranges, the scratch space, and the order.
  static func ofSorting(_ input: InputArguments, _ filing: FilingArguments) throws -> RecordCost {
    try RecordCost(quartersPerByte: 8, bytesPerRecord: 128).adding(partsOf: input, filing)
  }

  /// Returns the cost of keys: the records, their ranges, and the keys.
  static func ofKeys(_ input: InputArguments, _ filing: FilingArguments) throws -> RecordCost {
    try RecordCost(quartersPerByte: 24, bytesPerRecord: 128).adding(partsOf: input, filing)
  }

  /// Adds the cost of the parts of names: their ranges, and the texts to collate.
  private func adding(partsOf input: InputArguments, _ filing: FilingArguments) throws -> RecordCost
  {
    let isFiled = try input.areFiled(filing)
    var cost = self
    // Fields that contain quotation marks are copied.
    cost.quartersPerByte += (isFiled ? 8 : 0) + (input.csv ? 4 : 0)
    cost.bytesPerRecord += try input.columnCount() * 16 + (isFiled ? 96 : 0)
    return cost
  }
}

/// The records of the input, as many at a time as fit into the memory for the work.
struct InputPieces {
  private let files: [String]
  private let format: RecordFormat
  private let cost: RecordCost
  private let memory: Int

  private var filesRead = 0
  private var file: InputFile?
  /// The number of records before each opened file.
  private var recordsBefore: [Int] = []
  /// The number of records read completely.
  private var recordCount = 0
  /// What was read beyond the last piece.
  private var rest: [UInt8] = []
  private var scan: RecordScan
  /// The line in which the last piece's first record begins, unless it is the first of a file.
  private var lineOfPiece = 1
  /// The line in which each opened file's first record begins.
  private var lineAfterHeader: [Int] = []
  /// The first record of the first file, if it is a header, with its terminator.
  private(set) var header: [UInt8] = []
  private var fileOfHeader = ""
  private var lastCount = 0
  /// The number of records that are not UTF-8, and where the first of them is.
  private var illFormed = (count: 0, place: "")
  private let notesIllFormed: Bool
  private(set) var isAtEnd = false

  /// - Parameters:
  ///   - memory: The number of bytes that processing a piece may take.
  ///   - notesIllFormed: Whether to note, at the end of the input, how many records aren't UTF-8.
  init(
    _ files: [String], format: RecordFormat, cost: RecordCost, memory: Int,
    notesIllFormed: Bool = true
  ) throws(Failure) {
    try InputFile.check(files)
    self.notesIllFormed = notesIllFormed
    (self.files, self.format) = (files, format)
    (self.cost, self.memory) = (cost, memory)
    scan = RecordScan(format)
    // The header tells where the names are.
    if format.hasHeader {
      var beginning: [UInt8] = []
      try openFile(readingInto: &beginning)
      rest = beginning
    }
  }

  /// Returns the next records, each with its terminator. A record that doesn't fit is a piece of
  /// its own, or the last of one.
  mutating func next() throws(Failure) -> UTF8Records {
    var bytes = rest
    rest = []
    var ranges: [Range<Int>] = []
    scan.beginBuffer()
    lineOfPiece = scan.line
    let readSize = min(InputFile.readSize, memory / 16)
    bytes.reserveCapacity(lastCount + readSize)
    var (checked, isUTF8) = (0, true)
    // The rest may contain complete records, and be the last input there is.
    repeat {
      let before = recordCount - ranges.count
      // The bytes are still in the processor's cache.
      try scan.scan(bytes.span, to: &ranges)
      recordCount = before + ranges.count
      isUTF8 = isUTF8 && bytes.span.extracting(checked..<scan.start).looksLikeUTF8
      checked = scan.start
      if ranges.isEmpty { continue }
      if cost.bytes(bytes.count, records: ranges.count) > memory {
        var rest = Array(bytes[scan.start...])
        bytes.removeLast(rest.count)
        lastCount = bytes.count
        if rest.isEmpty { isAtEnd = try !read(readSize, to: &rest) }
        self.rest = rest
        return counted(UTF8Records(bytes: bytes, places: ranges), isUTF8: isUTF8)
      }
      makeRoom(in: &ranges, of: bytes)
    } while try read(readSize, to: &bytes)
    isAtEnd = true
    return counted(UTF8Records(bytes: bytes, places: ranges), isUTF8: isUTF8)
  }

  /// Counts the records of a piece that aren't UTF-8, and notes their number at the end of the
  /// input: ICU reads ill-formed bytes as U+FFFD, so their order is hardly what the user wanted.
  private mutating func counted(_ records: UTF8Records, isUTF8: Bool) -> UTF8Records {
    if !isUTF8 {
      let bytes = records.bytes.span
      for (number, range) in records.ranges.enumerated()
      where !bytes.extracting(range).isUTF8 {
        if illFormed.count == 0 {
          let (file, line) = place(of: number, in: records, before: recordCount - records.count)
          let unit = format.terminator == 0 ? "record" : "line"
          illFormed.place = "\(unit) \(line) of \(InputFile.name(of: file))"
        }
        illFormed.count += 1
      }
    }
    if isAtEnd && illFormed.count > 0 && notesIllFormed {
      let (count, place) = illFormed
      Notes.add(
        (count == 1 ? "1 record is not UTF-8, " : "\(count) records are not UTF-8, the first ")
          + "in \(place): if the file is Latin-1, convert it with iconv -f LATIN1 -t UTF-8")
    }
    return records
  }

  /// Makes room for the records that the bytes of a large file are likely to hold, judging by the
  /// length of earlier ones, so their ranges aren't copied.
  private func makeRoom(in ranges: inout [Range<Int>], of bytes: [UInt8]) {
    if bytes.capacity < 8 * InputFile.readSize || ranges.count < ranges.capacity / 2 { return }
    let likely = Double(ranges.count) * Double(bytes.capacity) / Double(bytes.count) * 1.02
    if Int(likely) > ranges.capacity { ranges.reserveCapacityOnHugePages(Int(likely)) }
  }

  /// Reads on, continuing with the next file at the end of one; `false` at the end of the last one.
  private mutating func read(_ count: Int, to bytes: inout [UInt8]) throws(Failure) -> Bool {
    while filesRead < files.count {
      if file == nil {
        let before = bytes.count
        try openFile(readingInto: &bytes)
        if bytes.count > before { return true }
      }
      if let file, try file.read(count, to: &bytes) > 0 { return true }
      try scan.checkEnd()
      file = nil
      filesRead += 1
      // The last record of a file must not run into the first of the next.
      if let last = bytes.last, last != format.terminator {
        if scan.endsInCarriageReturn && last != UInt8(ascii: "\r") {
          bytes.append(UInt8(ascii: "\r"))
        }
        bytes.append(format.terminator)
        return true
      }
    }
    return false
  }

  /// Opens the next file, and reads its header if it has one, along with some of what follows.
  private mutating func openFile(readingInto bytes: inout [UInt8]) throws(Failure) {
    let name = files[filesRead]
    let next = try InputFile(name)
    file = next
    recordsBefore.append(recordCount)
    // Reserve room for the whole file if it fits, so reading doesn't copy it.
    let room = min(next.byteCount, memory / cost.quartersPerByte * 4)
    bytes.makeRoom(room + InputFile.readSize)
    scan.beginFile(name)
    lineAfterHeader.append(1)
    if format.hasHeader { try readHeader(of: next, to: &bytes) }
  }

  private mutating func readHeader(
    of file: InputFile, to bytes: inout [UInt8]
  ) throws(Failure) {
    var beginning: [UInt8] = []
    var ranges: [Range<Int>] = []
    var headerScan = scan
    headerScan.beginBuffer()
    while ranges.isEmpty, try file.read(to: &beginning) > 0 {
      try headerScan.scan(beginning.span, to: &ranges)
    }
    if ranges.isEmpty { try headerScan.checkEnd() }
    let end = ranges.first.map { $0.upperBound + 1 } ?? beginning.count
    let header = beginning[..<end]
    scan.skipHeader(header)
    lineAfterHeader[filesRead] = scan.line
    bytes += beginning[end...]
    if self.header.isEmpty {
      self.header = Array(header)
      fileOfHeader = files[filesRead]
      if let last = header.last, last != format.terminator { self.header.append(format.terminator) }
    } else if !header.isEmpty, format.names(in: Array(header)) != format.names(in: self.header) {
      throw Failure(
        .data,
        "the header of '\(files[filesRead])' is not that of '\(fileOfHeader)': expected the same "
          + "fields")
    }
  }

  /// Returns the file that contains a record of a piece, and the record's line in it, from 1 up. If
  /// records end in NUL, the record's number replaces the line.
  ///
  /// - Parameters:
  ///   - record: The number of the record in the piece.
  ///   - lines: The piece.
  ///   - before: The number of records before the piece.
  func place(
    of record: Int, in lines: UTF8Records, before: Int
  ) -> (file: String, line: Int) {
    let file = recordsBefore.lastIndex { $0 <= before + record } ?? 0
    let first = recordsBefore[file]
    guard format.isQuoted else {
      return (files[file], before + record - first + (format.hasHeader ? 2 : 1))
    }
    // The first record of the piece in this file.
    let start = max(0, first - before)
    let line = first >= before ? lineAfterHeader[file] : lineOfPiece
    let bytes = lines.bytes[lines.ranges[start].lowerBound..<lines.ranges[record].lowerBound]
    return (files[file], line + bytes.count { $0 == UInt8(ascii: "\n") })
  }
}
