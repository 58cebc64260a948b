/// What makes the keys that many names are sorted by.
enum KeyTable {
  case plain(PrimaryTable)
  case runs(RunTable)

  /// A table in a code that suits names, by a sample of them.
  ///
  /// - Parameter base: The weights in the code of their bytes.
  init(for source: some BatchSource, _ base: PrimaryTable) {
    let count = min(source.count, Self.sampleSize)
    var levels: [[UInt8]] = []
    var leads = [Int](repeating: 0, count: 256)
    source.withNames { names in
      for number in 0..<count {
        unsafe names.withName(number * (source.count / count)) { name in
          let level = unsafe base.write(name, to: PrimaryBytes(limit: Self.sampleLength)).bytes
          levels.append(level + [0])
          if let lead = unsafe base.compressibleLead(in: name) { leads[Int(lead)] += 1 }
        }
      }
    }
    let most = leads.indices.max { leads[$0] < leads[$1] } ?? 0
    if 2 * leads[most] > count {
      self = .runs(RunTable(base, code: RunCode(lead: UInt8(most), levels: levels)))
    } else {
      self = .plain(base.recoded(in: PrimaryCode(levels: levels)))
    }
  }

  /// So many names, and so many bytes of each, tell what is frequent in all.
  private static let (sampleSize, sampleLength) = (1024, 32)
}

extension PrimaryTable {
  /// The first compressible lead byte among the weights of the first characters of a name.
  fileprivate func compressibleLead(in name: UnsafeBufferPointer<UInt8>) -> UInt8? {
    let name = unsafe UnsafeBufferPointer(rebasing: name.prefix(64))
    var end = 0
    while let character = unsafe PrimaryCharacter(name, &end, self), !character.isEnd {
      if character.weights.isCompressible { return UInt8(character.weights.code >> 56) }
    }
    return nil
  }
}
