internal import Synchronization

/// The tables of an order of letters, which collators share that differ in other levels only.
///
/// They cost half a millisecond, three for Japanese and Chinese, and less than a tenth of one for
/// each 128 characters that occur. The primary level of a key takes ICU two keys for 128
/// characters, the other levels one or two for each character.
final class SharedTables: Sendable {
  private let request: Collator.Request
  private let made: Mutex<LevelTable?>

  /// - Parameters:
  ///   - request: The collator at primary strength.
  ///   - levels: Tables that are made already, for tests.
  init(_ request: Collator.Request, levels: LevelTable? = nil) {
    self.request = request
    made = Mutex(levels)
  }

  /// The tables, if they are made.
  var levels: LevelTable? { made.withLock(\.self) }

  /// Makes the tables, unless they are made. The lock is not held meanwhile, so that two tasks may
  /// make the same tables; the first that are ready are kept.
  func make() throws -> LevelTable {
    if let levels { return levels }
    let source = try PrimarySource(Collator(unshared: request))
    let levels = try LevelTable(PrimaryTable(source))
    return made.withLock { made in
      made = made ?? levels
      return made ?? levels
    }
  }

  /// Those of each collator in its cache. They take 560 kilobytes, and three or four more for each
  /// 128 characters that occur: 27 megabytes if all do.
  static let all = BoundedCache<Collator.Request, SharedTables>(capacity: 256, weigh: \.weight)
}
