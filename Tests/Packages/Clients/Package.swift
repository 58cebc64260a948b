// swift-tools-version: 6.3

import PackageDescription

// Clients of the library that import Foundation, and XCTest with it. Foundation carries another
// version of ICU than the library, and the two must not meet in one compilation: that these build
// from an empty build folder is a test.
let package = Package(
  name: "Clients",
  dependencies: [.package(name: "swift-collation", path: "../../..")],
  targets: [
    .executableTarget(
      name: "FoundationClient",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationFoundationCompat", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "XCTestClientTests",
      dependencies: [.product(name: "Collation", package: "swift-collation")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
