internal import Synchronization

/// The memory that the blocks of all tables take.
enum BlockMemory {
  static let bytes = Atomic<Int>(0)

  /// How much of this memory a table may take.
  struct Limit {
    /// The number of blocks that a table always gets.
    let blocks: Int
    /// How many bytes the blocks of all tables may take before a table gets no more.
    let bytes: Int

    /// The limit of a process: `COLLATION_TABLE_BYTES` in the environment, read once.
    static let ofProcess: Limit = {
      let value = Environment.value(of: "COLLATION_TABLE_BYTES").flatMap { Int($0) }
      let bytes = max(0, value ?? Thresholds.tableBytes)
      let blocks = min(Thresholds.blocksInAnyCase, bytes / Thresholds.bytesPerBlockInAnyCase)
      return Limit(blocks: 1 + blocks, bytes: bytes)
    }()
  }
}

/// What a table knows about a character.
protocol TableElement: BitwiseCopyable, Sendable {
  /// Nothing is known about the character, for example because its block found no memory. It may
  /// join with any other, so only ICU can collate a name that contains it, and no walk takes it, or
  /// the character before it, for a letter.
  static var unknown: Self { get }
}

/// An element for each code point, made in blocks of 128 code points, each when one of its code
/// points first occurs.
///
/// When the blocks of all tables take too much memory, a table with many blocks gets no more. All
/// its other code points are then `unknown`.
///
/// Unchecked because the pointers are written only in `init` and while `filling` is held, and a
/// block is filled before its address is stored with release ordering. Places are in bounds because
/// a code point is less than 0x110000, and a place within a block is the code point's last seven
/// bits.
@safe
struct CodePointBlocks<Element: TableElement>: ~Copyable, @unchecked Sendable {
  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  /// The number of blocks. Locked while a block is made.
  private let filling = Mutex(1)
  private let unknown: UnsafePointer<Element>
  private let limit: BlockMemory.Limit
  /// The first block, which is made up front.
  let ascii: UnsafePointer<Element>

  private static var shift: UInt32 { 7 }
  private static var size: Int { 1 << 7 }
  private static var count: Int { 0x110000 >> 7 }
  private static var blockBytes: Int { size * MemoryLayout<Element>.stride }

  /// - Parameters:
  ///   - ascii: The elements of the first 128 code points.
  ///   - limit: How much memory the blocks may take.
  init(ascii elements: [Element], limit: BlockMemory.Limit) {
    self.limit = limit
    let unknown = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    unsafe unknown.initialize(to: .unknown)
    unsafe self.unknown = UnsafePointer(unknown)
    let blocks = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Self.count)
    for block in 0..<Self.count { unsafe (blocks + block).initialize(to: Atomic(0)) }
    unsafe self.blocks = blocks
    unsafe ascii = Self.block(elements)
    unsafe blocks.pointee.store(UInt(bitPattern: ascii), ordering: .releasing)
  }

  deinit {
    for number in 0..<Self.count {
      let address = unsafe (blocks + number).pointee.load(ordering: .relaxed)
      guard let block = unsafe UnsafeMutablePointer<Element>(bitPattern: address) else { continue }
      unsafe block.deallocate()
      BlockMemory.bytes.subtract(Self.blockBytes, ordering: .relaxed)
    }
    unsafe unknown.deallocate()
    unsafe blocks.deinitialize(count: Self.count)
    unsafe blocks.deallocate()
  }

  private static func block(_ elements: [Element]) -> UnsafePointer<Element> {
    precondition(elements.count == size)
    BlockMemory.bytes.add(blockBytes, ordering: .relaxed)
    let block = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    for (place, element) in elements.enumerated() { unsafe (block + place).initialize(to: element) }
    return unsafe UnsafePointer(block)
  }

  /// Returns the address of a code point's element; `nil` if its block hasn't been made yet.
  @inline(__always)
  func element(_ codePoint: UInt32) -> UnsafePointer<Element>? {
    let address = unsafe (blocks + Int(codePoint &>> Self.shift)).pointee.load(ordering: .acquiring)
    guard let block = unsafe UnsafePointer<Element>(bitPattern: address) else { return nil }
    return unsafe block + Int(codePoint) & (Self.size &- 1)
  }

  /// Makes a code point's block, unless it exists by now, and returns the element's address.
  ///
  /// - Parameter make: Makes the elements of a block.
  func makeElement(
    _ codePoint: UInt32, make: (Range<UInt32>) -> [Element]
  ) -> UnsafePointer<Element> {
    let number = Int(codePoint >> Self.shift)
    guard let block = unsafe block(number, make: make) else { return unsafe unknown }
    return unsafe block + Int(codePoint) & (Self.size - 1)
  }

  private func block(
    _ number: Int, make: (Range<UInt32>) -> [Element]
  ) -> UnsafePointer<Element>? {
    unsafe filling.withLock { count in
      let slot = unsafe blocks + number
      // Another task may have filled the block meanwhile.
      if let block = unsafe UnsafePointer<Element>(
        bitPattern: slot.pointee.load(ordering: .acquiring))
      {
        return unsafe block
      }
      if count >= limit.blocks, BlockMemory.bytes.load(ordering: .relaxed) > limit.bytes {
        return nil
      }
      count += 1
      let first = UInt32(number * Self.size)
      let block = unsafe Self.block(make(first..<first + UInt32(Self.size)))
      unsafe slot.pointee.store(UInt(bitPattern: block), ordering: .releasing)
      return unsafe block
    }
  }
}
