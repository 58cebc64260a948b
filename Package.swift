// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  // Every use of a raw pointer is marked `unsafe`, and `.ci/run` keeps the mark in `ICU/` and `Batch/`.
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swift-collation",
  products: [
    .library(name: "Collation", targets: ["Collation"]),
    .library(name: "CollationFoundationCompat", targets: ["CollationFoundationCompat"]),
    .executable(name: "collate", targets: ["collate"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // No `pkgConfig:`; the module map names the libraries to link, which also works where the
    // pkg-config program is missing.
    .systemLibrary(name: "CICU", path: "CICU", providers: [.apt(["libicu-dev"])]),
    .target(
      name: "CICUCxx",
      dependencies: ["CICU"],
      cxxSettings: [.headerSearchPath("../../CICU")]),
    .target(name: "Collation", dependencies: ["CICU", "CICUCxx"], swiftSettings: settings),
    .target(
      name: "CollationFoundationCompat", dependencies: ["Collation"], swiftSettings: settings),
    .executableTarget(
      name: "collate",
      dependencies: [
        "Collation", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    .target(
      name: "CollationTestSupport", dependencies: ["Collation", "CICUCxx"],
      path: "Tests/CollationTestSupport", swiftSettings: settings),
    .testTarget(
      name: "CollationTests", dependencies: ["Collation", "CollationTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CollationFoundationCompatTests", dependencies: ["CollationFoundationCompat"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    .testTarget(
      name: "collateTests", dependencies: ["collate", "CollationTestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
