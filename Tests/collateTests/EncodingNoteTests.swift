import CollationTestSupport
import Foundation
import Testing

/// ICU reads bytes that are not UTF-8 (Unicode, table 3-7) as U+FFFD, so a file in a legacy
/// encoding has another order than its letters. Standard error says so, once.
@Suite struct EncodingNoteTests {
  private static let advice = "if the file is Latin-1, convert it with iconv -f LATIN1 -t UTF-8\n"

  private func withFiles(_ files: [[UInt8]], _ body: ([String]) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try body(
        files.enumerated().map { number, bytes in
          let file = folder.appending(path: "\(number).txt")
          try Data(bytes).write(to: file)
          return file.path
        })
    }
  }

  /// Müller in Latin-1.
  private static let name: [UInt8] = [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72]

  @Test(arguments: [
    ["sort"], ["sort", "--list"], ["sort", "-u"], ["partition", "--tsv"], ["section"], ["keys"],
    ["search", "m"], ["sort", "-k1"], ["sort", "--csv"],
  ])
  func oneRecordOrMore(command: [String]) throws {
    let one = try collate(command, input: Array("Ada\nÅsa\n".utf8) + Self.name)
    #expect(one.status == 0)
    #expect(
      one.error == "collate: 1 record is not UTF-8, in line 3 of standard input: \(Self.advice)")
    let three = try collate(
      command, input: Array("Åsa\n".utf8) + Self.name + [0x0A] + Self.name + [0x0A, 0xE9, 0x0A])
    #expect(
      three.error
        == "collate: 3 records are not UTF-8, the first in line 2 of standard input: \(Self.advice)"
    )
    #expect(try collate(command, input: Array("Åsa\nmåns\n田中\n😀\u{FFFD}".utf8)).error == "")
  }

  @Test func recordsOfSeveralFilesAndPieces() throws {
    let many = Array((0..<9_000).map { "Åsa \($0)\n" }.joined().utf8)
    try withFiles([many, many + Self.name + [0x0A] + many, Self.name + [0x0A]]) { files in
      for command in ["sort", "partition", "keys"] {
        for memory in ["64K", "1G"] {
          let result = try collate([command, "--memory", memory] + files)
          #expect(
            result.error == "collate: 2 records are not UTF-8, the first in line 9001 of "
              + "'\(files[1])': \(Self.advice)")
        }
      }
    }
  }

  @Test func linesAndRecords() throws {
    let inCSV = try collate(
      ["sort", "--csv", "--header"], input: Array("a,b\n\"x\ny\",\n".utf8) + Self.name + [0x0A])
    #expect(inCSV.error.contains("in line 4 of standard input"))
    let null = try collate(["sort", "-z"], input: [0x61, 0] + Self.name)
    #expect(null.error.contains("in record 2 of standard input"))
    // After what the command has to say, and not when it fails.
    let disordered = try collate(["sort", "-c"], input: [0x62, 0x0A] + Self.name + [0x0A, 0x61])
    #expect(disordered.status == 1 && disordered.error.hasPrefix("collate: -:3: out of order"))
    let refused = try collate(["keys", "--list", "--copy"], input: Self.name)
    #expect(refused.status == 65 && refused.error.count(where: \.isNewline) == 1)
  }
}
