import CollationTestSupport
import Testing

@testable import Collation
@testable import collate

/// Merged records, against a slow, stable sort of all of them by ICU's keys.
@Suite struct MergeTreeTests {
  struct Record: Equatable {
    var name: String
    /// Its number in the input, and how long the rest of the line is.
    var number: Int
    var rest: Int

    var line: String { "\(name)\t\(number)" + String(repeating: "-", count: rest) }
  }

  private let collator: Collator
  private let reference: ReferenceCollator

  init() throws {
    var options = CollatorOptions()
    options.strength = .primary
    collator = try Collator(locale: "sv", options: options)
    reference = try #require(ReferenceCollator(locale: "sv"))
    reference.set(5, to: 0)  // UCOL_STRENGTH = UCOL_PRIMARY
  }

  private func sorted(_ records: some Sequence<Record>, descending: Bool) -> [Record] {
    insertionSorted(records) { left, right in
      let order = reference.compare(Array(left.name.utf8), Array(right.name.utf8))
      return descending ? order > 0 : order < 0
    }
  }

  private func block(_ records: ArraySlice<Record>, descending: Bool) -> RunBlock {
    let lines = UTF8Records(records.flatMap { Array($0.line.utf8) + [0x0A] })
    let names = zip(lines.ranges, records).map { range, record in
      range.lowerBound..<range.lowerBound + record.name.utf8.count
    }
    let parts = RecordParts(shown: UTF8Records(bytes: lines.bytes, places: names))
    return RunBlock(
      Records(lines: lines, parts: parts, progress: Progress(), before: 0),
      by: .names(collator, descending: descending))
  }

  /// Merges blocks of runs as `SortedRuns` does.
  private func merged(_ runs: [[RunBlock]]) -> [String] {
    var tree = MergeTree(runs.map { $0[0] })
    var next = runs.map { $0[1...] }
    var (batch, lines) = (RecordBatch(), [String]())
    while true {
      let run = tree.appendRecords(to: &batch)
      #expect(batch.ends.last ?? 0 == batch.bytes.count)
      lines += batch.lines.map { String(decoding: $0, as: UTF8.self) }
      if run == nil && !batch.isFull { return lines }
      batch.removeAll()
      if let run { tree.goOn(run, with: next[run].popFirst()) }
    }
  }

  /// Few names, most of which collate as equal to others, and one beginning of many.
  private static let names = ["", "a", "A", "á", "aa", "å", "Å", "Zorn", "zorn", "z", "42"]

  /// With long lines, batches are full before all is merged.
  @Test(arguments: 1...7, [0, 9_000])
  func recordsAreThoseOfAStableSort(runCount: Int, longest: Int) {
    var generator = SeededGenerator(seed: UInt64(runCount))
    for descending in [false, true] {
      var input: [Record] = []
      let runs = (0..<runCount).map { _ in
        let records = (0..<Int.random(in: 1...20, using: &generator)).map { place in
          let name =
            Self.names.randomElement(using: &generator)!
            + [String](repeating: "ö", count: Int.random(in: 0...4, using: &generator)).joined()
          return Record(
            name: name, number: input.count + place,
            rest: longest == 0 ? 0 : Int.random(in: 0...longest, using: &generator))
        }
        input += records
        var rest = sorted(records, descending: descending)[...]
        var blocks: [RunBlock] = []
        while !rest.isEmpty {
          let count = min(rest.count, Int.random(in: 1...9, using: &generator))
          blocks.append(block(rest.prefix(count), descending: descending))
          rest = rest.dropFirst(count)
        }
        return blocks
      }
      #expect(merged(runs) == sorted(input, descending: descending).map(\.line))
    }
  }
}
