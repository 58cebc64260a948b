import Foundation

/// Other projects' tests and lists of names, which are not part of this repository.
///
/// They are looked for in the folder that the environment variable COLLATION_TESTDATA names, else
/// in `../shared/testdata` beside the package. Where there are none, the tests that need them are
/// skipped, and say so; `OrderingCaseTests` and the tests of `UnicodeData` then stand for them.
package enum TestData {
  package static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["COLLATION_TESTDATA"]
    return existing(
      named.map { URL(filePath: $0) } ?? repository.appending(path: "../shared/testdata"))
  }()

  package static let absence =
    "no test data: neither COLLATION_TESTDATA nor ../shared/testdata names a folder"

  fileprivate static func existing(_ folder: URL) -> URL? {
    FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The lines of a file, without their line feeds.
  package static func lines(_ path: String) throws -> [[UInt8]] {
    try folder.map { try lines(of: $0.appending(path: path)) } ?? []
  }

  /// The lines of a file, without their line feeds.
  package static func lines(of file: URL) throws -> [[UInt8]] {
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The objects of a file of JSON lines.
  package static func cases<Case: Decodable>(
    _ type: Case.Type = Case.self, _ path: String
  ) throws -> [Case] {
    let decoder = JSONDecoder()
    return try lines(path).map { try decoder.decode(type, from: Data($0)) }
  }

  /// The lists of names: first those of CLDR, then those of other projects.
  package static let lists: [URL] = [
    UnicodeData.folder?.appending(path: "lists"), folder?.appending(path: "lists"),
    folder?.appending(path: "peers/lists"),
  ].flatMap { directory -> [URL] in
    guard let directory else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map { directory.appending(path: $0) }
  }

  /// The names of the lists of a locale: first those of CLDR, so that a clone alone tests with the
  /// same ones.
  package static func names(of locale: String) throws -> [[UInt8]] {
    try lists.filter { $0.lastPathComponent == "\(locale).txt" }.flatMap(lines(of:))
  }
}

/// Data of Unicode and CLDR from the packages of the machine's Debian or Ubuntu, which
/// `Scripts/setup test` unpacks for each version of ICU.
///
/// They may be of another version than ICU's own: Debian 12 has the collations of CLDR 41, and
/// those of CLDR 42 in ICU 72. So a test compares the library with ICU wherever the data and ICU
/// disagree, and says how often they do and why for the versions that it knows.
package enum UnicodeData {
  package static let folder = TestData.existing(
    repository.appending(path: ".build/unicode/icu-\(ReferenceICU.majorVersion)"))

  package static let absence = "no Unicode data in .build/unicode: Scripts/setup test unpacks them"

  /// The lines of a file, without their line feeds.
  package static func lines(_ path: String) throws -> [Substring] {
    guard let folder else { return [] }
    return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      .split(separator: "\n")
  }

  /// The text of code points in hexadecimal, separated by spaces; `nil` if one is a surrogate,
  /// which neither a `String` nor UTF-8 can hold.
  package static func text(_ codePoints: some StringProtocol) -> String? {
    var text = String.UnicodeScalarView()
    for codePoint in codePoints.split(separator: " ") {
      guard let scalar = UInt32(codePoint, radix: 16).flatMap(Unicode.Scalar.init) else {
        return nil
      }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether the machine's ICU has all characters of a text.
  package static func isKnown(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(ReferenceICU.has)
  }
}
