/// The entry point for all work on many names: their order, sections and keys.
///
/// This is the only place that decides how a list is processed:
/// - The names of a short list are compared.
/// - Until a collator has seen enough names, lists are sorted by ICU's sort keys.
/// - After that, a table of weights makes the primary level of the keys, and a table of all levels
///   makes the keys of names that tie in it. ICU makes the keys of names that the tables cannot
///   prove simple.
///
/// The numbers are in ``Thresholds``. Whichever way a list goes, its order is that of ICU's sort
/// keys.
package struct Engine: Sendable {
  let collator: Collator

  /// Returns the numbers of the names in the collator's order. Names that collate as equal keep
  /// their input order.
  func order(of names: NameList, in order: KeyOrder) -> Job<[Int]> {
    ask(Order(order: order), of: names)
  }

  /// Returns the names by section, and within each section in ascending or descending order, as
  /// `lookup` says.
  func partition(_ names: NameList, by lookup: SectionLookup) -> Job<Partition> {
    ask(Sections(lookup: lookup), of: names)
  }

  /// Returns each name's section number, in input order. The collator must compare primary weights
  /// alone.
  func sectionNumbers(of names: NameList, by lookup: SectionLookup) -> Job<[Int]> {
    ask(SectionNumbers(lookup: lookup), of: names)
  }

  /// Returns the names' sort keys in input order, or their list keys if sections are given.
  func keys(of names: NameList, by lookup: SectionLookup? = nil) -> Job<KeyList> {
    ask(Keys(lookup: lookup), of: names)
  }

  /// Asks a question about names, wherever they are stored. Only here are a list's names filed: as
  /// the first step, since filing may take longer than all others.
  private func ask<Question: NameQuestion>(
    _ question: Question, of names: NameList
  ) -> Job<Question.Answer> {
    if let filed = collator.storage.filed {
      let engine = Engine(collator: filed.collator)
      return filing(names.count, by: { filed.filing.file(names, $0) }) { filed in
        question.job(of: filed, by: engine)
      }
    }
    return switch names.source {
    case .strings(let strings): question.job(of: StringNames(strings: strings), by: self)
    case .records(let records): question.job(of: records, by: self)
    case .fields(let fields): question.job(of: fields.records, by: self)
    case .parts(let names):
      filing(names.count, by: { names.filedAsTheyStand($0) }) { question.job(of: $0, by: self) }
    case .foreign(let names): question.job(of: names, by: self)
    case .largeForeign(let names): question.job(of: names, by: self)
    }
  }

  private func filing<Answer: Sendable>(
    _ count: Int, by file: @escaping @Sendable (Range<Int>) -> FiledNames,
    _ job: @escaping @Sendable (FiledNames) -> Job<Answer>
  ) -> Job<Answer> {
    let work = FilingWork(names: count, file)
    return Job(
      after: work, resultAtOnce: { job(file(0..<count)).run() }, job: { job(work.takeNames()) })
  }
}

/// A question about many names.
private protocol NameQuestion: Sendable {
  associatedtype Answer: Sendable

  /// Returns the work that answers it.
  func job(of source: some NameSource, by engine: Engine) -> Job<Answer>
}

private struct Order: NameQuestion {
  let order: KeyOrder

  func job(of source: some NameSource, by engine: Engine) -> Job<[Int]> {
    if source.count < Thresholds.namesToMakeKeys {
      return Job(names: source.count) { engine.orderByComparing(source, order) }
    }
    guard let table = engine.table(for: source) else {
      return engine.job(of: source) { $0.sortedIndices(in: order) }
    }
    let work = OrderWork(of: source, by: engine.tieWriter, table, in: order)
    return Job(after: work, result: { work.order([0..<work.source.count]) }) {
      Job(
        numbers: [0..<work.source.count], append: { work.append($0, to: &$1) }, result: { $0 })
    }
  }
}

private struct Sections: NameQuestion {
  let lookup: SectionLookup

  func job(of source: some NameSource, by engine: Engine) -> Job<Partition> {
    guard let table = engine.table(for: source) else {
      return engine.job(of: source) { Partition(of: $0, by: lookup) }
    }
    let work = OrderWork(
      of: source, by: engine.tieWriter, table, in: lookup.keyOrder)
    return Job(after: work, result: { Partition(of: work, by: lookup) }) {
      let sections = work.placesOfSections(lookup)
      return Job(
        numbers: sections.joined(), append: { work.append($0, to: &$1) },
        result: { Partition(order: $0, counts: sections.map(\.placeCount)) })
    }
  }
}

private struct SectionNumbers: NameQuestion {
  let lookup: SectionLookup

  func job(of source: some NameSource, by engine: Engine) -> Job<[Int]> {
    guard let table = engine.tables(for: source, wholeKeys: false)?.levels.base else {
      return engine.job(of: source) { keys in
        (0..<keys.count).map { lookup.section(ofSortKey: keys[$0]) }
      }
    }
    let work = SectionWork(of: source, lookup, table)
    return Job(after: work, resultAtOnce: { work.findAllNumbers() }) {
      Job(
        numbers: [0..<source.count], append: { work.append($0, to: &$1) }, result: { $0 })
    }
  }
}

private struct Keys: NameQuestion {
  let lookup: SectionLookup?

  func job(of source: some NameSource, by engine: Engine) -> Job<KeyList> {
    if source.count == 1 { return Job(names: 1) { engine.keyOfOne(source, lookup) } }
    let work = engine.keyWork(of: source, lookup)
    return Job(work, resultAtOnce: { work.makeAllKeys() }, result: { work.takeKeys() })
  }
}

extension Engine {
  /// Makes the key of the one name of a source, without preparing for many.
  fileprivate func keyOfOne(_ source: some NameSource, _ lookup: SectionLookup?) -> KeyList {
    let bytes = source.withNames { names in
      unsafe names.withName(0) { text -> [UInt8] in
        let text = unsafe Span(_unsafeElements: text)
        let keyOfBoth = unsafe names.withShown(0) { shown -> [UInt8] in
          unsafe self.key(of: text, shownAs: Span(_unsafeElements: shown), by: lookup)
        }
        return keyOfBoth ?? key(of: text, by: lookup)
      }
    }
    var keys = KeyList(capacity: 1)
    keys.append(bytes[...])
    return keys
  }

  /// Returns the work that answers a question by all keys.
  fileprivate func job<Answer: Sendable>(
    of source: some NameSource, answer: @escaping @Sendable (KeyList) -> Answer
  ) -> Job<Answer> {
    let work = keyWork(of: source, nil)
    return Job(
      work, resultAtOnce: { answer(work.makeAllKeys()) }, result: { answer(work.takeKeys()) })
  }

  fileprivate func keyWork<Source: NameSource>(
    of source: Source, _ lookup: SectionLookup?
  ) -> SortKeyWork<Source> {
    SortKeyWork(of: source, by: KeyWriter(collator, tables(for: source, wholeKeys: true), lookup))
  }

  /// Writes the keys of names whose primary weights are equal.
  var tieWriter: KeyWriter {
    KeyWriter(collator, tables(forFurther: 0), nil)
  }

  /// Returns the table for a list, in a code that suits it; `nil` if ICU makes every key.
  fileprivate func table(for source: some NameSource) -> KeyTable? {
    guard source.count <= Thresholds.maximumNames else { return nil }
    return tables(for: source, wholeKeys: false).map { KeyTable(for: source, $0.levels.base) }
  }

  fileprivate func orderByComparing(_ source: some NameSource, _ order: KeyOrder) -> [Int] {
    source.withNames { names in
      (0..<source.count).sorted { left, right in
        let result = unsafe names.withName(left) { leftName in
          unsafe names.withName(right) { rightName in
            unsafe compare(Span(_unsafeElements: leftName), Span(_unsafeElements: rightName))
          }
        }
        if result != .equal { return result == (order.isReversed ? .greater : .less) }
        return precedesByShown(left, right, in: names, order)
      }
    }
  }

  /// Whether the left of two names that collate as equal comes before the right.
  private func precedesByShown(
    _ left: Int, _ right: Int, in names: some NameReader, _ order: KeyOrder
  ) -> Bool {
    let leftIsShown = !names.isShownOtherwise(left)
    if leftIsShown != !names.isShownOtherwise(right) {
      return leftIsShown == order.beginsWithShown
    }
    let result: CollationResult?? = unsafe names.withShown(left) { leftShown in
      unsafe names.withShown(right) { rightShown in
        unsafe compare(Span(_unsafeElements: leftShown), Span(_unsafeElements: rightShown))
      }
    }
    guard let result = result ?? nil, result != .equal else { return left < right }
    return result == (order.isReversed ? .greater : .less)
  }
}
