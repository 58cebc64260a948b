// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny"),
]

// A client with the trait GRDB. The tests of CollationGRDB are here, since SwiftPM would build all
// other tests of the library with the trait too.
let package = Package(
  name: "GRDBClient",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "swift-collation", path: "../../..", traits: ["GRDB"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // An app with an index, pages, search and live changes, in at most forty lines.
    .executableTarget(
      name: "ListApp",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationGRDB", package: "swift-collation"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["expected.txt"],
      swiftSettings: settings),
    // Writes and makes lists until it is killed.
    .executableTarget(
      name: "Writer",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationGRDB", package: "swift-collation"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CollationGRDBTests",
      dependencies: [
        "Writer",
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationGRDB", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
