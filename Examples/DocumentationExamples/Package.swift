// swift-tools-version: 6.2

import PackageDescription

// The examples of the documentation, which `Scripts/check-documentation` takes out of the comments and
// articles and compiles.
let package = Package(
  name: "DocumentationExamples",
  dependencies: [.package(name: "swift-collation", path: "../..")],
  targets: [
    .target(
      name: "DocumentationExamples",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFoundationCompat", package: "swift-collation"),
      ],
      // Examples name results without using them.
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])])
  ]
)
