import Testing

@testable import Collation

/// Characters in a `RunCode`.
@Suite struct RunWeightsTests {
  /// A letter of a third script has no code in the runs of a list, but is still a part of contexts:
  /// in aαβ, aα comes first (UTS #10, S2.1: the longest match from the beginning). ICU's keys
  /// decide.
  @Test func lettersWithoutACodeKeepTheirContexts() throws {
    let collator = try Collator(rules: "&x < aα &y < αβ")
    let base = PrimaryTable(
      try PrimarySource(Collator(collator.storage.request.atPrimaryStrength)))
    let lead = UInt8(base.weights(0x430).code >> 56)
    let runs = RunTable(base, code: RunCode(lead: lead, levels: []))
    for text in ["aαβ", "aα", "αβ", "xaαβ", "аaαβа", "бaα"] {
      Array(text.utf8).withUnsafeBufferPointer { name in
        let expected = runs.write(level: base.sortKeyByICU(of: name).primaryLevel, to: PrimaryKey())
        guard let key = runs.writeByTable(name, to: PrimaryKey()) else { return }
        #expect((key.high, key.low) == (expected.high, expected.low), "\(text)")
      }
    }
  }
}
