// swift-tools-version: 6.3

import PackageDescription

// The examples of the documentation. `Scripts/check examples` takes them out of the comments and
// articles, compiles and runs them.
let package = Package(
  name: "DocumentationExamples",
  dependencies: [.package(name: "swift-collation", path: "../../..")],
  targets: [
    .executableTarget(name: "ExampleMaker"),
    .executableTarget(
      name: "DocumentationExamples",
      dependencies: [
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationFoundationCompat", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ],
      // Examples name results without using them.
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])]),
  ]
)
