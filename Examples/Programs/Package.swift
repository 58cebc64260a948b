// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let collation: [Target.Dependency] = [
  .product(name: "Collation", package: "swift-collation"),
  .product(name: "CollationLists", package: "swift-collation"),
  .product(name: "CollationFiling", package: "swift-collation"),
]
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "Programs",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "swift-collation", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Albums", dependencies: collation, resources: [.copy("albums.tsv")],
      swiftSettings: settings),
    .executableTarget(name: "ContactsAPI", dependencies: collation, swiftSettings: settings),
    .executableTarget(
      name: "StoredNames", dependencies: collation + [grdb], swiftSettings: settings),
    .executableTarget(name: "TableView", dependencies: collation, swiftSettings: settings),
    .executableTarget(name: "LiveList", dependencies: collation, swiftSettings: settings),
    .testTarget(
      name: "ProgramsTests",
      dependencies: ["Albums", "ContactsAPI", "StoredNames", "TableView", "LiveList"],
      swiftSettings: settings),
  ]
)
