import Collation
import CollationLists
import Foundation
import GRDB
import Testing

@testable import ContactsServer

/// The order in SQLite is that of the library's sections, which its own tests compare with ICU.
@Suite(.endsInTime) struct OrderTests {
  private static let locales = [
    "en", "ar", "cs", "de", "el", "he", "hi", "ja", "ko", "sv", "th", "zh",
  ]

  private static let layouts: [SectionLayout] = {
    var localeFirst = SectionLayout.uikit
    localeFirst.scriptOrder = .locale
    var latinLast = SectionLayout.uikit
    latinLast.scriptOrder = .latinLast
    var catchAllFirst = SectionLayout.uikit
    catchAllFirst.catchAll = .first
    return [.uikit, .icu, localeFirst, latinLast, catchAllFirst]
  }()

  /// All lists of the test data together, which is no part of this repository, or else those of
  /// CLDR, which `Scripts/setup` unpacks.
  private static let names: [String] = {
    let repository = URL(filePath: #filePath).appending(path: "../../../../..").standardized
    let folder =
      ProcessInfo.processInfo.environment["COLLATION_TESTDATA"].map { URL(filePath: $0) }
      ?? repository.appending(path: "../shared/testdata").standardized
    let unicode = repository.appending(path: ".build/unicode")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: unicode.path)) ?? []
    let others = lines(of: ["lists", "peers/lists"].map { folder.appending(path: $0) })
    return others.isEmpty
      ? lines(of: versions.prefix(1).map { unicode.appending(path: "\($0)/lists") }) : others
  }()

  private static func lines(of directories: [URL]) -> [String] {
    directories.flatMap { directory -> [String] in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
      return files.filter { $0.hasSuffix(".txt") }.sorted().flatMap { file -> [String] in
        let text = (try? Data(contentsOf: directory.appending(path: file))) ?? Data()
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  @Test(
    .enabled(
      if: !names.isEmpty,
      "no lists of names: Scripts/setup unpacks some into .build/unicode"),
    arguments: layouts.indices)
  func rowsAreInTheOrderOfTheSections(layout number: Int) async throws {
    let layout = Self.layouts[number]
    // All names in twelve languages and five layouts are millions of rows. Each layout has others,
    // and two thirds of the names are left out.
    let names = Self.names.indices.filter { $0 % (3 * Self.layouts.count) == number }
      .map { Self.names[$0] }
    let catalog = try CollationCatalog(locales: Self.locales, fallback: "en") { locale in
      try LocalizedIndexedCollation(locale: locale, layout: layout)
    }
    try await withDatabase(of: names, catalog: catalog) { database in
      for variant in catalog.lists {
        try await database.lists[variant.storedName]!.make()
      }
      // These are the library's sections of the names.
      #expect(try await database.faults() == [])
    }
  }
}
