// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  // Every use of a raw pointer is marked `unsafe`, and `Scripts/check house` keeps the
  // mark in a few folders.
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The tests call ICU by pointers, to compare the library with it.
let testSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

// Each test runs once, so optimizing takes longer than it saves.
let testTargetSettings = testSettings + [.unsafeFlags(["-Onone"])]

// Linux has ICU where compilers look. With a name there, SwiftPM would warn at each build on a
// machine without the program pkg-config.
#if os(macOS)
let icu: String? = "icu-i18n"
#else
let icu: String? = nil
#endif

let package = Package(
  name: "swift-collation",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Collation", targets: ["Collation"]),
    // Lists in a database: pages, searches, the reader's language.
    .library(name: "CollationLists", targets: ["CollationLists"]),
    // Names that are filed otherwise than they are shown, and search in names.
    .library(name: "CollationFiling", targets: ["CollationFiling"]),
    .library(name: "CollationFoundationCompat", targets: ["CollationFoundationCompat"]),
    // Lists kept beside a table in SQLite, by GRDB: empty without the trait of that name.
    .library(name: "CollationGRDB", targets: ["CollationGRDB"]),
    // For other languages, by the header collation.h.
    .library(name: "CollationC", type: .dynamic, targets: ["CollationC"]),
    .executable(name: "collate", targets: ["collate"]),
  ],
  // Without the trait, SwiftPM neither downloads nor builds GRDB.
  traits: [.trait(name: "GRDB", description: "CollationGRDB, lists in SQLite by GRDB")],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CICU", path: "CICU", pkgConfig: icu,
      providers: [.apt(["libicu-dev"]), .brew(["icu4c@78"])]),
    .target(
      name: "CICUCxx",
      dependencies: ["CICU"],
      cxxSettings: [.headerSearchPath("../../CICU")]),
    .target(name: "Collation", dependencies: ["CICU", "CICUCxx"], swiftSettings: settings),
    .target(name: "CollationFiling", dependencies: ["Collation"], swiftSettings: settings),
    .target(
      name: "CollationLists", dependencies: ["Collation", "CollationFiling"],
      swiftSettings: settings),
    .target(
      name: "CollationFoundationCompat", dependencies: ["Collation"], swiftSettings: settings),
    .target(
      name: "CollationGRDB",
      dependencies: [
        "Collation", "CollationFiling", "CollationLists",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["GRDB"])),
      ],
      swiftSettings: settings),
    // The options by their names, for the C interface and the command.
    .target(
      name: "CollationOptions", dependencies: ["Collation", "CollationFiling"],
      swiftSettings: settings),
    .systemLibrary(name: "CollationCHeader", path: "Sources/CollationCHeader"),
    .target(
      name: "CollationC",
      dependencies: ["Collation", "CollationCHeader", "CollationFiling", "CollationOptions"],
      swiftSettings: settings),
    .executableTarget(
      name: "collate",
      dependencies: [
        "Collation", "CollationFiling", "CollationOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // ICU itself behind a C header, for the tests to compare with.
    .target(name: "CICUReference", dependencies: ["CICU"], path: "Tests/CICUReference"),
    .target(
      name: "CollationTestSupport", dependencies: ["CICUReference", "Collation"],
      path: "Tests/CollationTestSupport", swiftSettings: testSettings),
    .target(
      name: "CollationCTestSupport", dependencies: ["CollationC", "CollationCHeader"],
      path: "Tests/CollationCTestSupport", swiftSettings: testSettings),
    .testTarget(
      name: "CollationTests",
      dependencies: ["Collation", "CollationFiling", "CollationLists", "CollationTestSupport"],
      swiftSettings: testTargetSettings),
    .testTarget(
      name: "CollationListsTests",
      dependencies: ["Collation", "CollationFiling", "CollationLists", "CollationTestSupport"],
      swiftSettings: testTargetSettings),
    .testTarget(
      name: "CollationFilingTests",
      dependencies: ["Collation", "CollationFiling", "CollationLists", "CollationTestSupport"],
      swiftSettings: testTargetSettings),
    .testTarget(
      name: "CollationFoundationCompatTests",
      dependencies: ["Collation", "CollationFoundationCompat", "CollationTestSupport"],
      swiftSettings: testTargetSettings),
    .testTarget(
      name: "CollationCTests",
      dependencies: [
        "Collation", "CollationC", "CollationCHeader", "CollationCTestSupport",
        "CollationOptions", "CollationTestSupport",
      ],
      swiftSettings: testTargetSettings),
    // What tasks and threads share: `Tests/Package.swift` has these alone.
    .testTarget(
      name: "ConcurrencyTests",
      dependencies: [
        "Collation", "CollationC", "CollationCHeader", "CollationCTestSupport",
        "CollationTestSupport",
      ],
      path: "Tests/ConcurrencyTests", swiftSettings: testTargetSettings),
    .testTarget(
      name: "collateTests",
      dependencies: [
        "collate", "Collation", "CollationC", "CollationCHeader", "CollationCTestSupport",
        "CollationFiling", "CollationLists", "CollationOptions", "CollationTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: testTargetSettings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
