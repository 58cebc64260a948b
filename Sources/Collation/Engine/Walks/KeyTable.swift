/// The table that makes the keys of a list: weights in the code of their bytes, or in a code fitted
/// to the list.
struct KeyTable: Sendable {
  /// The weights in a code.
  enum Coded {
    case plain(PrimaryTable)
    case runs(RunTable)
  }

  /// The weights in the code of their bytes.
  let base: PrimaryTable
  let coded: Coded

  /// Makes the table for a list. A long enough list gets a code of its own, based on a sample of
  /// its names.
  init(for names: Names, _ base: PrimaryTable) {
    self.init(
      base, names.count < Thresholds.namesToMakeCode ? .plain(base) : Self.coded(for: names, base))
  }

  /// Makes the table for a long list of which these names are a sample.
  init(forMoreNamesLike names: Names, _ base: PrimaryTable) {
    self.init(base, names.count == 0 ? .plain(base) : Self.coded(for: names, base))
  }

  init(_ base: PrimaryTable, _ coded: Coded) { (self.base, self.coded) = (base, coded) }

  private static func coded(for names: Names, _ base: PrimaryTable) -> Coded {
    let count = min(names.count, Thresholds.sampleNames)
    var levels: [[UInt8]] = []
    var leads = [Int](repeating: 0, count: 256)
    var separated = false
    names.read { reader in
      for number in 0..<count {
        let name = unsafe reader[number * (names.count / count)]
        let limit = Thresholds.sampleLevelBytes
        let level =
          unsafe base.bytesByTable(of: name, limit: limit)
          ?? Array(base.sortKeyByICU(of: name).primaryLevel.prefix(limit))
        levels.append(level + [SortKeyFormat.keyEnd])
        if let lead = unsafe base.compressibleLead(in: name) { leads[Int(lead)] += 1 }
        separated = unsafe separated || hasSeparator(name)
      }
    }
    let most = leads.indices.max { leads[$0] < leads[$1] } ?? 0
    if 2 * leads[most] > count {
      let code = RunCode(lead: UInt8(most), levels: levels, separated: separated)
      let table = RunTable(base, code: code)
      if !separated || areMostlyRuns(names, count, table) { return .runs(table) }
    }
    return .plain(base.recoded(in: PrimaryCode(levels: levels)))
  }

  /// Whether most names in a sample consist of runs. If names contain U+FFFE, even a frequent
  /// letter, as in Hindi, may be complex (`RunCode.separatorEndsRun`).
  private static func areMostlyRuns(
    _ names: Names, _ count: Int, _ table: RunTable
  ) -> Bool {
    names.read { reader in
      let runs = (0..<count).count { number in
        let name = unsafe reader[number * (names.count / count)]
        return unsafe table.writeRuns(of: name, to: PrimaryKey()) != nil
      }
      return 4 * runs > 3 * count
    }
  }

  /// Whether a name contains U+FFFE near its beginning. In bounds because the last two places are
  /// left out.
  private static func hasSeparator(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.indices.prefix(Thresholds.sampleNameBytes).dropLast(2).contains {
      unsafe (name[$0], name[$0 + 1], name[$0 + 2]) == SortKeyFormat.separatorBytes
    }
  }
}

/// The keys of many names. The arms are alike, but the compiler inlines the walks differently in a
/// generic function that replaces them, which takes 5 % more instructions.
extension KeyTable {
  /// Makes the first bits of some names' keys, and the next ones if the keys are wide; returns how
  /// many keys are ICU's, which `sortKey` provides.
  @inline(__always)
  func makeKeys(
    of names: Names.Reader, _ numbers: Range<Int>, isWide: Bool,
    sortKey: (Int, UnsafeBufferPointer<UInt8>) -> [UInt8],
    _ store: (Int, PrimaryKey, UInt64) -> Void
  ) -> Int {
    func storeWide(_ number: Int, _ key: WidePrimaryKey) {
      store(number, key.first, key.later.value)
    }
    return switch (coded, isWide) {
    case (.plain(let table), false):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: PrimaryKey()) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: PrimaryKey()) },
        { store($0, $1, 0) })
    case (.runs(let table), false):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: PrimaryKey()) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: PrimaryKey()) },
        { store($0, $1, 0) })
    case (.plain(let table), true):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: WidePrimaryKey()) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: WidePrimaryKey()) }, storeWide)
    case (.runs(let table), true):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: WidePrimaryKey()) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: WidePrimaryKey()) }, storeWide)
    }
  }

  /// Makes the 63 bits after the first `offset` bits of some names' keys; returns how many keys are
  /// ICU's, which `sortKey` provides.
  @inline(__always)
  func makeLaterKeys(
    of names: Names.Reader, _ numbers: some Sequence<Int>, offset: Int,
    sortKey: (Int, UnsafeBufferPointer<UInt8>) -> [UInt8],
    _ store: (Int, UInt64) -> Void
  ) -> Int {
    let key = LaterPrimaryKey(offset: offset)
    return switch coded {
    case .plain(let table):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: key) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: key) }, { store($0, $1.value) })
    case .runs(let table):
      unsafe Self.write(
        names, numbers, byTable: { unsafe table.writeByTable($0, to: key) },
        byICU: { unsafe table.write(sortKey: sortKey($0, $1), to: key) }, { store($0, $1.value) })
    }
  }

  @inline(__always)
  private static func write<Key>(
    _ names: Names.Reader, _ numbers: some Sequence<Int>,
    byTable: (UnsafeBufferPointer<UInt8>) -> Key?, byICU: (Int, UnsafeBufferPointer<UInt8>) -> Key,
    _ store: (Int, Key) -> Void
  ) -> Int {
    var countByICU = 0
    for number in numbers {
      let name = unsafe names[number]
      let key: Key
      if let made = unsafe byTable(name) {
        key = made
      } else {
        countByICU += 1
        key = unsafe byICU(number, name)
      }
      store(number, key)
    }
    return countByICU
  }
}

extension KeyTable {
  /// Whether most names of a list agree in 127 bits, judging by a sample. In bounds because the
  /// numbers are less than the count.
  func mostAgree(in names: Names) -> Bool {
    let count = names.count / Thresholds.namesOfSample
    if count == 0 { return false }
    let keys = names.read { reader in
      (0..<count).map { unsafe write(reader[$0 * (names.count / count)]) }
    }
    let long = keys.filter(\.isFull)
    var counts: [[UInt64]: Int] = [:]
    for key in long { counts[[key.high, key.low], default: 0] += 1 }
    // A name has proportionally more ties in the list than in the sample.
    let ties = counts.values.reduce(0) { $0 + $1 * ($1 - 1) }
    return 2 * long.count > count && 2 * ties * names.count > count * count
  }

  private func write(_ name: UnsafeBufferPointer<UInt8>) -> PrimaryKey {
    switch coded {
    case .plain(let table):
      unsafe table.keyByTable(of: name)
        ?? table.write(sortKey: base.sortKeyByICU(of: name), to: PrimaryKey())
    case .runs(let table):
      unsafe table.writeByTable(name, to: PrimaryKey())
        ?? table.write(sortKey: base.sortKeyByICU(of: name), to: PrimaryKey())
    }
  }
}

extension PrimaryTable {
  /// Returns the first compressible lead byte among the weights of a name's first characters.
  fileprivate func compressibleLead(in name: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let name = unsafe UnsafeBufferPointer(rebasing: name.prefix(Thresholds.sampleNameBytes))
    var end = 0
    while let character = unsafe PrimaryCharacter(name, &end, self), !character.isEnd {
      if character.weights.isCompressible { return UInt8(character.weights.code >> 56) }
    }
    return nil
  }
}
