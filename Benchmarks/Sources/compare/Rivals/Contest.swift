import Foundation
import ICU4C
import Names
import Operations

/// The library and its rivals, with the same names and all that they need before time is taken.
final class Contest {
  let dataset: Dataset
  let subject: Subject
  /// The names as strings, made when they are first asked for.
  private(set) lazy var strings = dataset.names.strings

  private let index: OpaquePointer
  private let foundationLocale: Locale
  /// The memory that rivals write to.
  private(set) var order: [UInt32]
  private(set) var buckets: [UInt32]
  private(set) var rangeStarts: [Int64]

  /// - Parameter normalizes: Whether ICU4C normalizes, as the library does; else, the locale decides.
  init(_ dataset: Dataset, normalizes: Bool = true) throws {
    self.dataset = dataset
    subject = try Subject(locale: dataset.locale)
    guard let index = icu4c_open(dataset.locale, normalizes) else {
      throw ContestError("ICU4C cannot open \(dataset.locale)")
    }
    self.index = index
    foundationLocale = Locale(identifier: dataset.locale)
    // Written to, so that the system has given the memory before time is taken.
    order = [UInt32](repeating: 1, count: dataset.count)
    buckets = [UInt32](repeating: 1, count: dataset.count)
    rangeStarts = [Int64](repeating: 0, count: Int(icu4c_range_count(index)))
  }

  deinit { icu4c_close(index) }

  /// Makes ready what an operation needs but should not be measured.
  func prepare(_ operation: NameOperation) {
    if operation == .partitionStrings { _ = strings }
  }

  /// The nanoseconds that the library takes.
  func time(_ operation: NameOperation) -> Double {
    // Strings are made for the operation that takes strings only.
    let strings = operation == .partitionStrings ? self.strings : []
    return Clock.time { subject.run(operation, dataset, strings: strings) }
  }

  /// The nanoseconds that a rival takes.
  func time(_ rival: Rival, _ operation: NameOperation) -> Double {
    if rival == .standardSorted || rival == .foundationCompare { _ = strings }
    return Clock.time { run(rival, operation) }
  }

  /// Does an operation in a rival's way, and returns the memory that the rival allocates for its
  /// caller.
  func run(_ rival: Rival, _ operation: NameOperation) -> RivalOutput {
    switch (rival, operation) {
    case (.icuKeys, .section):
      return withNames { icu4c_section_by_keys(index, $0, &buckets) }
    case (.icuKeys, .partition), (.icuKeys, .partitionStrings):
      return withNames { _ = icu4c_partition(index, $0, &order, &rangeStarts) }
    case (.icuKeys, .sort): return withNames { icu4c_sort_by_keys(index, $0, &order) }
    case (.icuKeys, .keys): return RivalOutput(keys: withNames { icu4c_make_keys(index, $0) })
    case (.icuCompare, .partition):
      return withNames { _ = icu4c_partition_by_comparing(index, $0, &order, &rangeStarts) }
    case (.icuCompare, _): return withNames { icu4c_sort_by_comparing(index, $0, &order) }
    case (.icuImmutableIndex, _): return withNames { icu4c_section_by_index(index, $0, &buckets) }
    case (.icuAlphabeticIndex, _):
      return withNames { icu4c_alphabetic_index(dataset.locale, $0, &order, &buckets) }
    case (.standardSorted, _): return RivalOutput(strings: strings.sorted())
    case (.foundationCompare, _):
      return RivalOutput(
        strings: strings.sorted {
          $0.compare($1, locale: foundationLocale) == .orderedAscending
        })
    }
  }

  @discardableResult
  private func withNames(_ body: (ICU4CNames) -> Void) -> RivalOutput {
    withNames { (names: ICU4CNames) -> Int in
      body(names)
      return 0
    }
    return RivalOutput()
  }

  @discardableResult
  private func withNames<Result>(_ body: (ICU4CNames) -> Result) -> Result {
    dataset.names.withICU4CNames(body)
  }
}

/// The memory that a rival allocates for its caller. It is freed after the clock stops, as is the
/// library's output.
final class RivalOutput {
  let strings: [String]
  let keys: ICU4CKeys?

  init(strings: [String] = [], keys: ICU4CKeys? = nil) {
    self.strings = strings
    self.keys = keys
  }

  deinit { if let keys { icu4c_free_keys(keys) } }

  /// How much memory it takes.
  var byteCount: Int {
    guard let keys else { return strings.count * MemoryLayout<String>.stride }
    return Int(keys.starts[Int(keys.count)]) + Int(keys.count + 1) * MemoryLayout<UInt64>.stride
  }
}

struct ContestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Names {
  func withICU4CNames<Result>(_ body: (ICU4CNames) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      offsets.withUnsafeBufferPointer { offsets in
        body(
          ICU4CNames(
            bytes: bytes.baseAddress!, offsets: offsets.baseAddress!, count: Int64(count)))
      }
    }
  }
}
