import Collation
import CollationTestSupport
import FuzzSupport
import Glibc

/// Custom rules open or are refused in one line; in what opens, comparing and order follow the
/// keys.
///
/// The first line of an input has names, with tabs between; the others are rules.
func fuzzRules(_ input: Input) {
  var input = input
  var options = CollatorOptions()
  let flags = input.number(below: 8)
  if flags & 1 != 0 { options.alternateHandling = .shifted }
  if flags & 2 != 0 { options.numeric = true }
  if flags & 4 != 0 { options.strength = .identical }
  let lines = input.lines()
  let rules = String(
    decoding: Array(lines.dropFirst().joined(separator: [0x0A])), as: UTF8.self)
  let started = clock()
  let opened = Result { () throws(CollationError) in
    try Collator(rules: rules, options: options)
  }
  // Of processor time, since other work takes none of it. POSIX has a million clocks a second.
  check(clock() - started < 5_000_000, "takes long: \(rules)")
  let collator: Collator
  do {
    collator = try opened.get()
  } catch {
    checkIsOneLine(error.description)
    return
  }
  // What is tailored makes the names that the rules are about.
  let tailored = rules.split { $0.isASCII && !$0.isLetter && !$0.isNumber }.prefix(16)
  let names =
    lines[0].split(separator: 0x09, omittingEmptySubsequences: false).map(Array.init)
    + tailored.flatMap { [Array($0.utf8), Array("a\($0)b".utf8)] }
  let keys = names.map { collator.sortKey(forUTF8: $0.span) }
  checkComparisons(names, keys, by: collator)
  // So many that the order comes from a table of weights.
  let repetitions = 1 + 1_000 / names.count
  let records = UTF8Records(names: (0..<repetitions).flatMap { _ in names })
  let expected = sortedNumbers((0..<repetitions).flatMap { _ in ranks(of: keys) })
  check(collator.sortedIndices(of: NameList(records)) == expected, "order: \(names)")
}

/// The keys as numbers, which compare faster.
private func ranks(of keys: [SortKey]) -> [Int] {
  let numbers = Dictionary(
    Set(keys).sorted().enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
  return keys.map { numbers[$0]! }
}
