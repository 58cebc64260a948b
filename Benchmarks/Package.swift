// swift-tools-version: 6.3

import PackageDescription

// Rivals are written to be fast, and are built that way. The warning is the C++ library's
// own, about what its sort uses.
let fast: [CXXSetting] = [.unsafeFlags(["-O3", "-Wno-deprecated-declarations"])]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "compare", targets: ["compare"]),
    .executable(name: "hotloops", targets: ["hotloops"]),
    .executable(name: "peer-collation", targets: ["peer-collation"]),
  ],
  dependencies: [
    .package(name: "swift-collation", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // The rival: ICU4C from C++, in the best ways it knows.
    .target(
      name: "ICU4C", cxxSettings: fast,
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "Memory"),
    .target(name: "Names"),
    .target(
      name: "Operations",
      dependencies: ["Names", .product(name: "Collation", package: "swift-collation")]),
    .executableTarget(
      name: "compare",
      dependencies: [
        "ICU4C", "Memory", "Names", "Operations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
        .product(name: "CollationLists", package: "swift-collation"),
      ]),
    .executableTarget(
      name: "hotloops",
      dependencies: [
        "Names", "Operations",
        .product(name: "Collation", package: "swift-collation"),
        .product(name: "CollationFiling", package: "swift-collation"),
      ]),
    // One of the peers; Peers has the programs of the others.
    .executableTarget(
      name: "peer-collation",
      dependencies: ["Names", .product(name: "Collation", package: "swift-collation")],
      path: "Peers/swift-collation", exclude: ["peer"]),
  ],
  cxxLanguageStandard: .cxx17
)
