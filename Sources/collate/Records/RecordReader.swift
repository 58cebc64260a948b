import Collation
import CollationOptions

/// Reads the parts of names from records.
struct RecordReader: Sendable {
  var format: RecordFormat
  /// The fields to collate, one after another; empty for the whole record.
  var fields: [Int] = []
  /// Whether the digits in a field are ordered by numeric value.
  var isNumeric = false
  /// Whether the last word of a name is collated before the rest.
  var bySurname = false
  var sortAs: Int?
  var reading: Int?
  var language: Int?
  /// The number of fields that the header names. Records may omit the last ones.
  var fieldsInHeader = 0

  init(format: RecordFormat) { self.format = format }

  /// Returns the records of some lines of the input.
  func records(in lines: UTF8Records, progress: Progress, before: Int = 0) -> Records {
    var missing: Set<Int> = []
    func column(_ field: Int, isWhole: Bool = false) -> UTF8Records {
      let (texts, isThere) = format.column(field, of: lines, isWhole: isWhole)
      if !isThere && field > fieldsInHeader { missing.insert(field) }
      return texts
    }
    var parts = RecordParts()
    if hasOneName {
      parts.shown = fields.first.map { column($0, isWhole: true) } ?? lines
      if bySurname { parts.fields = parts.shown.lastWordFirst }
    } else {
      // There are as many names as the longest column has.
      parts.fields = fields.enumerated().map { place, field in
        column(field, isWhole: place == 0)
      }
    }
    if let sortAs { parts.sortAs = column(sortAs) }
    if let reading { parts.readings = column(reading) }
    if let language { parts.languages = column(language) }
    return Records(
      lines: lines, parts: parts, missingFields: missing, progress: progress, before: before)
  }

  /// Whether the name is one text of the record, rather than several fields or numbers.
  private var hasOneName: Bool { fields.count < 2 && !isNumeric }

  /// Refuses fields that no record has.
  ///
  /// - Parameters:
  ///   - missing: The fields that no record has.
  ///   - count: The number of records.
  func check(_ missing: Set<Int>, of count: Int) throws(Failure) {
    guard count > 0, let field = missing.min() else { return }
    let delimiter =
      format.delimiter == [UInt8(ascii: "\t")]
      ? "a tab" : quoted(String(decoding: format.delimiter, as: UTF8.self))
    throw Failure(
      .data,
      "no record has a field \(field), where \(delimiter) separates fields: see --delimiter"
        + (format.isQuoted ? "" : ", --csv"))
  }

  /// Returns the texts of records that a search examines, each with its field, or `nil` for the
  /// whole record.
  func searched(_ parts: RecordParts) -> [(texts: UTF8Records, field: Int?)] {
    var searched: [(UTF8Records, Int?)] = [(parts.sortAs, sortAs), (parts.readings, reading)]
    searched.removeAll { $0.0.isEmpty }
    if hasOneName { return [(parts.shown, fields.first)] + searched }
    return zip(parts.fields, fields).map { ($0, $1) } + searched
  }

  /// Returns where ranges of a text are in its record, in bytes.
  func places(
    of ranges: [Range<Int>], inField field: Int?, of record: ArraySlice<UInt8>
  ) -> [Range<Int>] {
    guard let field else { return ranges }
    let bytes = Array(record)
    guard let place = format.field(field, of: bytes.indices, in: bytes) else { return [] }
    return format.places(of: ranges, inFieldAt: place, in: bytes)
  }
}

extension UTF8Records {
  /// The last word of each name, then the words before it, in two columns.
  fileprivate var lastWordFirst: [UTF8Records] {
    let bytes = bytes.span
    func isSpace(_ place: Int) -> Bool {
      bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place])
    }
    var (words, others): ([Range<Int>], [Range<Int>]) = ([], [])
    for name in ranges {
      var end = name.upperBound
      while end > name.lowerBound && isSpace(end - 1) { end -= 1 }
      var start = end
      while start > name.lowerBound && !isSpace(start - 1) { start -= 1 }
      words.append(start..<end)
      others.append(name.lowerBound..<start)
    }
    return [words, others].map { UTF8Records(bytes: self.bytes, places: $0) }
  }
}
