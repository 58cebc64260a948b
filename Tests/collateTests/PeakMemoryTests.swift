import CollationTestSupport
import Foundation
import Testing

/// How much more memory the command takes for an input than for its beginning, by the peak that
/// Linux keeps for a process (`VmHWM`).
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["LSAN_OPTIONS"] == nil,
    "the address sanitizer, whose options are set, takes memory of its own"))
struct PeakMemoryTests {
  /// The codes of a search take four bytes for a letter of ASCII, and 24 for each byte of U+FDFA,
  /// which has eighteen elements. The rest of a search, with the input, takes about ten, even in
  /// one long line.
  @Test(arguments: [("the quick brown fox ", 15), ("\u{FDFA}", 40), ("e\u{301}", 20)])
  func aSearchInOneLineTakesAFewBytesForEach(unit: String, most: Int) throws {
    let input = Array(String(repeating: unit, count: 1_000_000 / unit.utf8.count).utf8)
    let taken = try memory(of: ["search", ""], input, beside: input.prefix(1 << 17))
    #expect(taken < most * input.count, "\(taken / input.count) bytes for each")
  }

  /// A record has to be in memory, in an array that doubles while the record is read.
  @Test(arguments: ["", "\n"])
  func aRecordLargerThanTheMemoryIsReadOnce(end: String) throws {
    let input = Array((String(repeating: "ab cd efgh", count: 1_500_000) + end).utf8)
    let taken = try memory(
      of: ["sort", "--memory", "64K"], input, beside: input.prefix(1 << 17))
    #expect(taken < 2 * input.count, "\(Double(taken) / Double(input.count)) times its size")
  }

  /// A field that is empty in each record takes only the three bytes of a separator, in an array
  /// that doubles while it grows. A record takes sixteen bytes each as a line, as its first field
  /// and as its filed text; the rest is the work on the order. A place for each field would take
  /// another 112 bytes.
  @Test func fieldsThatAreEmptyTakeLittleMemory() throws {
    let input =
      Array("\t\t\t\t\t\t\t".utf8) + [UInt8](repeating: UInt8(ascii: "\n"), count: 1_000_000)
    let taken = try memory(
      of: ["sort"] + (1...8).map { "-k\($0)" }, input, beside: input.prefix(1 << 17))
    #expect(taken < 150 * input.count, "\(taken / input.count) bytes for each record")
  }

  private func memory(
    of arguments: [String], _ input: [UInt8], beside small: ArraySlice<UInt8>
  ) throws -> Int {
    try peak(of: arguments, input) - peak(of: arguments, Array(small))
  }

  /// The peak of a run. It is read while the run waits: the output is more than a pipe holds.
  private func peak(of arguments: [String], _ input: [UInt8]) throws -> Int {
    try withTemporaryFile(input) { file in
      let process = Process()
      process.executableURL = URL(filePath: collatePath)
      process.arguments = arguments + [file]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let first = try output.fileHandleForReading.read(upToCount: 1)
      let status = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let rest = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && first?.count == 1)
      try #require(rest.map { $0.count >= 1 << 16 } == true)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber))) << 10
    }
  }
}
