/// The entry point for all work on many names: their order, sections and keys.
///
/// This is the only place that decides how a list is processed:
/// - The names of a short list are compared.
/// - Until a collator has seen enough names, this list's included, lists are sorted by ICU's sort
///   keys.
/// - After that, a table of weights makes the primary level of the keys, and a table of all levels
///   makes the keys of names that tie at that level. ICU makes the keys of names that the tables
///   cannot prove simple.
///
/// The numbers are in ``Thresholds``. Whichever way a list is processed, its order agrees with
/// ICU's sort keys.
package struct Engine: Sendable {
  let collator: Collator

  /// Returns the numbers of the names in the collator's order. Names that collate as equal keep
  /// their input order.
  func order(of names: NameList, in order: KeyOrder) -> Job<[Int]> {
    ask(names) { $0.order(of: $1, in: order) }
  }

  /// Returns the names by section, and within each section in ascending or descending order, as
  /// `lookup` says.
  func partition(_ names: NameList, by lookup: SectionLookup) -> Job<Partition> {
    ask(names) { $0.partition($1, by: lookup) }
  }

  /// Returns each name's section number, in input order. The collator must compare only primary
  /// weights.
  func sectionNumbers(of names: NameList, by lookup: SectionLookup) -> Job<[Int]> {
    ask(names) { $0.sectionNumbers(of: $1, by: lookup) }
  }

  /// Returns the names' sort keys in input order, or their list keys if sections are given.
  func keys(of names: NameList, by lookup: SectionLookup? = nil) -> Job<KeyList> {
    ask(names) { $0.keys(of: $1, by: lookup) }
  }

  /// Answers a question about a list, once its names are in memory as collated. Lists are filed
  /// only here, as the first step, since filing may take longer than all other steps.
  @inline(__always)
  private func ask<Answer: Sendable>(
    _ list: NameList, _ question: @escaping @Sendable (Engine, Names) -> Job<Answer>
  ) -> Job<Answer> {
    if let filed = collator.storage.filed {
      let engine = Engine(collator: filed.collator)
      return file(list.count, by: { filed.filing.file(list, $0) }) { question(engine, $0) }
    }
    return switch list.source {
    case .names(let names): question(self, names)
    case .fields(let fields): question(self, Names(fields.records))
    case .parts(let names):
      file(names.count, by: { names.filedAsTheyStand($0) }) { question(self, $0) }
    }
  }

  private func file<Answer: Sendable>(
    _ count: Int, by file: @escaping @Sendable (Range<Int>) -> Names,
    _ job: @escaping @Sendable (Names) -> Job<Answer>
  ) -> Job<Answer> {
    let work = FilingWork(names: count, file)
    return Job(
      after: work, resultAtOnce: { job(file(0..<count)).run() }, job: { job(work.takeNames()) })
  }
}

// MARK: Questions

extension Engine {
  private func order(of names: Names, in order: KeyOrder) -> Job<[Int]> {
    if names.count < Thresholds.namesToMakeKeys {
      return Job(names: names.count) { orderByComparing(names, order) }
    }
    guard let table = table(for: names) else {
      return job(byKeysOf: names) { $0.sortedIndices(in: order) }
    }
    let work = OrderWork(of: names, by: tieWriter, table, in: order)
    return Job(work) { work.partition.order }
  }

  private func partition(_ names: Names, by lookup: SectionLookup) -> Job<Partition> {
    guard let table = table(for: names) else {
      return job(byKeysOf: names) { Partition(of: $0, by: lookup) }
    }
    let work = OrderWork(of: names, by: tieWriter, table, in: lookup.keyOrder, sections: lookup)
    return Job(work) { work.partition }
  }

  private func sectionNumbers(of names: Names, by lookup: SectionLookup) -> Job<[Int]> {
    guard let table = tables(for: names, wholeKeys: false)?.levels.base else {
      return job(byKeysOf: names) { keys in
        (0..<keys.count).map { lookup.section(ofSortKey: keys[$0]) }
      }
    }
    let work = SectionWork(of: names, lookup, table)
    return Job(work, resultAtOnce: { work.findAllNumbers() }, result: { work.copied.numbers })
  }

  private func keys(of names: Names, by lookup: SectionLookup?) -> Job<KeyList> {
    if names.count == 1 { return Job(names: 1) { keyOfOne(names, lookup) } }
    return job(byKeysOf: names, lookup) { $0 }
  }

  /// Makes the key of a single name, without the preparations for many.
  private func keyOfOne(_ names: Names, _ lookup: SectionLookup?) -> KeyList {
    let bytes = names.read { names in
      let text = unsafe Span(_unsafeElements: names[0])
      guard let shown = unsafe names.shown(0) else { return key(of: text, by: lookup) }
      return unsafe key(of: text, shownAs: Span(_unsafeElements: shown), by: lookup)
    }
    var keys = KeyList(capacity: 1)
    keys.append(bytes[...])
    return keys
  }

  /// Returns the work that answers a question from all keys.
  private func job<Answer: Sendable>(
    byKeysOf names: Names, _ lookup: SectionLookup? = nil,
    answer: @escaping @Sendable (KeyList) -> Answer
  ) -> Job<Answer> {
    let writer = KeyWriter(collator, tables(for: names, wholeKeys: true), lookup)
    let work = SortKeyWork(of: names, by: writer)
    return Job(
      work, resultAtOnce: { answer(work.makeAllKeys()) }, result: { answer(work.takeKeys()) })
  }

  /// Writes the keys of names whose primary weights are equal.
  var tieWriter: KeyWriter {
    KeyWriter(collator, tables(forFurther: 0), nil)
  }

  /// Returns the table for a list, in a code that suits it; `nil` if ICU makes every key.
  private func table(for names: Names) -> KeyTable? {
    guard names.count <= Thresholds.maximumNames else { return nil }
    return tables(for: names, wholeKeys: false).map { KeyTable(for: names, $0.levels.base) }
  }

  /// In bounds because the numbers are less than the count.
  private func orderByComparing(_ names: Names, _ order: KeyOrder) -> [Int] {
    names.read { reader in
      (0..<names.count).sorted { precedes($0, $1, in: reader, order) }
    }
  }

  /// Whether the first of two names comes before the second. Not inlined, since the code of a sort
  /// calls it in many places.
  @inline(never)
  private func precedes(
    _ left: Int, _ right: Int, in names: Names.Reader, _ order: KeyOrder
  ) -> Bool {
    let result = unsafe compare(names[left], names[right])
    if result != .equal { return result == (order.isReversed ? .greater : .less) }
    let leftIsShown = !names.isShownOtherwise(left)
    if leftIsShown != !names.isShownOtherwise(right) {
      return leftIsShown == order.beginsWithShown
    }
    guard let leftShown = unsafe names.shown(left), let rightShown = unsafe names.shown(right)
    else { return left < right }
    let shownResult = unsafe compare(leftShown, rightShown)
    if shownResult == .equal { return left < right }
    return shownResult == (order.isReversed ? .greater : .less)
  }
}
