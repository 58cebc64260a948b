// swift-tools-version: 6.3

import PackageDescription

// The tests of what tasks share, alone: the thread sanitizer needs a build of its own, which would
// take several times as long with all tests.
let package = Package(
  name: "Tests",
  dependencies: [.package(name: "swift-collation", path: "..")],
  targets: [
    .target(name: "CICUReference", path: "CICUReference"),
    .target(
      name: "CollationTestSupport",
      dependencies: ["CICUReference", .product(name: "Collation", package: "swift-collation")],
      path: "CollationTestSupport"),
    .target(
      name: "CollationCTestSupport",
      dependencies: [.product(name: "CollationC", package: "swift-collation")],
      path: "CollationCTestSupport"),
    .testTarget(
      name: "ConcurrencyTests",
      dependencies: [
        "CollationCTestSupport", "CollationTestSupport",
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationC", package: "swift-collation"),
      ],
      path: "ConcurrencyTests"),
  ],
  cxxLanguageStandard: .cxx17
)
