/// The numbers that the engine was tuned by. Each says what it balances. All were measured on lists
/// of sixteen languages (`Benchmarks`).
enum Thresholds {
  // MARK: Which way a list goes

  /// The names of a shorter list are compared, which takes no longer than making the keys would.
  static let namesToMakeKeys = 8
  /// A collator for which ICU has compared or keyed this many names gets a table of weights: that
  /// took ICU as long as the table will take.
  static let namesToMakeTable = 1_000
  /// A list of this many names gets a code of its own. Sorting a smaller one in the code of the
  /// bytes takes less time than finding a better code.
  static let namesToMakeCode = 20_000
  /// Names are numbered in 32 bits.
  static let maximumNames = Int(UInt32.max) - 1

  // MARK: One name

  /// The most bytes of a name whose key the tables make: its memory takes thirteen times as much.
  static let tableKeyBytes = 1 << 12
  /// A boundary between characters is looked for this many characters back, and nearly always found
  /// in a few. Names without one are compared by ICU.
  static let stepsToBoundary = 32

  // MARK: The sample that a code is made by

  /// This many names tell how frequent each byte is in all.
  static let sampleNames = 1_024
  /// This many bytes of the primary level of a name are counted.
  static let sampleLevelBytes = 32
  /// This many bytes of a name are looked through for a compressible lead byte, and for U+FFFE.
  static let sampleNameBytes = 64

  // MARK: The keys that are compared with ICU's

  /// Of a list by which tables are made, this many names are checked, and never more of another.
  static let namesToCheck = 16
  /// Of so many names one is checked: less than a hundredth of the work on them.
  static let namesToCheckOne = 8_192
  /// Longer names are not checked.
  static let checkedNameBytes = 256

  // MARK: Tasks

  /// A list is cut into this many pieces, as far as the size of a piece allows: then no task is
  /// left without work while another has much.
  static let pieces = 16
  /// The size of a piece in names. A smaller piece is not worth a task; a larger one delays
  /// cancelling and progress.
  static let pieceNames = (1 << 13)...(1 << 16)
  /// The names of a group, which one task sorts, are at least this many: a smaller group is not
  /// worth a task.
  static let groupNames = 1 << 14
  /// The groups of a list are at most about this many: each has an array for its ties.
  static let groups = 1 << 8

  // MARK: Sorting

  /// The names of a bucket are this many, more or less.
  static let bucketNames = 256
  /// Of this many names, one tells whether many agree in 127 bits.
  static let namesOfSample = 256
  /// Up to this many keys, comparing each with all beats dealing them out.
  static let keysToRank = 24
  /// The most bits of a radix digit: the counts of 2,048 digits fit in the first cache.
  static let digitBits = 11
  /// A digit has this many bits fewer than the number of keys has, so that some keys share each
  /// digit.
  static let digitBitsBelowCount = 3
  /// So many ties are looked through at once: the processor waits for many names together, which
  /// fit in the second cache.
  static let tiesAtOnce = 256
  /// Names that agree in this many bits are sorted by whole keys. To make later bits, all bits
  /// before them are made again.
  static let bitsBeforeICU = 1_024

  // MARK: Memory

  /// When the weights of all tables take more bytes, ICU makes the keys of names with characters
  /// that a table does not have yet. Names in all scripts would else take 6.6 gigabytes for the
  /// tables of 256 collators.
  static let tableBytes = 1 << 28
  /// A table gets this many blocks of 128 characters in any case: alphabets take fewer.
  static let blocksInAnyCase = 64
  /// After this many sort keys, their length tells how much room all will take.
  static let keysToEstimateRoom = 1_024
}
