// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "swift-collation", path: "../..")],
  targets: [
    // ICU itself, and what the tests have beside it.
    .target(name: "CICUReference"),
    .target(
      name: "CollationTestSupport",
      dependencies: ["CICUReference", .product(name: "Collation", package: "swift-collation")]),

    .target(
      name: "CollationCTestSupport",
      dependencies: [.product(name: "CollationC", package: "swift-collation")]),

    // libFuzzer has the `main`; `Scripts/fuzz` has the flags that link it.
    .target(name: "FuzzSupport"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CollationTestSupport", "FuzzSupport",
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ]),
    // The dynamic library has the Swift library in it, so a program of its own tries it.
    .executableTarget(
      name: "fuzz-c",
      dependencies: [
        "CollationCTestSupport", "FuzzSupport",
        .product(name: "CollationC", package: "swift-collation"),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
