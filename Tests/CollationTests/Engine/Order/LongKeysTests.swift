import CollationTestSupport
import Testing

@testable import Collation

/// The keys that ICU makes of long names, once for each list.
@Suite final class LongKeysTests {
  private let table: PrimaryTable
  private let keys = LongKeys()

  init() throws { table = try PrimaryTable("en") }

  private func key(_ number: Int, _ name: String) -> [UInt8] {
    unsafe Array(name.utf8).withUnsafeBufferPointer { unsafe keys.sortKey(of: number, $0, table) }
  }

  private func keyByICU(_ name: String) -> [UInt8] {
    table.source.collator.sortKeyByICU(of: name.utf8.span)
  }

  /// A second name under the same number, which no list has, shows that the key was not made again.
  @Test func theKeyOfALongNameIsMadeOnce() {
    let long = String(repeating: "long name ", count: 100)
    #expect(key(3, long) == keyByICU(long))
    #expect(key(3, long + "er") == keyByICU(long))
    #expect(key(4, long + "er") == keyByICU(long + "er"))
    #expect(key(5, "short") == keyByICU("short"))
    #expect(key(5, "shorter") == keyByICU("shorter"))
  }

  @Test func noMoreIsKeptThanTheLimit() {
    let long = String(repeating: "a", count: Thresholds.keptKeyBytes / 2)
    #expect(keyByICU(long).count > Thresholds.keptKeyBytes / 2)
    _ = key(0, long)
    // Both keys together are over the limit, so the second is not kept.
    _ = key(1, long)
    #expect(key(0, "b" + long) == keyByICU(long))
    #expect(key(1, "b" + long) == keyByICU("b" + long))
  }

  /// ICU makes the keys of U+0F73, whose decomposition no table has. These names agree in more bits
  /// than are sorted by at once. The expected order is that of ICU's keys.
  @Test(arguments: [false, true])
  func longNamesThatNoTableProvesAreSorted(descending: Bool) throws {
    let begin = String(repeating: "\u{F73}", count: 120)
    let unproven = (0..<40).map { begin + String(UnicodeScalar(97 + $0 * 7 % 13)!) }
    let names = (0..<1_200).map { "name \($0 * 7 % 1_200)" } + unproven
    let collation = try LocalizedIndexedCollation(locale: "en")
    let collator = collation.collator
    let records = Names(UTF8Records(strings: names))
    let work = OrderWork(
      of: records, by: Engine(collator: collator).tieWriter, KeyTable(for: records, table),
      in: descending ? .descending : .ascending)
    Job(work) {}.run()
    let keys = names.map(collator.keyByICU)
    #expect(
      work.order
        == names.indices.sorted {
          keys[$0] == keys[$1] ? $0 < $1 : (keys[$0] < keys[$1]) != descending
        })
  }
}
