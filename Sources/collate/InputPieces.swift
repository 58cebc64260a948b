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
    cost.quartersPerByte += isFiled ? 8 : 0
    cost.bytesPerRecord += input.columnCount(filing) * 16 + (isFiled ? 96 : 0)
    return cost
  }
}

/// The records of the input, as many at a time as fit into the memory that the work may take.
struct InputPieces {
  private let files: [String]
  private let terminator: UInt8
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
  private var lastCount = 0
  private(set) var isAtEnd = false

  /// - Parameter memory: The number of bytes that the work on a piece may take.
  init(_ files: [String], terminator: UInt8, cost: RecordCost, memory: Int) throws(Failure) {
    try InputFile.check(files)
    (self.files, self.terminator) = (files, terminator)
    (self.cost, self.memory) = (cost, memory)
  }

  /// Returns the next records; each has its terminator. A record that does not fit is a piece of
  /// its own, or the last of one.
  mutating func next() throws(Failure) -> UTF8Records {
    var bytes = rest
    rest = []
    var ranges: [Range<Int>] = []
    var scan = SeparatorScan(terminator)
    let readSize = min(InputFile.readSize, memory / 16)
    bytes.reserveCapacity(lastCount + readSize)
    // The rest may have whole records, and be the last that can be read.
    repeat {
      let before = recordCount - ranges.count
      // The bytes are still in the processor's cache.
      scan.scan(bytes.span, to: &ranges)
      recordCount = before + ranges.count
      if ranges.isEmpty { continue }
      if cost.bytes(bytes.count, records: ranges.count) > memory {
        var rest = Array(bytes[scan.start...])
        bytes.removeLast(rest.count)
        lastCount = bytes.count
        if rest.isEmpty { isAtEnd = try !read(readSize, to: &rest) }
        self.rest = rest
        return UTF8Records(bytes: bytes, places: ranges)
      }
      makeRoom(in: &ranges, of: bytes)
    } while try read(readSize, to: &bytes)
    isAtEnd = true
    return UTF8Records(bytes: bytes, places: ranges)
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
        let next = try InputFile(files[filesRead])
        file = next
        recordsBefore.append(recordCount)
        // Reserve room for the whole file if it fits, so reading does not copy it.
        let room = min(next.byteCount, memory / cost.quartersPerByte * 4)
        bytes.makeRoom(room + InputFile.readSize)
      }
      if let file, try file.read(count, to: &bytes) > 0 { return true }
      file = nil
      filesRead += 1
      // The last record of one file does not run into the first of the next.
      if let last = bytes.last, last != terminator {
        bytes.append(terminator)
        return true
      }
    }
    return false
  }

  /// Returns the file that has a record, and its number in the file, from 1 up.
  func place(of record: Int) -> (file: String, number: Int) {
    let file = recordsBefore.lastIndex { $0 <= record } ?? 0
    return (files[file], record - recordsBefore[file] + 1)
  }
}
