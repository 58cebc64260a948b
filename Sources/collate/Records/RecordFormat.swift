import Collation

/// How the input is divided into records, and records into fields.
struct RecordFormat: Sendable {
  /// The byte that ends a record.
  var terminator = UInt8(ascii: "\n")
  /// The text between fields; a single byte if fields may be quoted.
  var delimiter = [UInt8(ascii: "\t")]
  /// Whether fields may be quoted, and contain delimiters and line feeds (RFC 4180).
  var isQuoted = false
  /// Whether each file begins with a record that names the fields.
  var hasHeader = false

  private static let quotationMark = UInt8(ascii: "\"")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the records that end in some bytes, without what follows the last one.
  ///
  /// - Parameter most: The maximum number of records to return.
  func records(in bytes: consuming [UInt8], atMost most: Int = .max) throws -> UTF8Records {
    var scan = RecordScan(self)
    var ranges: [Range<Int>] = []
    try scan.scan(bytes.span, to: &ranges)
    ranges.removeLast(max(0, ranges.count - most))
    let end = ranges.last.map { $0.upperBound + 1 } ?? 0
    bytes.removeLast(bytes.count - end)
    return UTF8Records(bytes: bytes, places: ranges)
  }

  /// Returns a field of each record, counted from 1, without quotation marks; empty if the record
  /// has fewer fields.
  ///
  /// - Parameter isWhole: Whether to keep empty fields at the end of the column.
  /// - Returns: The column, and whether any record has the field.
  /// - Complexity: O(*n* · *m*) in the bytes of the records and of the delimiter.
  func column(
    _ number: Int, of records: UTF8Records, isWhole: Bool
  ) -> (texts: UTF8Records, isThere: Bool) {
    let bytes = records.bytes
    var places: [Range<Int>] = []
    var (isThere, hasQuotationMarks) = (false, false)
    for (record, range) in records.ranges.enumerated() {
      let field = field(number, of: range, in: bytes)
      if field != nil { isThere = true }
      let place = field ?? range.upperBound..<range.upperBound
      if place.isEmpty && !isWhole { continue }
      // A column with nothing but empty fields reserves no memory.
      if places.isEmpty { places.reserveCapacity(records.count) }
      while places.count < record { places.append(0..<0) }
      places.append(place)
      if isQuoted, bytes[place].contains(Self.quotationMark) { hasQuotationMarks = true }
    }
    guard hasQuotationMarks else { return (UTF8Records(bytes: bytes, places: places), isThere) }
    // A quotation mark within a field is doubled, so the text isn't in the buffer as such.
    var texts = UTF8Records()
    texts.reserveCapacity(records: places.count, bytes: places.reduce(0) { $0 + $1.count })
    for place in places { texts.append(utf8: text(at: place, in: bytes)) }
    return (texts, isThere)
  }

  /// Returns the texts of all fields of a record.
  func fields(of record: [UInt8]) -> [[UInt8]] {
    var fields: [[UInt8]] = []
    while let place = field(fields.count + 1, of: record.indices, in: record) {
      fields.append(Array(text(at: place, in: record)))
    }
    return fields
  }

  /// Returns the range of a record's field, counted from 1 and without quotation marks; `nil` if
  /// the record has fewer fields.
  func field(_ number: Int, of record: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    isQuoted
      ? quotedField(number, of: record, in: bytes) : plainField(number, of: record, in: bytes)
  }

  private func plainField(
    _ number: Int, of record: Range<Int>, in bytes: [UInt8]
  ) -> Range<Int>? {
    var start = record.lowerBound
    let end = end(of: record, in: bytes)
    var remaining = number - 1
    var position = start
    while position + delimiter.count <= end {
      guard bytes[position] == delimiter[0],
        delimiter.count == 1
          || bytes[position..<position + delimiter.count].elementsEqual(delimiter)
      else {
        position += 1
        continue
      }
      if remaining == 0 { return start..<position }
      remaining -= 1
      position += delimiter.count
      start = position
    }
    return remaining == 0 ? start..<end : nil
  }

  /// Returns where the last field of a record ends: before the carriage return of a CRLF.
  private func end(of record: Range<Int>, in bytes: [UInt8]) -> Int {
    let hasCarriageReturn =
      terminator == UInt8(ascii: "\n") && bytes[record].last == Self.carriageReturn
    return hasCarriageReturn ? record.upperBound - 1 : record.upperBound
  }

  /// A `RecordScan` has ensured that the record is well-formed.
  private func quotedField(
    _ number: Int, of record: Range<Int>, in bytes: [UInt8]
  ) -> Range<Int>? {
    var place = record.lowerBound
    if bytes[record].starts(with: Self.byteOrderMark) { place += Self.byteOrderMark.count }
    let end = end(of: record, in: bytes)
    var remaining = number
    while true {
      let isInMarks = place < end && bytes[place] == Self.quotationMark
      if isInMarks { place += 1 }
      let start = place
      while place < end {
        if isInMarks {
          if bytes[place] == Self.quotationMark {
            guard place + 1 < end, bytes[place + 1] == Self.quotationMark else { break }
            place += 1
          }
        } else if bytes[place] == delimiter[0] {
          break
        }
        place += 1
      }
      remaining -= 1
      if remaining == 0 { return start..<place }
      if isInMarks { place += 1 }
      if place >= end { return nil }
      place += 1
    }
  }

  /// Returns the text of a field, in which quotation marks are doubled if fields are quoted.
  private func text(at place: Range<Int>, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard isQuoted, bytes[place].contains(Self.quotationMark) else { return bytes[place] }
    return ArraySlice(starts(ofTextAt: place, in: bytes).map { bytes[$0] })
  }

  /// Returns where ranges of a field's text are in the buffer.
  func places(
    of ranges: [Range<Int>], inFieldAt place: Range<Int>, in bytes: [UInt8]
  ) -> [Range<Int>] {
    guard isQuoted, bytes[place].contains(Self.quotationMark) else {
      return ranges.map { place.lowerBound + $0.lowerBound..<place.lowerBound + $0.upperBound }
    }
    let starts = starts(ofTextAt: place, in: bytes) + [place.upperBound]
    return ranges.map { starts[$0.lowerBound]..<starts[$0.upperBound] }
  }

  /// Returns the position of each byte of a field's text; for a doubled quotation mark, the first
  /// one's.
  private func starts(ofTextAt place: Range<Int>, in bytes: [UInt8]) -> [Int] {
    var isFirst = false
    return place.filter { position in
      let isMark = bytes[position] == Self.quotationMark
      isFirst = isMark && !isFirst
      return !isMark || isFirst
    }
  }

  /// Returns the names of the fields in a header.
  func names(in header: [UInt8]) -> [String] {
    var record = header
    if record.last == terminator { record.removeLast() }
    if record.last == Self.carriageReturn { record.removeLast() }
    if record.starts(with: Self.byteOrderMark) { record.removeFirst(Self.byteOrderMark.count) }
    return record.isEmpty ? [] : fields(of: record).map { String(decoding: $0, as: UTF8.self) }
  }
}
