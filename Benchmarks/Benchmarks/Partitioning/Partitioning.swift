import Benchmark
import Collation
import ICU4C
import Names

/// The library beside its rival, on the same names in the same run: records in one buffer to their
/// order and their sections. The ratio of the two times is the result, not the times.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], maxDuration: .seconds(20), maxIterations: 7)

  let count = 1_000_000
  Benchmark("sv, \(count) names: Collation") { benchmark in
    let names = Names.swedish(count)
    let records = UTF8Records(
      names.bytes,
      ranges: zip(names.offsets, names.offsets.dropFirst()).map { Int($0)..<Int($1) })!
    let collation = try LocalizedIndexedCollation(locale: "sv")
    benchmark.startMeasurement()
    let result = collation.sections(of: records)
    benchmark.stopMeasurement()
    blackHole(result)
  }

  Benchmark("sv, \(count) names: ICU4C sort keys") { benchmark in
    let names = Names.swedish(count)
    let index = icu4c_open("sv")
    defer { icu4c_close(index) }
    var order = [UInt32](repeating: 0, count: count)
    var buckets = [UInt32](repeating: 0, count: count)
    benchmark.startMeasurement()
    icu4c_partition(index, names.bytes, names.offsets, Int64(count), &order, &buckets)
    benchmark.stopMeasurement()
    blackHole(order)
  }

  Benchmark("sv, \(count) strings: Collation") { benchmark in
    let strings = Names.swedish(count).strings
    let collation = try LocalizedIndexedCollation(locale: "sv")
    benchmark.startMeasurement()
    let result = collation.sections(of: strings)
    benchmark.stopMeasurement()
    blackHole(result)
  }

  Benchmark("sv, \(count) strings: [String].sorted()") { benchmark in
    let strings = Names.swedish(count).strings
    benchmark.startMeasurement()
    let result = strings.sorted()
    benchmark.stopMeasurement()
    blackHole(result)
  }
}
