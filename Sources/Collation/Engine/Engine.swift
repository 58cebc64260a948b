/// The one door to all work on many names: their order, their sections, their keys.
///
/// Here it is decided, and nowhere else, how a list is worked on:
/// - The names of a short list are compared.
/// - Until a collator has seen enough names, lists are sorted by ICU's sort keys.
/// - From then on a table of weights makes the first level of the keys, and ICU the keys of what
///   the table cannot prove simple.
///
/// ``Thresholds`` has the numbers. The order is that of ICU's sort keys whichever way a list goes.
struct Engine {
  let collator: Collator

  /// The numbers of names in the collator's order. Names that collate as equal keep the order of
  /// input.
  func order<Source>(
    of source: Source, descending: Bool = false
  ) -> Job<OrderWork<Source>, [Int]> {
    if source.count < Thresholds.namesToMakeKeys {
      return Job(names: source.count) { orderByComparing(source, descending: descending) }
    }
    guard let table = table(for: source) else {
      return Job(names: source.count) {
        keys(of: source).run().sortedIndices(descending: descending)
      }
    }
    let work = OrderWork(of: source, by: tieWriter, table, descending: descending)
    return Job(work) { work.order }
  }

  /// Names by section, and within each section in the collator's order, or in that order from its
  /// end, as the sections have it.
  func partition<Source>(
    _ source: Source, by lookup: SectionLookup
  ) -> Job<OrderWork<Source>, Partition> {
    guard let table = table(for: source) else {
      return Job(names: source.count) { Partition(of: keys(of: source).run(), by: lookup) }
    }
    let work = OrderWork(of: source, by: tieWriter, table, descending: lookup.isDescending)
    return Job(work) { Partition(of: work, by: lookup) }
  }

  /// The number of the section of each name, in input order.
  func sectionNumbers<Source>(
    of source: Source, by lookup: SectionLookup
  ) -> Job<SectionWork<Source>, [Int]> {
    guard let table = tables(for: source, wholeKeys: false)?.levels.base else {
      return Job(names: source.count) {
        let keys = keys(of: source).run()
        return (0..<keys.count).map { lookup.section(ofSortKey: keys[$0]) }
      }
    }
    let work = SectionWork(of: source, lookup, table)
    return Job(work, resultAtOnce: { work.findAllNumbers() }, result: { work.numbers })
  }

  /// The sort keys of names in input order, or their list keys where there are sections.
  func keys<Source>(
    of source: Source, by lookup: SectionLookup? = nil
  ) -> Job<SortKeyWork<Source>, KeyList> {
    let writer = KeyWriter(collator, tables(for: source, wholeKeys: true), lookup)
    let work = SortKeyWork(of: source, by: writer)
    return Job(work, resultAtOnce: { work.makeAllKeys() }, result: { work.takeKeys() })
  }

  /// Writes the keys of names whose letters are equal.
  var tieWriter: KeyWriter {
    KeyWriter(collator, tables(forFurther: 0), nil)
  }

  private func orderByComparing(_ source: some NameSource, descending: Bool) -> [Int] {
    source.withNames { names in
      (0..<source.count).sorted { left, right in
        let result = unsafe names.withName(left) { leftName in
          unsafe names.withName(right) { rightName in
            unsafe compare(Span(_unsafeElements: leftName), Span(_unsafeElements: rightName))
          }
        }
        if result != .equal { return result == (descending ? .greater : .less) }
        return precedesByShown(left, right, in: names, descending: descending)
      }
    }
  }

  /// Whether one of two names that collate as equal comes before the other.
  private func precedesByShown(
    _ left: Int, _ right: Int, in names: some NameReader, descending: Bool
  ) -> Bool {
    let result: CollationResult?? = unsafe names.withShown(left) { leftShown in
      unsafe names.withShown(right) { rightShown in
        unsafe compare(Span(_unsafeElements: leftShown), Span(_unsafeElements: rightShown))
      }
    }
    switch result {
    // The left one is shown as it is.
    case nil: return unsafe names.withShown(right) { _ in true } ?? (left < right)
    case .some(nil): return false
    case .some(.some(.equal)): return left < right
    case .some(.some(let result)): return result == (descending ? .greater : .less)
    }
  }

  /// The table for a list, in a code that suits it; `nil` where ICU makes every key.
  private func table(for source: some NameSource) -> KeyTable? {
    guard source.count <= Thresholds.maximumNames else { return nil }
    return tables(for: source, wholeKeys: false).map { KeyTable(for: source, $0.levels.base) }
  }
}
