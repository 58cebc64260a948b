// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "FiveJobs",
  dependencies: [
    .package(name: "swift-collation", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "FiveJobs",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(name: "FiveJobsTests", dependencies: ["FiveJobs"], swiftSettings: settings),
  ]
)
