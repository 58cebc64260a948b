package struct Explainer: Sendable {
  /// What makes the keys of a list, depending on its number of names.
  package enum ListPath: String, Sendable {
    /// The names are compared; there are no keys.
    case compared
    /// ICU makes all keys.
    case sortKeys = "sort-keys"
    /// The table, whose code is the bytes of ICU's keys.
    case table
    /// The table, in a code of the list's own.
    case code
    /// The table, in a code of the list's own for runs with one lead byte.
    case runs

    package var description: String {
      switch self {
      case .compared: "fewer than \(Thresholds.namesToMakeKeys) names are sorted by comparing them"
      case .sortKeys:
        "ICU makes the sort keys of a collator's first \(Thresholds.namesToMakeTable) names"
      case .table: "a table makes the primary level of the keys"
      case .code: "a table makes the primary level of the keys, in a code fitted to the list"
      case .runs: "a table makes the primary level of the keys, in a code for runs of letters"
      }
    }
  }

  /// The number of names from which on a list is processed as explanations describe.
  package static var longList: Int { Thresholds.namesToMakeCode }

  /// How a fresh collator would process this list.
  package let listPath: ListPath
  private let collator: Collator
  /// The tables for one name and for a long list of names like these; or why ICU makes all keys.
  private let tables: Result<(one: CollatorTable, list: KeyTable), NameExplanation.Reason>

  package var listDescription: String {
    if listPath == .sortKeys, case .failure(let reason) = tables {
      return "ICU makes all sort keys: \(reason)"
    }
    return listPath.description
  }

  package init(_ names: UTF8Records, by collator: Collator) {
    self.collator = collator
    tables = Self.tables(for: names, of: collator).map {
      ($0, KeyTable(forMoreNamesLike: Names(names), $0.levels.base))
    }
    listPath =
      switch (names.count, tables) {
      case (..<Thresholds.namesToMakeKeys, _): .compared
      case (..<Thresholds.namesToMakeTable, _), (_, .failure): .sortKeys
      case (..<Thresholds.namesToMakeCode, _): .table
      case (_, .success(let tables)): if case .runs = tables.list.coded { .runs } else { .code }
      }
  }

  /// Returns the tables that the engine makes for such names, or why it makes none.
  private static func tables(
    for names: UTF8Records, of collator: Collator
  ) -> Result<CollatorTable, NameExplanation.Reason> {
    if TableTrust.isICUAlone { return .failure(.init("COLLATION_ICU_ONLY is set")) }
    let request = collator.storage.request.atPrimaryStrength
    guard let source = try? PrimarySource(Collator(request)),
      let levels = try? LevelTable(PrimaryTable(source))
    else { return .failure(.init("ICU could not list the order's contexts")) }
    let tables = CollatorTable(levels, for: collator)
    guard TableTrust.agrees(tables, for: collator),
      [false, true].allSatisfy({ wholeKeys in
        TableTrust.agrees(
          tables, for: collator, on: Names(names), count: names.count, wholeKeys: wholeKeys)
      })
    else { return .failure(.init("the tables' keys differ from ICU's")) }
    return .success(tables)
  }

  /// Explains a name as part of a long list of similar names.
  package func explanation(of name: ArraySlice<UInt8>) -> NameExplanation {
    switch tables {
    case .success(let tables):
      let (path, elements) = tables.list.explain(name)
      let keyPath = tables.one.explainKey(of: name, collator)
      return NameExplanation(
        path: path, keyPath: keyPath, elements: elements, levels: levels(of: name))
    case .failure(let reason):
      return NameExplanation(
        path: .icu(reason), keyPath: .icu(reason), elements: [], levels: levels(of: name))
    }
  }

  private func levels(of name: ArraySlice<UInt8>) -> [NameExplanation.Level] {
    let levels = collator.sortKeyByICU(of: name.span).dropLast()
      .split(separator: SortKeyFormat.levelEnd, omittingEmptySubsequences: false)
    return zip(levelNames, levels).map { NameExplanation.Level(name: $0, bytes: $1) }
  }

  /// The levels in the order of a sort key. `CollationKeys::writeSortKeyUpToQuaternary`
  var levelNames: [String] {
    let options = collator.resolvedOptions
    var names = ["primary"]
    if options.strength != .primary { names.append("secondary") }
    if options.caseLevel { names.append("case") }
    switch options.strength {
    case .primary, .secondary: break
    case .tertiary: names.append("tertiary")
    case .quaternary: names += ["tertiary", "quaternary"]
    case .identical: names += ["tertiary", "quaternary", "identical"]
    }
    return names
  }
}

extension KeyTable {
  /// Tells who makes the primary level of a name, and what its characters are.
  func explain(
    _ name: ArraySlice<UInt8>
  ) -> (path: NameExplanation.Path, elements: [NameExplanation.Element]) {
    unsafe name.withUnsafeBufferPointer { name in
      switch coded {
      case .plain(let table): return unsafe explain(name, table)
      case .runs(let table):
        if unsafe name.count > ICUCollator.maximumLengthByRules
          || table.writeRuns(of: name, to: Self.endless) == nil
        {
          // A name that isn't made up of runs is encoded from its bytes.
          return unsafe explain(name, base)
        }
        let walk = unsafe ExplainedWalk(name, ExplainedTable(.runs(table), bytes: base))
        return (.tableInRuns, unsafe walk.elements(of: name, base))
      }
    }
  }

  /// A sink that is never full, so the walk goes to the end of the name.
  private static let endless = LaterPrimaryKey(offset: .max / 2)

  private func explain(
    _ name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable
  ) -> (path: NameExplanation.Path, elements: [NameExplanation.Element]) {
    let walk = unsafe ExplainedWalk(name, ExplainedTable(.primary(table), bytes: base))
    let isByTable = unsafe table.writeByTable(name, to: Self.endless) != nil
    return (
      isByTable ? .table : .icu(walk.reason ?? .unknown), unsafe walk.elements(of: name, base)
    )
  }
}

extension CollatorTable {
  func explainKey(
    of name: ArraySlice<UInt8>, _ collator: Collator
  ) -> NameExplanation.Path {
    unsafe name.withUnsafeBufferPointer { name in
      if unsafe key(of: name) != nil { return .table }
      do throws(Collator.ReasonForNoKeys) {
        _ = try collator.keyLevels()
      } catch {
        return .icu(.init(error.rawValue))
      }
      if name.count > Thresholds.tableKeyBytes {
        return .icu(.init("a name longer than \(Thresholds.tableKeyBytes) bytes"))
      }
      let table = ExplainedTable(.levels(levels), bytes: levels.base)
      return .icu(unsafe ExplainedWalk(name, table).reason ?? .unknown)
    }
  }
}
