extension KeyTable {
  /// Whether most names of a list agree in 127 bits, judging by a sample.
  func mostAgree(in source: some NameSource) -> Bool {
    let count = source.count / Thresholds.namesOfSample
    if count == 0 { return false }
    let keys = source.withNames { names in
      (0..<count).map { place in
        unsafe names.withName(place * (source.count / count)) { name in
          unsafe write(name)
        }
      }
    }
    let long = keys.filter(\.isFull)
    var counts: [[UInt64]: Int] = [:]
    for key in long { counts[[key.high, key.low], default: 0] += 1 }
    // A name has more ties in the list than in the sample, in proportion to their sizes.
    let ties = counts.values.reduce(0) { $0 + $1 * ($1 - 1) }
    return 2 * long.count > count && 2 * ties * source.count > count * count
  }

  private func write(_ name: UnsafeBufferPointer<UInt8>) -> PrimaryKey {
    switch coded {
    case .plain(let table): unsafe table.write(name, to: PrimaryKey())
    case .runs(let table): unsafe table.write(name, to: PrimaryKey())
    }
  }
}
