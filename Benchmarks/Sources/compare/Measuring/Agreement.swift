import Collation
import ICU4C
import Names
import Operations

/// Compares the library's results with ICU4C's: times can be compared only if the results are the
/// same.
struct Agreement {
  let contest: Contest

  /// The number of names that the slow rivals are compared for.
  private static let fewNames = 20_000

  /// Compares all names with the fast rivals, and the first names with the slow rivals.
  func check() throws {
    let dataset = contest.dataset
    let order = try numbers(.sort)
    let sections = try numbers(.section)

    _ = contest.run(.icuKeys, .partition)
    let rangeStarts = contest.rangeStarts
    try expect(order.elementsEqual(contest.order.lazy.map(Int.init)), "order", .icuKeys)
    guard case .records(let partition) = contest.subject.run(.partition, dataset, strings: [])
    else { throw ContestError("no sections") }
    let rows = Self.dealt(contest.subject.orderInSections(of: dataset), to: sections)
    try expect(partition.rows == rows, "rows of the sections", .icuKeys)
    guard
      case .strings(let strings) = contest.subject.run(
        .partitionStrings, dataset, strings: contest.strings)
    else { throw ContestError("no sections of strings") }
    try expect(
      zip(strings.rows, partition.rows).allSatisfy {
        $0.utf8.elementsEqual(contest.strings[$1].utf8)
      }, "strings of the sections", .icuKeys)

    for rival in [Rival.icuKeys, .icuImmutableIndex] {
      _ = contest.run(rival, .section)
      try expect(isFunction(contest.buckets, sections), "sections", rival)
    }
    // All names of a range are in the same of ICU's buckets.
    for (start, end) in zip(rangeStarts, rangeStarts.dropFirst() + [Int64(dataset.count)]) {
      let bucketsInRange = Set(order[Int(start)..<Int(end)].map { contest.buckets[$0] })
      try expect(bucketsInRange.count <= 1, "ranges", .icuKeys)
    }
    try checkKeys()
    try Agreement(contest: Contest(dataset.prefix(Self.fewNames))).checkSlowWays()
  }

  private func checkSlowWays() throws {
    let order = try numbers(.sort)
    let sections = try numbers(.section)
    _ = contest.run(.icuCompare, .sort)
    try expect(order.elementsEqual(contest.order.lazy.map(Int.init)), "order", .icuCompare)
    // A Chinese bucket has Latin names too, which come before all ideographs in the order.
    _ = contest.run(.icuAlphabeticIndex, .sort)
    let rows = Self.dealt(order, to: contest.buckets.map(Int.init))
    try expect(
      rows.elementsEqual(contest.order.lazy.map(Int.init)), "order", .icuAlphabeticIndex)
    try expect(isFunction(contest.buckets, sections), "sections", .icuAlphabeticIndex)
    _ = contest.run(.icuKeys, .partition)
    let rangeStarts = contest.rangeStarts
    _ = contest.run(.icuCompare, .partition)
    try expect(rangeStarts == contest.rangeStarts, "ranges", .icuCompare)
  }

  private func checkKeys() throws {
    // It frees the keys at its end.
    let theirs = contest.run(.icuKeys, .keys)
    guard case .keys(let ours) = contest.subject.run(.keys, contest.dataset, strings: []),
      let keys = theirs.keys
    else { throw ContestError("no keys") }
    for (number, key) in ours.enumerated() {
      let range = Int(keys.starts[number])..<Int(keys.starts[number + 1])
      let bytes = UnsafeBufferPointer(start: keys.bytes + range.lowerBound, count: range.count)
      if !key.bytes.elementsEqual(bytes) { return try expect(false, "key \(number)", .icuKeys) }
    }
  }

  private func numbers(_ operation: NameOperation) throws -> [Int] {
    guard case .numbers(let numbers) = contest.subject.run(operation, contest.dataset, strings: [])
    else { throw ContestError("no numbers") }
    return numbers
  }

  /// The sorted names, one section after another.
  private static func dealt(_ order: [Int], to sections: [Int]) -> [Int] {
    var lists = [[Int]](repeating: [], count: (sections.max() ?? 0) + 1)
    for number in order { lists[sections[number]].append(number) }
    return lists.flatMap { $0 }
  }

  /// Whether no bucket of ICU's is in two sections. Two buckets may be in one section: ICU has a
  /// bucket before the letters and another after them, the library one section for both.
  private func isFunction(_ buckets: [UInt32], _ sections: [Int]) -> Bool {
    var sectionOfBucket: [UInt32: Int] = [:]
    for (bucket, section) in zip(buckets, sections) {
      if sectionOfBucket.updateValue(section, forKey: bucket) ?? section != section {
        return false
      }
    }
    return true
  }

  private func expect(_ condition: Bool, _ what: String, _ rival: Rival) throws {
    if condition { return }
    throw ContestError("\(contest.dataset.name): \(what) differ from those of \(rival.rawValue)")
  }
}
