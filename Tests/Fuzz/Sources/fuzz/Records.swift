import Collation
import FuzzSupport

/// Records are cut at separators, or lie where ranges say, and keep their bytes.
func fuzzRecords(_ input: Input) {
  var input = input
  let separator = UInt8(input.number(below: 256))
  let isRanges = input.flag()
  let bytes = input.rest()
  if isRanges {
    let ends = zip(bytes, bytes.dropFirst()).map { (Int($0) - 8, Int($1) - 8) }
    let ranges = ends.map { min($0, $1)..<max($0, $1) }
    let areInside = ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count }
    do {
      let records = try UTF8Records(bytes, ranges: ranges)
      check(areInside && records.elementsEqual(ranges.map { bytes[$0] }), "\(bytes)")
    } catch {
      check(!areInside, "\(bytes)")
      checkIsOneLine(error.description)
    }
  } else {
    // What follows the last separator is a record only if it has bytes.
    var expected = bytes.split(separator: separator, omittingEmptySubsequences: false)
    if expected.last?.isEmpty == true { expected.removeLast() }
    let records = UTF8Records(bytes, separator: separator)
    check(records.elementsEqual(expected), "\(separator) \(bytes)")
    var appended = UTF8Records()
    for record in expected { appended.append(utf8: record) }
    check(appended.elementsEqual(expected), "\(separator) \(bytes)")
  }
}
