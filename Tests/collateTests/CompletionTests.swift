import CollationTestSupport
import Foundation
import Testing

/// What Bash offers for a word, by the script that the command prints: the files of a folder whose
/// names begin with it.
@Suite struct CompletionTests {
  @Test(arguments: [
    ["sort", "na"], ["sort", "-r", "more.txt", "na"], ["sort", "-o", "na"],
    ["sort", "--output", "na"],
    ["sort", "--rules-file", "na"], ["titles", "--rules-file", "na"], ["partition", "na"],
    ["section", "na"], ["keys", "--list", "na"], ["search", "anna", "na"],
  ])
  func filesAreOffered(words: [String]) throws {
    try withTemporaryFolder { folder in
      for name in ["names one.txt", "names.txt", "more.txt"] {
        try Data().write(to: folder.appending(path: name))
      }
      let line = (["collate"] + words).joined(separator: " ")
      let previous = words[words.count - 2]
      let script = """
        source <('\(collatePath)' --generate-completion-script bash)
        COMP_LINE='\(line)' COMP_POINT=\(line.count)
        COMP_WORDS=(\(line)) COMP_CWORD=\(words.count)
        _collate collate na '\(previous)'
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let offered = try runProgram("/bin/bash", ["-c", script], in: folder).lines.sorted()
      #expect(offered == ["names one.txt", "names.txt"])
    }
  }
}
