import Benchmark
import Names
import Operations

/// The operations on their own, for those who follow the library's times from version to version.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], maxDuration: .seconds(3), maxIterations: 7)
  for language in ["en", "ru", "zh"] {
    let count = 200_000
    for operation in [NameOperation.sort, .partition, .section, .keys] {
      Benchmark("\(language), \(count) names: \(operation.rawValue)") { benchmark in
        let dataset = Dataset(language: language, count: count)!
        let subject = try Subject(locale: dataset.locale)
        benchmark.startMeasurement()
        let output = subject.run(operation, dataset, strings: [])
        benchmark.stopMeasurement()
        blackHole(output)
      }
    }
  }
}
