import ICU4C
import Operations

/// ICU4C's stable sort with compare, of many short lists with one collator.
final class FewNamesRival {
  private let index: OpaquePointer
  private let lists: [Dataset]
  private var order: [UInt32]

  init(_ lists: [Dataset], _ locale: String) throws {
    guard let index = icu4c_open(locale, true) else {
      throw ContestError("ICU4C cannot open \(locale)")
    }
    self.index = index
    self.lists = lists
    order = [UInt32](repeating: 0, count: lists.map(\.count).max() ?? 0)
  }

  deinit { icu4c_close(index) }

  /// Sorts each list. The sum keeps the optimizer from leaving work out.
  func sortAll() -> Int {
    lists.reduce(0) { sum, list in
      list.names.withICU4CNames { icu4c_sort_by_comparing(index, $0, &order) }
      return sum + Int(order[0])
    }
  }
}
