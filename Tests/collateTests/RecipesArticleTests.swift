import CollationTestSupport
import Foundation
import Testing

/// The command prints what the article's recipes say. The expected orders are from the public
/// reports that the recipes answer and the alphabets of the languages, not from our own output.
@Suite(.enabled(if: ReferenceICU.majorVersion == 72, "the recipes are for CLDR 42, in ICU 72"))
struct RecipesArticleTests {
  /// All blocks run in one shell, where a NUL in place of each comment ends the output it states.
  @Test func recipesPrintWhatTheirCommentsSay() throws {
    let recipes = try repositoryText("Sources/CollationFiling/CollationFiling.docc/Recipes.md")
    var script = "set -eu"
    var expected: [[Substring]] = []
    for block in recipes.components(separatedBy: "\n```").filter({ $0.hasPrefix("sh\n") }) {
      #expect(block.contains("\n# "), "a block without output: \(block)")
      for line in block.split(separator: "\n").dropFirst() {
        if line.hasPrefix("# ") {
          expected.append(line.dropFirst(2).split(whereSeparator: \.isWhitespace))
          script += "\nprintf '\\0'"
        } else {
          script += "\n\(line)"
        }
      }
    }
    let result = try withTemporaryFolder { try runShell(script, in: $0) }
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let found = result.text.split(separator: "\0")
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(found.split(whereSeparator: \.isWhitespace) == expected)
    }
  }
}
