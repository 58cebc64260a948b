// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-collation", path: ".."),
    // Without its traits, which would need jemalloc.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    // The rival: ICU4C from C++, in the best way it knows.
    .target(
      name: "ICU4C",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "Names"),
    .executableTarget(
      name: "Partitioning",
      dependencies: [
        "ICU4C", "Names",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Collation", package: "swift-collation"),
      ],
      path: "Benchmarks/Partitioning",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  cxxLanguageStandard: .cxx17
)
