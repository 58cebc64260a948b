internal import Synchronization

/// The tables of an order of letters, shared by collators that differ only at other levels.
///
/// Making them takes half a millisecond (three for Japanese and Chinese), plus less than a tenth of
/// one for each block of 128 characters that occurs. ICU makes two keys per block for the primary
/// level, and one or two per character for the other levels.
final class SharedTables: Sendable {
  private let request: Collator.Request
  private let made: Mutex<LevelTable?>

  /// - Parameters:
  ///   - request: The collator at primary strength.
  ///   - levels: Ready-made tables, for tests.
  init(_ request: Collator.Request, levels: LevelTable? = nil) {
    self.request = request
    made = Mutex(levels)
  }

  /// The tables, if they have been made.
  var levels: LevelTable? { made.withLock(\.self) }

  /// Makes the tables, unless they exist. The lock is not held meanwhile, so two tasks may make the
  /// same tables; the first ones ready are kept.
  func make() throws -> LevelTable {
    if let levels { return levels }
    let source = try PrimarySource(Collator(unshared: request))
    let levels = try LevelTable(PrimaryTable(source))
    return made.withLock { made in
      made = made ?? levels
      return made ?? levels
    }
  }

  /// The cache of tables. An order's tables take 560 kilobytes, plus three or four for each block
  /// of 128 characters that occurs: 27 megabytes if all do.
  static let all = BoundedCache<Collator.Request, SharedTables>(capacity: 256, weigh: \.weight)
}
