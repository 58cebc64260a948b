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
        ?? table.write(sortKey: table.sortKeyByICU(of: name), to: PrimaryKey())
    case .runs(let table): unsafe table.write(name, to: PrimaryKey())
    }
  }
}
