import Collation

/// The memory that records take while they are worked on.
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

  /// Adds the cost of the parts of names: their ranges, and the texts that are collated.
  private func adding(partsOf input: InputArguments, _ filing: FilingArguments) throws -> RecordCost
  {
    let isFiled = try input.areFiled(filing)
    var cost = self
    // Fields with quotation marks in them are copied.
    cost.quartersPerByte += (isFiled ? 8 : 0) + (input.csv ? 4 : 0)
    cost.bytesPerRecord += try input.columnCount() * 16 + (isFiled ? 96 : 0)
    return cost
  }
}

/// The records of the input, as many at a time as fit into the memory that the work may take.
struct InputPieces {
  private let files: [String]
  private let format: RecordFormat
  private let cost: RecordCost
  private let memory: Int

  private var filesRead = 0
  private var file: InputFile?
  /// The number of records before each file that was opened.
  private var recordsBefore: [Int] = []
  /// The number of records that were read whole.
  private var recordCount = 0
  /// What was read beyond the last piece.
  private var rest: [UInt8] = []
  private var scan: RecordScan
  /// The line in which the first record of the last piece begins, if it is not the first of a file.
  private var lineOfPiece = 1
  /// The line in which the first record of each file begins that was opened.
  private var lineAfterHeader: [Int] = []
  /// The first record of the first file, if that is a header, with its terminator.
  private(set) var header: [UInt8] = []
  private var fileOfHeader = ""
  private var lastCount = 0
  /// The number of records that are not UTF-8, and where the first of them is.
  private var illFormed = (count: 0, place: "")
  private let notesIllFormed: Bool
  private(set) var isAtEnd = false

  /// - Parameters:
  ///   - memory: The number of bytes that the work on a piece may take.
  ///   - notesIllFormed: Whether the end of the input notes how many records are not UTF-8.
  init(
    _ files: [String], format: RecordFormat, cost: RecordCost, memory: Int,
    notesIllFormed: Bool = true
  ) throws(Failure) {
    try InputFile.check(files)
    self.notesIllFormed = notesIllFormed
    (self.files, self.format) = (files, format)
    (self.cost, self.memory) = (cost, memory)
    scan = RecordScan(format)
    // The header says where the names are.
    if format.hasHeader {
      var beginning: [UInt8] = []
      try openFile(readingInto: &beginning)
      rest = beginning
    }
  }

  /// Returns the next records; each has its terminator. A record that does not fit is a piece of
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
    // The rest may have whole records, and be the last that can be read.
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

  /// Counts the records of a piece that are not UTF-8, and notes how many there were at the end of
  /// the input: ICU reads what is not UTF-8 as U+FFFD, so their order is hardly what was asked for.
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

  /// Makes room for the records that the bytes of a large file are likely to hold, by the length of
  /// those before, so they are not copied.
  private func makeRoom(in ranges: inout [Range<Int>], of bytes: [UInt8]) {
    if bytes.capacity < 8 * InputFile.readSize || ranges.count < ranges.capacity / 2 { return }
    let likely = Double(ranges.count) * Double(bytes.capacity) / Double(bytes.count) * 1.02
    if Int(likely) > ranges.capacity { ranges.reserveCapacityOnHugePages(Int(likely)) }
  }

  /// Reads on, continuing with the next file at the end of one; `false` at the end of the last.
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
      // The last record of one file does not run into the first of the next.
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

  /// Opens the next file, and reads its header if it has one, with some of what follows.
  private mutating func openFile(readingInto bytes: inout [UInt8]) throws(Failure) {
    let name = files[filesRead]
    let next = try InputFile(name)
    file = next
    recordsBefore.append(recordCount)
    // Reserve room for the whole file if it fits, so reading does not copy it.
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

  /// Returns the file that has a record of a piece, and its line in the file, from 1 up. If records
  /// end in NUL, their number stands for the line.
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
    // The first record of the piece that is in this file.
    let start = max(0, first - before)
    let line = first >= before ? lineAfterHeader[file] : lineOfPiece
    let bytes = lines.bytes[lines.ranges[start].lowerBound..<lines.ranges[record].lowerBound]
    return (files[file], line + bytes.count { $0 == UInt8(ascii: "\n") })
  }
}
