/// Explains the names of a list.
package struct Explainer: Sendable {
  /// What makes the keys of a list, by the number of its names.
  package enum ListPath: String, Sendable {
    /// ICU compares the names; there are no keys.
    case compared
    /// ICU makes all keys.
    case sortKeys = "sort-keys"
    /// The table, whose code is the bytes of ICU's keys.
    case table
    /// The table, in a code of the list's own.
    case code
    /// The table, in a code of the list's own for runs with one lead byte.
    case runs

    /// How a list goes this way, in one line.
    package var description: String {
      switch self {
      case .compared: "ICU compares the names, which are fewer than \(Thresholds.namesToMakeKeys)"
      case .sortKeys:
        "ICU makes the sort keys of a collator's first \(Thresholds.namesToMakeTable) names"
      case .table: "a table makes the first level of the keys"
      case .code: "a table makes the first level of the keys, in a code that suits the list"
      case .runs: "a table makes the first level of the keys, in a code for runs of letters"
      }
    }
  }

  /// The number of names from which on a list goes the way that explanations tell.
  package static var longList: Int { Thresholds.namesToMakeCode }

  /// The way of the list itself, if its collator has seen no other names.
  package let listPath: ListPath
  private let collator: Collator
  /// The table for a long list of names like these.
  private let table: Result<KeyTable, any Error>

  /// Looks at the names of a list.
  package init(_ names: UTF8Records, by collator: Collator) {
    self.collator = collator
    table = Result {
      let source = try PrimarySource(Collator(collator.storage.request.atPrimaryStrength))
      return KeyTable(forMoreNamesLike: names, PrimaryTable(source))
    }
    listPath =
      switch (names.count, table) {
      case (..<Thresholds.namesToMakeKeys, _): .compared
      case (..<Thresholds.namesToMakeTable, _), (_, .failure): .sortKeys
      case (..<Thresholds.namesToMakeCode, _): .table
      case (_, .success(let table)): if case .runs = table.coded { .runs } else { .code }
      }
  }

  /// Explains a name in a long list of names like those of the list.
  package func explanation(of name: ArraySlice<UInt8>) -> NameExplanation {
    let (path, elements) = Self.walk(name, table)
    return NameExplanation(path: path, elements: elements, levels: levels(of: name))
  }

  private static func walk(
    _ name: ArraySlice<UInt8>, _ table: Result<KeyTable, any Error>
  ) -> (NameExplanation.Path, [NameExplanation.Element]) {
    guard case .success(let table) = table else {
      return (.icu(NameExplanation.Reason("ICU does not list the contexts of the order")), [])
    }
    return table.explain(name)
  }

  private func levels(of name: ArraySlice<UInt8>) -> [NameExplanation.Level] {
    let levels = collator.sortKeyByICU(of: name.span).dropLast()
      .split(separator: ICUSortKey.levelEnd, omittingEmptySubsequences: false)
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
  /// Who makes the first level of a name, and what its characters are.
  func explain(
    _ name: ArraySlice<UInt8>
  ) -> (path: NameExplanation.Path, elements: [NameExplanation.Element]) {
    switch coded {
    case .plain(let table):
      let walk = ExplainedWalk(name, bytes: base, table)
      return (walk.reason.map { .icu($0) } ?? .table, walk.elements)
    case .runs(let runs):
      let walk = ExplainedWalk(name, bytes: base, base, runs)
      if walk.reason == nil { return (.tableInRuns, walk.elements) }
      // What is not made of runs is written by way of its bytes.
      let byBytes = ExplainedWalk(name, bytes: base, base)
      return (byBytes.reason.map { .icu($0) } ?? .table, byBytes.elements)
    }
  }
}
