import Foundation

/// Other projects' tests and lists of names, which are not part of this repository.
///
/// They are looked for in the folder that the environment variable COLLATION_TESTDATA names, else
/// in `../shared/testdata` beside the package. Where there are none, the tests that need them are
/// skipped, and say so.
package enum TestData {
  package static let folder: URL? = {
    let package = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["COLLATION_TESTDATA"]
    let folder =
      named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/testdata")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  package static let absence =
    "no test data: neither COLLATION_TESTDATA nor ../shared/testdata names a folder"

  package static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  /// The lines of a file, without their line feeds.
  package static func lines(_ path: String) throws -> [[UInt8]] {
    try bytes(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      .map(Array.init)
  }

  /// The objects of a file of JSON lines.
  package static func cases<Case: Decodable>(
    _ type: Case.Type = Case.self, _ path: String
  ) throws -> [Case] {
    let decoder = JSONDecoder()
    return try lines(path).map { try decoder.decode(type, from: Data($0)) }
  }

  /// The lists of names, as paths without their `.txt`.
  package static let lists: [String] = ["lists", "peers/lists"].flatMap { directory in
    let names =
      folder.flatMap {
        try? FileManager.default.contentsOfDirectory(
          atPath: $0.appending(path: directory).path)
      } ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
      .map { directory + "/" + $0.dropLast(4) }
  }
}
