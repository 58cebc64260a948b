import CollationTestSupport
import Testing

@testable import Collation
@testable import collate

/// Blocks of runs in a temporary file, against the runs themselves.
@Suite struct RunBlocksTests {
  private let order: RecordOrder

  init() throws { order = .names(try Collator(locale: "en"), descending: false) }

  private func reader(_ file: SpillFile, memory: Int) -> RunReader {
    RunReader(
      file: file, order: order, records: RecordReader(format: RecordFormat()),
      progress: Progress(), memory: memory)
  }

  /// Lines of different lengths, each with its terminator; a run of short ones follows long ones.
  private func lines(_ count: Int, _ generator: inout SeededGenerator) -> [[UInt8]] {
    (0..<count).map { number in
      let longest = number < 3 ? 400 : 6
      let length = Int.random(in: 0...longest, using: &generator)
      return [UInt8](repeating: UInt8(ascii: "a"), count: length) + [0x0A]
    }
  }

  private func runs(
    _ lines: [[[UInt8]]], in file: SpillFile
  ) throws -> [SortedRun] {
    var start = 0
    return try lines.map { lines in
      let bytes = Array(lines.joined())
      try file.append(bytes[...])
      defer { start += bytes.count }
      return SortedRun(places: start..<start + bytes.count, count: lines.count)
    }
  }

  /// Runs are read by turns, in whatever order the merge uses them up.
  @Test(arguments: [1, 2, 4] as [WorkerCount], [1, 300, 1 << 20])
  func blocksAreTheirRunsInOrder(workers: WorkerCount, memory: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(workers.value))
    let lines = [1, 40, 7, 120].map { self.lines($0, &generator) }
    let file = try SpillFile()
    let runs = try runs(lines, in: file)
    let blocks = RunBlocks(of: runs, reader(file, memory: memory), workers: workers)
    var read = [[RunBlock]](repeating: [], count: runs.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      var open = Array(runs.indices)
      while let run = open.randomElement(using: &generator) {
        if let block = try await blocks.next(of: run, in: &group) {
          read[run].append(block)
        } else {
          open.removeAll { $0 == run }
        }
      }
    }
    for (lines, blocks) in zip(lines, read) {
      #expect(blocks.flatMap(\.bytes) == Array(lines.joined()))
      #expect(blocks.map(\.count).reduce(0, +) == lines.count)
      if memory == 1 { #expect(blocks.allSatisfy { (1...2).contains($0.count) }) }
      if memory == 1 << 20 { #expect(blocks.count == 1) }
    }
  }

  /// Where each record ends, and how its key differs from the one before.
  @Test func recordsOfABlock() throws {
    let names = ["adam", "Adam", "Adam", "bo", "éa"]
    let file = try SpillFile()
    let run = try runs([names.map { Array($0.utf8) + [0x0A] }], in: file)[0]
    let block = try reader(file, memory: 1 << 20).block(of: run, from: 0)
    #expect(block.ends == [5, 10, 15, 18, 22])
    let reference = try #require(ReferenceCollator(locale: "en"))
    let keys = names.map { reference.sortKey(Array($0.utf8)) }
    for number in keys.indices.dropFirst() {
      let (key, last) = (keys[number], keys[number - 1])
      let place = key.indices.first { $0 >= last.count || key[$0] != last[$0] }
      #expect((block.codes[number] == .same) == (place == nil))
      if let place { #expect(block.codes[number].place == place / 4) }
    }
  }
}
