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
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["names one.txt", "names.txt", "more.txt"] {
      try Data().write(to: folder.appending(path: name))
    }
    let line = (["collate"] + words).joined(separator: " ")
    let previous = words[words.count - 2]
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [
      "-c",
      """
      source <('\(collatePath)' --generate-completion-script bash)
      COMP_LINE='\(line)' COMP_POINT=\(line.count)
      COMP_WORDS=(\(line)) COMP_CWORD=\(words.count)
      _collate collate na '\(previous)'
      printf '%s\\n' "${COMPREPLY[@]}"
      """,
    ]
    shell.currentDirectoryURL = folder
    shell.standardOutput = output
    try shell.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    let offered = String(decoding: printed, as: UTF8.self).split(separator: "\n").sorted()
    #expect(offered == ["names one.txt", "names.txt"])
  }
}
