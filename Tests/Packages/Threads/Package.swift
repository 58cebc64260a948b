// swift-tools-version: 6.3

import PackageDescription

// The tests of what tasks share, alone: the thread sanitizer needs a build of its own, which would
// take several times as long with all tests. The files are those of Tests; the module has the name
// by which they refer to it.
let package = Package(
  name: "Threads",
  dependencies: [.package(name: "swift-collation", path: "../../..")],
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
      name: "CollationTests",
      dependencies: [
        "CollationCTestSupport", "CollationTestSupport",
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationC", package: "swift-collation"),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
