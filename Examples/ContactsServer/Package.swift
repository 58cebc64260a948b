// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "ContactsServer",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "swift-collation", path: "../..", traits: ["GRDB"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The lists of names of the benchmarks, by a symbolic link.
    .target(name: "Names"),
    .executableTarget(
      name: "ContactsServer",
      dependencies: [
        "Names",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationGRDB", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      resources: [.copy("Page")],
      swiftSettings: settings),
    .testTarget(
      name: "ContactsServerTests",
      dependencies: [
        "ContactsServer", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
