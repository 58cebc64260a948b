// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Faults",
  dependencies: [.package(name: "swift-collation", path: "../..")],
  targets: [
    // ICU's memory, and processes that end badly.
    .target(
      name: "CFaults",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .executableTarget(
      name: "faults",
      dependencies: [
        "CFaults", .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
