import CollationTestSupport
import Foundation
import Testing

@testable import collate

/// What the article on the command line says of `sort` and of the command.
@Suite struct CommandLineArticleTests {
  private static func text() throws -> String {
    try repositoryText("Sources/Collation/Collation.docc/CommandLine.md")
  }

  /// The cells of each row under a heading.
  private static func rows(_ heading: String) throws -> [[String]] {
    let section = try text().components(separatedBy: "\n## ").first { $0.hasPrefix(heading) } ?? ""
    return section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map {
      // A stroke in a cell has a backslash before it.
      $0.replacing("\\|", with: "\u{0}").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{0}", with: "|") }
    }
  }

  /// What a line prints in a folder with the files of the article, its status and the files then.
  private static func run(_ line: String) throws -> [String] {
    try withTemporaryFolder { folder in
      let blocks = try text().components(separatedBy: "```")
      let files = try #require(blocks.first { $0.hasPrefix("sh\nprintf") }).dropFirst(2)
      let result = try runShell("\(files)\n\(line)", in: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return [result.text, "\(result.status)"]
        + (try names.flatMap {
          [$0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)]
        })
    }
  }

  /// The names in the files have one order in bytes and in every language.
  @Test func bothLinesOfATaskDoTheSame() async throws {
    let rows = try Self.rows("Twenty tasks")
    #expect(rows.count == 20)
    for row in rows {
      let (sort, collate) = (try #require(Self.line(row[1])), try #require(Self.line(row[2])))
      let result = try Self.run(sort)
      #expect(try Self.run(collate) == result, "\(collate)")
      #expect(collate.contains("collate sort") && ["0", "1"].contains(result[1]), "\(sort)")
    }
  }

  private static func line(_ cell: String) -> String? {
    cell.hasPrefix("`") && cell.hasSuffix("`") ? String(cell.dropFirst().dropLast()) : nil
  }

  @Test func everyLetterHasARow() throws {
    let letters = try Self.rows("Options of sort").map { $0[0] }.joined(separator: ", ")
    let listed = Set(letters.split(separator: ", ").map { $0.filter { $0 != "`" } })
    let known = SortLetters.replacements.keys.filter { $0.count == 2 }
    #expect(listed == Set(known + ["-c", "-k", "-n", "-o", "-r", "-t", "-u", "-z"]))
  }

  /// The statuses of sysexits.h that the command knows.
  @Test func everyStatusHasARow() throws {
    let listed = try Self.rows("Exit statuses").compactMap { Int32($0[0]) }
    let known: [Failure.Status] = [
      .usage, .data, .noInput, .software, .cannotCreate, .inputOutput,
    ]
    #expect(listed == [0, 1] + known.map(\.rawValue))
  }
}
