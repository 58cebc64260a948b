/// Every number that the engine was tuned by, with what it balances. All were found by measuring
/// (`Benchmarks`), on lists of sixteen languages.
enum Thresholds {
  // MARK: Which way a list goes

  /// A list of fewer names is compared: ICU takes no longer for it than for making the names' keys.
  static let namesToMakeKeys = 8
  /// When a collator has sorted this many names by ICU's keys, a table of weights is made: the
  /// names took ICU as long as the table takes.
  static let namesToMakeTable = 1_000
  /// A list of this many names gets a code of its own: to sort it in the code of the bytes would
  /// take as long as finding a better one.
  static let namesToMakeCode = 20_000
  /// Names are numbered in 32 bits.
  static let maximumNames = Int(UInt32.max) - 1

  // MARK: The sample that a code is made by

  /// This many names tell how frequent each byte is in all.
  static let sampleNames = 1_024
  /// This many bytes of the first level of a name are counted.
  static let sampleLevelBytes = 32
  /// This many bytes of a name are looked through for a compressible lead byte.
  static let sampleNameBytes = 64

  // MARK: Tasks

  /// A list is cut into this many pieces, if they have the size below: enough that each task has
  /// some.
  static let pieces = 16
  /// A piece of fewer names is not worth a task; with more, cancelling and progress are not prompt.
  static let pieceNames = (1 << 13)...(1 << 16)
  /// A group that one task sorts has at least this many names, and
  static let groupNames = 1 << 14
  /// a list has at most about this many groups, since the ties of each take an array.
  static let groups = 1 << 8

  // MARK: Sorting

  /// Up to this many keys, sorting by insertion beats dealing them out.
  static let keysToInsert = 24
  /// The most bits of a radix digit: the counts of 2,048 digits fit in the first cache.
  static let digitBits = 11
  /// A digit has this many bits fewer than the number of keys has, so that some keys share each
  /// digit.
  static let digitBitsBelowCount = 3
  /// Names that agree in this many bits are sorted by ICU's keys. To make later bits, all bits
  /// before them are made again.
  static let bitsBeforeICU = 1_024

  // MARK: Memory

  /// After this many sort keys, their length tells how much room all will take.
  static let keysToEstimateRoom = 1_024
  /// Memory of twice this size lies on huge pages.
  static let hugePage = 1 << 21
}
