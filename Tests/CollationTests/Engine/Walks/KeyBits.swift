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
    let sortKey = name.withUnsafeBufferPointer { self.sortKeyByICU(of: $0) }
    return CollationTests.bits { write(sortKey: sortKey, to: $0) }
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
      name.withUnsafeBufferPointer { self.write($0, to: sink) }
    }
    return CollationTests.bits { write($0) }
  }

  /// The same bits of the key that ICU makes.
  func bitsByICU(of name: [UInt8]) -> [UInt64]? {
    let level = name.withUnsafeBufferPointer { base.sortKeyByICU(of: $0) }.primaryLevel
    return CollationTests.bits { write(level: level, to: $0) }
  }

  /// A table for each of some scripts whose lead bytes a collator compresses, in a code that suits
  /// names.
  static func tables(_ base: PrimaryTable, for names: [[UInt8]]) -> [RunTable] {
    let levels = names.map { name in
      Array(name.withUnsafeBufferPointer { base.sortKeyByICU(of: $0) }.primaryLevel)
    }
    let letters: [Unicode.Scalar] = ["α", "а", "ა", "א", "ا", "क", "த", "ก", "か", "가"]
    let leads = letters.compactMap { letter -> UInt8? in
      let weights = base.weights(letter.value)
      return weights.isCompressible ? UInt8(weights.code >> 56) : nil
    }
    return Set(leads).sorted().flatMap { lead in
      [false, true].map {
        RunTable(base, code: RunCode(lead: lead, levels: levels, separated: $0))
      }
    }
  }
}
