@testable import Collation

/// The first bits of a name's key, with some later ones.
private func bits(_ write: (any LevelSink) -> (any LevelSink)?) -> [UInt64]? {
  guard let first = write(PrimaryKey()) as? PrimaryKey else { return nil }
  var bits = [first.high, first.low]
  for offset in [PrimaryKey.capacity, PrimaryKey.capacity + LaterPrimaryKey.capacity] {
    guard let later = write(LaterPrimaryKey(offset: offset)) as? LaterPrimaryKey else { return nil }
    bits.append(later.value)
  }
  return bits
}

extension PrimaryTable {
  /// The bits of a name's key, by the table alone; `nil` for a name that it cannot prove simple.
  func bits(of name: [UInt8]) -> [UInt64]? {
    func write(_ sink: some LevelSink) -> (any LevelSink)? {
      name.withUnsafeBufferPointer { PrimaryEncoder(of: $0, self, to: sink)?.sink }
    }
    return CollationTests.bits { write($0) }
  }

  /// The same bits of the key that ICU makes.
  func bitsByICU(of name: [UInt8]) -> [UInt64]? {
    bits(ofKeyByICU: name.withUnsafeBufferPointer { self.sortKeyByICU(of: $0) })
  }

  /// The same bits of a key that ICU has made.
  func bits(ofKeyByICU sortKey: [UInt8]) -> [UInt64]? {
    CollationTests.bits { write(sortKey: sortKey, to: $0) }
  }
}

extension RunTable {
  /// The bits of a name's key, by the table alone; `nil` for a name that is not made of its runs.
  func bits(of name: [UInt8]) -> [UInt64]? {
    func write(_ sink: some LevelSink) -> (any LevelSink)? {
      name.withUnsafeBufferPointer { RunEncoder(of: $0, self, to: sink)?.sink }
    }
    return CollationTests.bits { write($0) }
  }

  /// The bits of any name's key.
  func bitsOfAny(_ name: [UInt8]) -> [UInt64]? {
    func write(_ sink: some LevelSink) -> any LevelSink {
      name.withUnsafeBufferPointer {
        writeByTable($0, to: sink) ?? self.write(sortKey: base.sortKeyByICU(of: $0), to: sink)
      }
    }
    return CollationTests.bits { write($0) }
  }

  /// The same bits of a key that ICU has made.
  func bits(ofKeyByICU sortKey: [UInt8]) -> [UInt64]? {
    CollationTests.bits { write(level: sortKey.primaryLevel, to: $0) }
  }

  /// Tables for scripts whose lead bytes a collator compresses, two for each, in a code that suits
  /// names.
  ///
  /// - Parameters:
  ///   - keys: The keys that ICU makes of the names.
  ///   - scripts: The most scripts, since making a table takes as long as some hundred names: first
  ///     that of most names.
  ///   - seed: Which are the others.
  static func tables(
    _ base: PrimaryTable, for keys: [[UInt8]], scripts: Int = .max, seed: Int = 0
  ) -> [RunTable] {
    let levels = keys.map { Array($0.primaryLevel) }
    let letters: [Unicode.Scalar] = ["α", "а", "ა", "א", "ا", "क", "த", "ก", "か", "가"]
    let found = letters.compactMap { letter -> UInt8? in
      let weights = base.weights(letter.value)
      return weights.isCompressible ? UInt8(weights.code >> 56) : nil
    }
    var leads = Set(found).sorted()
    if leads.count > scripts {
      let counts = leads.map { lead in levels.count { $0.contains(lead) } }
      let first = leads.remove(at: counts.indices.max { counts[$0] < counts[$1] }!)
      leads = [first] + (1..<scripts).map { leads[(seed + $0) % leads.count] }
    }
    return leads.flatMap { lead in
      [false, true].map {
        RunTable(base, code: RunCode(lead: lead, levels: levels, separated: $0))
      }
    }
  }
}
