// swift-tools-version: 6.3

import PackageDescription

// A client of the library that imports Foundation and XCTest. Foundation carries another version of
// ICU than the library, and the two must not meet in one compilation: that this builds from an
// empty build folder is a test.
let package = Package(
  name: "Clients",
  dependencies: [.package(name: "swift-collation", path: "../../..")],
  targets: [
    .testTarget(
      name: "ClientTests",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationFoundationCompat", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
