// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "swift-collation", path: "..")],
  targets: [
    // ICU itself, and what the tests have beside it.
    .target(name: "CICUReference"),
    .target(
      name: "CollationTestSupport",
      dependencies: ["CICUReference", .product(name: "Collation", package: "swift-collation")]),

    // libFuzzer has the `main`; `Scripts/fuzz` has the flags that link it.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CollationTestSupport", .product(name: "Collation", package: "swift-collation"),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
