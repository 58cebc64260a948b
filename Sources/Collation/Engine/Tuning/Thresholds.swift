/// The engine's tuning parameters, each with what it balances. All were measured on lists in many
/// languages (`Benchmarks`).
enum Thresholds {
  // MARK: How a list is processed

  /// The names of a shorter list are compared, which takes no longer than making their keys would.
  static let namesToMakeKeys = 8
  /// A collator for which ICU has compared or keyed this many names gets a table of weights: by
  /// then, ICU has taken as long as the table will take.
  static let namesToMakeTable = 1_000
  /// A list of this many names gets a code of its own. Sorting a smaller one with bytes as code
  /// takes less time than finding a better code.
  static let namesToMakeCode = 20_000
  /// Names are numbered in 32 bits.
  static let maximumNames = Int(UInt32.max) - 1

  // MARK: One name

  /// The maximum length in bytes of a name whose key the tables make: this takes thirteen times as
  /// much memory.
  static let tableKeyBytes = 1 << 12
  /// A key returned as an array is made in this much stack memory, unless it may be longer: Swift
  /// would allocate more on the heap.
  static let keyBytesOnStack = 1 << 10
  /// The search for a boundary between characters goes back at most this many, and nearly always
  /// ends after a few. Names without one are compared by ICU.
  static let stepsToBoundary = 32

  // MARK: The sample for making a code

  /// This many names tell how frequent each byte is in the whole list.
  static let sampleNames = 1_024
  /// This many bytes of a name's primary level are counted.
  static let sampleLevelBytes = 32
  /// This many bytes of a name are searched for a compressible lead byte and for U+FFFE.
  static let sampleNameBytes = 64

  // MARK: The keys compared with ICU's

  /// This many names are checked in a list for which tables are made, and never more in another
  /// list.
  static let namesToCheck = 16
  /// One in this many names is checked: less than a hundredth of the work on them.
  static let namesToCheckOne = 8_192
  /// Longer names are not checked.
  static let checkedNameBytes = 256

  // MARK: Tasks

  /// A list is divided into this many pieces, if the limits on their size allow, so no task is idle
  /// while another has much to do.
  static let pieces = 16
  /// The size of a piece in names. A smaller piece isn't worth a task; a larger one leaves other
  /// tasks idle at the end.
  static let pieceNames = (1 << 13)...(1 << 16)
  /// A piece goes through a step in slices of this many names. ICU makes this many keys in a few
  /// milliseconds, a delay that the process's other tasks can tolerate. The first slice's keys tell
  /// how much room all keys will take.
  static let sliceNames = 1 << 10
  /// Numbers are copied, and buckets counted, in slices of this many.
  static let sliceNumbers = 1 << 16
  /// A group, which one task sorts, has at least this many names: a smaller one isn't worth a task,
  /// and a larger one takes milliseconds.
  static let groupNames = 1 << 13

  // MARK: Sorting

  /// A bucket has about this many names.
  static let bucketNames = 256
  /// One in this many names is sampled to tell whether most agree in 127 bits.
  static let namesOfSample = 256
  /// Up to this many keys, comparing each with all others beats dealing them out.
  static let keysToRank = 24
  /// The most bits of a radix digit: the counts of 2,048 digits fit in the first-level cache.
  static let digitBits = 11
  /// A digit has this many bits fewer than the number of keys, so that some keys share each digit.
  static let digitBitsBelowCount = 3
  /// This many ties are examined at once: the processor waits for many names together, which fit in
  /// the second-level cache.
  static let tiesAtOnce = 256
  /// Names that agree in this many bits are sorted by whole keys. Making later bits means making
  /// all previous bits again.
  static let bitsBeforeICU = 1_024
  /// ICU's key for a name of this many bytes is kept while the list is sorted: making it again
  /// would take longer than looking it up.
  static let longNameBytes = 256
  /// The kept keys of a list take at most this many bytes.
  static let keptKeyBytes = 1 << 24

  // MARK: Memory

  /// When the weights of all tables take more bytes than this, ICU makes the keys of names with
  /// characters that a table doesn't have yet. Without a limit, names in all scripts would take
  /// gigabytes for the tables of a full cache of collators.
  static let tableBytes = 1 << 28
  /// A table always gets this many blocks of 128 characters beside ASCII: alphabets need fewer.
  static let blocksInAnyCase = 64
  /// A table gets fewer if the limit for all tables is below this many bytes for each such block.
  static let bytesPerBlockInAnyCase = 1 << 14
}
