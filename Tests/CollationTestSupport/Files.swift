import Foundation

/// The folder of this clone.
package let repository = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The text of a file of this clone.
package func repositoryText(_ path: String) throws -> String {
  try String(contentsOf: repository.appending(path: path), encoding: .utf8)
}

/// Does something with a new folder, which is removed at the end.
package func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Does something with the path of a new file, which is removed at the end.
package func withTemporaryFile<Result>(
  _ bytes: [UInt8], _ body: (String) throws -> Result
) throws -> Result {
  try withTemporaryFolder { folder in
    let file = folder.appending(path: "file")
    try Data(bytes).write(to: file)
    return try body(file.path)
  }
}
