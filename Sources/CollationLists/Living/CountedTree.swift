internal import Collation

/// What a ``CountedTree`` has at a place. It knows nothing of a list's elements: code that is
/// generic over a client's type is not specialized, and would take several times as long.
///
/// Unchecked because it is not final. Its one subclass has only constants.
class TreeEntry: @unchecked Sendable {
  /// Whether the entry's id comes before another's.
  func precedes(_ other: TreeEntry) -> Bool { preconditionFailure("an entry without an id") }

  /// An entry with this one's id and nothing else.
  func withIDAlone() -> TreeEntry { preconditionFailure("an entry without an id") }
}

/// A place in a ``CountedTree``, occupied or not. Places are ordered by rank, then by the bytes of
/// the key, then by id.
struct TreePlace: Sendable {
  let rank: UInt64
  let key: ArraySlice<UInt8>
  /// An entry with the id; `nil` comes before every id.
  let entry: TreeEntry?

  init(rank: UInt64, key: ArraySlice<UInt8>, entry: TreeEntry? = nil) {
    (self.rank, self.key, self.entry) = (rank, key, entry)
  }

  /// A place by a key, whose first bytes are the rank.
  init(key: ArraySlice<UInt8>, entry: TreeEntry? = nil) {
    self.init(rank: key.span.firstWord, key: key, entry: entry)
  }

  /// The place without its element, for a node above: it must not keep a removed element alive.
  var bound: TreePlace { TreePlace(rank: rank, key: key, entry: entry?.withIDAlone()) }

  /// Returns a negative number if the place comes before another, and 0 if they are equal.
  func compare(_ other: TreePlace) -> Int {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    let order = key.span.compare(other.key.span)
    if order != 0 { return order }
    switch (entry, other.entry) {
    case (nil, nil): return 0
    case (nil, _): return -1
    case (_, nil): return 1
    case (let entry?, let other?):
      return entry.precedes(other) ? -1 : other.precedes(entry) ? 1 : 0
    }
  }
}

/// Sorted places.
struct TreePlaces: Sendable {
  private(set) var keys: RankedKeys
  /// The entry at each place; empty in a tree of keys.
  private(set) var entries: [TreeEntry]

  /// Room for more places, reserved whenever places get more memory.
  private static var spareRoom: Int { 16 }
  private static var spareBytes: Int { 512 }

  init(_ keys: RankedKeys = RankedKeys(), _ entries: [TreeEntry] = []) {
    (self.keys, self.entries) = (keys, entries)
  }

  var count: Int { keys.count }

  subscript(number: Int) -> TreePlace {
    TreePlace(
      rank: keys.ranks[number], key: keys[number],
      entry: entries.isEmpty ? nil : entries[number])
  }

  /// Returns the numbers of the places that equal another one: at most one, except in a tree of
  /// keys. If there are none, returns the empty range where the other place belongs.
  func find(_ place: TreePlace, from start: Int = 0) -> Range<Int> {
    let range = keys.range(of: place.key, rank: place.rank, from: start)
    if range.isEmpty || entries.isEmpty { return range }
    guard let entry = place.entry else { return range.lowerBound..<range.lowerBound }
    let number = partitioningIndex(range) { !entries[$0].precedes(entry) }
    let isFound = number < range.upperBound && !entry.precedes(entries[number])
    return number..<(isFound ? number + 1 : number)
  }

  /// Whether a place equals the one before it.
  func isRepeated(_ number: Int) -> Bool {
    entries.isEmpty && self[number].compare(self[number - 1]) == 0
  }

  /// Makes room for more places. Left to themselves, the arrays would double their memory.
  mutating func reserveRoom(for count: Int, bytes: Int) {
    keys.reserveRoom(for: count, bytes: bytes, spare: Self.spareRoom, spareBytes: Self.spareBytes)
    if entries.count + count > entries.capacity, !entries.isEmpty {
      entries.reserveCapacity(entries.count + count + Self.spareRoom)
    }
  }

  mutating func append(_ place: TreePlace) {
    keys.append(place.key, rank: place.rank)
    if let entry = place.entry { entries.append(entry) }
  }

  mutating func append(_ places: TreePlaces, _ range: Range<Int>) {
    keys.append(places.keys, range)
    if !places.entries.isEmpty { entries += places.entries[range] }
  }

  mutating func insert(_ place: TreePlace, at number: Int) {
    keys.insert(place.key, rank: place.rank, at: number)
    if let entry = place.entry { entries.insert(entry, at: number) }
  }

  mutating func replaceEntry(_ number: Int, by entry: TreeEntry) { entries[number] = entry }

  mutating func replaceKey(_ number: Int, by key: ArraySlice<UInt8>) {
    keys.replace(number, by: key)
  }

  mutating func remove(at number: Int) {
    keys.remove(at: number)
    if !entries.isEmpty { entries.remove(at: number) }
  }

  /// Removes and returns the places from a number on.
  mutating func takeSuffix(from start: Int) -> TreePlaces {
    var suffix = TreePlaces()
    suffix.keys.reserveRoom(
      for: count - start + Self.spareRoom,
      bytes: keys.byteCount(of: start..<count) + Self.spareBytes)
    suffix.keys.append(keys, start..<count)
    suffix.entries =
      entries.isEmpty ? [] : entries.takeSuffix(from: start, spareRoom: Self.spareRoom)
    keys.removeSuffix(from: start)
    return suffix
  }
}

/// Edits at places in a ``CountedTree``.
struct TreeEdits {
  /// The places, each only once except in a tree of keys.
  private(set) var places: TreePlaces
  /// Whether each place gets an entry. Otherwise the entry there, if any, is removed.
  private(set) var areInsertions: [Bool]
  /// The numbers of the edits whose places were occupied, known once the edits are made. A key
  /// inserted into a tree of keys is always new.
  fileprivate(set) var found: [Int] = []

  init(_ places: TreePlaces, areInsertions: [Bool]) {
    (self.places, self.areInsertions) = (places, areInsertions)
  }

  var count: Int { places.count }
}

/// Sorted entries in a B+ tree whose nodes count the entries below them, so a place, its number and
/// its entry are each found from the others in O(log *n*). A *tree of keys* has no entries, and may
/// have a key several times.
///
/// A copy shares the nodes, and an edit copies the nodes on its path, except those that no other
/// tree has. So a copy is a snapshot that costs nothing.
struct CountedTree: Sendable {
  private(set) var root = TreeNode(TreeContents(height: 0))

  var count: Int { root.contents.count }

  /// Inserts a place, whose entry replaces any entry there, and returns the number of entries
  /// before it. A tree of keys keeps both keys.
  @discardableResult
  mutating func insert(_ place: TreePlace) -> (offset: Int, isReplacement: Bool) {
    var found = (offset: 0, wasThere: false)
    settle(following: uniqueRoot().contents.edit(place, isInsertion: true, &found))
    return (found.offset, found.wasThere)
  }

  /// Removes the entry at a place, and returns the number of entries before it; `nil` if none is
  /// there.
  @discardableResult
  mutating func remove(_ place: TreePlace) -> Int? {
    var found = (offset: 0, wasThere: false)
    settle(following: uniqueRoot().contents.edit(place, isInsertion: false, &found))
    return found.wasThere ? found.offset : nil
  }

  /// Replaces a key of a tree of keys, which must be there, by another with its rank.
  mutating func replace(_ place: TreePlace, by key: ArraySlice<UInt8>) {
    if uniqueRoot().contents.replace(place, by: key) { return }
    remove(place)
    insert(TreePlace(rank: place.rank, key: key))
  }

  /// Makes the edits.
  mutating func apply(_ edits: inout TreeEdits) {
    if edits.count > 0 { settle(following: uniqueRoot().contents.apply(&edits, 0..<edits.count)) }
  }

  private mutating func uniqueRoot() -> TreeNode {
    if !isKnownUniquelyReferenced(&root) { root = TreeNode(root.contents.copy()) }
    return root
  }

  /// Puts nodes above the root if it was cut, and drops roots with a single child.
  private mutating func settle(following: [TreeNode]) {
    var following = following
    while !following.isEmpty {
      var above = TreeContents(above: [root] + following)
      following = above.cut()
      root = TreeNode(above)
    }
    while root.contents.height > 0, root.contents.children.count <= 1 {
      root = root.contents.children.first ?? TreeNode(TreeContents(height: 0))
    }
  }

  /// Returns the number of entries before a place, and the entry at it, if any.
  func find(_ place: TreePlace) -> (offset: Int, entry: TreeEntry?) { root.contents.find(place) }

  /// The place with a number, which must exist.
  subscript(offset: Int) -> TreePlace {
    var (node, rest) = (root, offset)
    while node.contents.height > 0 { node = node.contents.child(around: &rest) }
    return node.contents.places[rest]
  }

  /// Calls a function with the places of a range, in order.
  func forEach(in range: Range<Int>, _ body: (TreePlace) -> Void) {
    root.contents.forEach(in: range.clamped(to: 0..<count), body)
  }

  /// Calls a function with the keys of a rank, in order.
  func forEach(ofRank rank: UInt64, _ body: (ArraySlice<UInt8>) -> Void) {
    root.contents.forEach(ofRank: rank, body)
  }

  /// Returns copies of the keys of a rank, in order. While a key shares a node's memory, an edit
  /// copies the bytes of all the node's keys.
  func keys(ofRank rank: UInt64) -> [ArraySlice<UInt8>] {
    var keys: [ArraySlice<UInt8>] = []
    forEach(ofRank: rank) { keys.append([UInt8]($0.span)[...]) }
    return keys
  }
}

/// A node of a ``CountedTree``.
///
/// Unchecked because its contents vary: only a tree that has the node to itself changes them.
final class TreeNode: @unchecked Sendable {
  /// Unchecked because only an edit, which has exclusive access to the list, changes a node. The
  /// client code that it calls could reach the node only through that list.
  @safe @exclusivity(unchecked) fileprivate(set) var contents: TreeContents

  init(_ contents: consuming TreeContents) { self.contents = contents }
}

/// The contents of a node: entries in a leaf, children of equal height in other nodes. Not
/// copyable, since copying would retain every part.
struct TreeContents: ~Copyable, Sendable {
  /// The number of levels below the node.
  let height: Int
  /// The places of a leaf's entries. Otherwise, for each child, a place that is not after the
  /// child's first entry, and is after the last entry of the child before. The first child's place
  /// is not used.
  private(set) var places = TreePlaces()
  private(set) var children: [TreeNode] = []
  /// The number of entries below each child.
  private(set) var counts: [Int] = []

  /// The maximum number of a leaf's entries, and of children. In a tree of keys, equal keys stay
  /// together.
  private static var capacity: Int { 128 }
  /// The size of the nodes that a large one is cut into, which leaves room for more.
  private static var usualSize: Int { 96 }
  /// The maximum bytes of keys in a leaf with more than one entry: every edit moves some of them.
  private static var byteCapacity: Int { 1 << 15 }

  init(height: Int) { self.height = height }

  func copy() -> TreeContents {
    var copy = TreeContents(height: height)
    (copy.places, copy.children, copy.counts) = (places, children, counts)
    return copy
  }

  /// The contents of one node above nodes of equal height.
  init(above nodes: [TreeNode]) {
    height = nodes[0].contents.height + 1
    for node in nodes { places.append(node.contents.places[0].bound) }
    (children, counts) = (nodes, nodes.map { $0.contents.count })
  }

  var count: Int { height == 0 ? places.count : counts.sum(0..<counts.count) }

  private var size: Int { places.count }

  // MARK: Finding

  /// The number of the child below which a place lies.
  private func child(for place: TreePlace) -> Int {
    let found = places.find(place, from: 1)
    return found.isEmpty ? found.lowerBound - 1 : found.lowerBound
  }

  func find(_ place: TreePlace) -> (offset: Int, entry: TreeEntry?) {
    if height == 0 {
      let found = places.find(place)
      return (found.lowerBound, found.isEmpty ? nil : places[found.lowerBound].entry)
    }
    let number = child(for: place)
    let (offset, entry) = children[number].contents.find(place)
    return (counts.sum(0..<number) + offset, entry)
  }

  /// The child that has the entry with a number, which becomes the entry's number in that child.
  func child(around offset: inout Int) -> TreeNode {
    var number = 0
    while offset >= counts[number] {
      offset -= counts[number]
      number += 1
    }
    return children[number]
  }

  func forEach(in range: Range<Int>, _ body: (TreePlace) -> Void) {
    if height == 0 {
      for number in range { body(places[number]) }
      return
    }
    var start = 0
    for (child, count) in zip(children, counts) where start < range.upperBound {
      let part = range.clamped(to: start..<start + count)
      if !part.isEmpty {
        child.contents.forEach(
          in: part.lowerBound - start..<part.upperBound - start, body)
      }
      start += count
    }
  }

  func forEach(ofRank rank: UInt64, _ body: (ArraySlice<UInt8>) -> Void) {
    if height == 0 {
      for number in places.keys.range(ofRank: rank) { body(places.keys[number]) }
      return
    }
    // Keys of the rank may begin in the child before.
    let range = places.keys.range(ofRank: rank, from: 1)
    for number in range.lowerBound - 1..<range.upperBound {
      children[number].contents.forEach(ofRank: rank, body)
    }
  }

  // MARK: Editing

  /// Makes one edit below this node, like ``apply(_:_:)``, and adds the number of entries before it
  /// to an offset.
  mutating func edit(
    _ place: TreePlace, isInsertion: Bool, _ found: inout (offset: Int, wasThere: Bool)
  ) -> [TreeNode] {
    if height > 0 {
      let number = child(for: place)
      found.offset += counts.sum(0..<number)
      let child = uniqueChild(number)
      let following = child.contents.edit(place, isInsertion: isInsertion, &found)
      if settle(number, child, following: following) { join(number) }
    } else {
      if isInsertion { places.reserveRoom(for: 1, bytes: place.key.count) }
      let (number, wasThere) = editLeaf(place, isInsertion, from: 0)
      found = (found.offset + number, wasThere)
    }
    return cut()
  }

  /// Replaces a key of a tree of keys by another with its rank, and returns whether it did. It does
  /// so only between keys of other ranks in a leaf: there the new key is in order, and no node
  /// above has the old one as a bound.
  mutating func replace(_ place: TreePlace, by key: ArraySlice<UInt8>) -> Bool {
    if height > 0 { return uniqueChild(child(for: place)).contents.replace(place, by: key) }
    let numbers = places.keys.range(ofRank: place.rank)
    let number = numbers.lowerBound
    guard numbers.count == 1, number > 0, number + 1 < size,
      places.keys.byteCount + key.count - place.key.count <= Self.byteCapacity
    else { return false }
    places.reserveRoom(for: 0, bytes: key.count - place.key.count)
    places.replaceKey(number, by: key)
    return true
  }

  /// Makes some of the edits, all below this node, and returns the nodes that follow it at its
  /// height. Only one tree may have the node. It may be left empty.
  mutating func apply(_ edits: inout TreeEdits, _ range: Range<Int>) -> [TreeNode] {
    if height > 0 {
      applyToChildren(&edits, range)
    } else if range.count <= Self.capacity / 2 {
      applyInPlace(&edits, range)
    } else {
      applyByMerging(&edits, range)
    }
    return cut()
  }

  private mutating func applyInPlace(_ edits: inout TreeEdits, _ range: Range<Int>) {
    places.reserveRoom(for: range.count, bytes: edits.places.keys.byteCount(of: range))
    var done = 0
    for number in range {
      let isInsertion = edits.areInsertions[number]
      let (place, wasThere) = editLeaf(edits.places[number], isInsertion, from: done)
      if wasThere { edits.found.append(number) }
      done = isInsertion ? place + 1 : place
    }
  }

  /// Edits a leaf, and returns the place's number, and whether an entry there was replaced or
  /// removed.
  private mutating func editLeaf(
    _ place: TreePlace, _ isInsertion: Bool, from start: Int
  ) -> (number: Int, wasThere: Bool) {
    let found = places.find(place, from: start)
    let number = found.lowerBound
    if !isInsertion {
      if !found.isEmpty { places.remove(at: number) }
      return (number, !found.isEmpty)
    }
    if !found.isEmpty, let entry = place.entry {
      places.replaceEntry(number, by: entry)
      return (number, true)
    }
    places.insert(place, at: number)
    return (number, false)
  }

  private mutating func applyByMerging(_ edits: inout TreeEdits, _ range: Range<Int>) {
    var merged = TreePlaces()
    merged.reserveRoom(
      for: size + range.count,
      bytes: places.keys.byteCount + edits.places.keys.byteCount(of: range))
    var done = 0
    for number in range {
      let place = edits.places[number]
      let found = done < size ? places.find(place, from: done) : done..<done
      merged.append(places, done..<found.lowerBound)
      done = found.lowerBound
      let isInsertion = edits.areInsertions[number]
      if !found.isEmpty, !isInsertion || place.entry != nil {
        edits.found.append(number)
        done += 1
      }
      if isInsertion { merged.append(place) }
    }
    merged.append(places, done..<size)
    places = merged
  }

  private mutating func applyToChildren(_ edits: inout TreeEdits, _ range: Range<Int>) {
    var small: [Int] = []
    var done = range.lowerBound
    while done < range.upperBound {
      let number = child(for: edits.places[done])
      var end = range.upperBound
      if done + 1 < end, number + 1 < size {
        end = min(end, edits.places.find(places[number + 1], from: done + 1).lowerBound)
      }
      let child = uniqueChild(number)
      let following = child.contents.apply(&edits, done..<end)
      if settle(number, child, following: following) { small.append(number) }
      done = end
    }
    for number in small.reversed() { join(number) }
  }

  /// Returns a child to edit, which no other node shares.
  private mutating func uniqueChild(_ number: Int) -> TreeNode {
    if !isKnownUniquelyReferenced(&children[number]) {
      children[number] = TreeNode(children[number].contents.copy())
    }
    return children[number]
  }

  /// Counts an edited child, inserts the nodes that follow it, and returns whether it has become
  /// small.
  private mutating func settle(
    _ number: Int, _ child: TreeNode, following: [TreeNode]
  ) -> Bool {
    counts[number] = child.contents.count
    for (place, node) in zip((number + 1)..., following) {
      places.insert(node.contents.places[0].bound, at: place)
      children.insert(node, at: place)
      counts.insert(node.contents.count, at: place)
    }
    return child.contents.size < Self.capacity / 4
  }

  /// Joins a small child with a neighbor if both fit into one node with room to spare. Removes an
  /// empty child.
  private mutating func join(_ number: Int) {
    if children[number].contents.size == 0 {
      removeChild(number)
      return
    }
    guard size > 1 else { return }
    let left = number > 0 ? number - 1 : number
    let (first, second) = (children[left], children[left + 1])
    guard first.contents.size + second.contents.size <= Self.usualSize,
      first.contents.places.keys.byteCount + second.contents.places.keys.byteCount
        <= Self.byteCapacity
    else { return }
    var joined = first.contents.copy()
    // The first place in a second inner node is unused: its place in this node takes over.
    joined.places.append(height == 1 ? second.contents.places[0] : places[left + 1])
    joined.places.append(second.contents.places, 1..<second.contents.size)
    joined.children += second.contents.children
    joined.counts += second.contents.counts
    counts[left] = joined.count
    children[left] = TreeNode(joined)
    removeChild(left + 1)
  }

  private mutating func removeChild(_ number: Int) {
    children.remove(at: number)
    counts.remove(at: number)
    places.remove(at: number)
  }

  /// Cuts a node that is too large, and returns what follows it.
  fileprivate mutating func cut() -> [TreeNode] {
    let isTooLong = height == 0 && places.keys.byteCount > Self.byteCapacity && size > 1
    if size <= Self.capacity && !isTooLong { return [] }
    let pieces = (size + Self.usualSize - 1) / Self.usualSize
    let most = size > Self.capacity ? (size + pieces - 1) / pieces : size
    var starts = [0]
    for number in 1..<size {
      let isLong =
        height == 0
        && places.keys.byteCount(of: starts.last!..<number + 1) > Self.byteCapacity
      if isLong || number - starts.last! >= most, !places.isRepeated(number) {
        starts.append(number)
      }
    }
    // Entries taken from the end move, without reference counting. The first piece moves, too, to
    // memory of its size.
    var following: [TreeNode] = []
    while let start = starts.popLast(), start > 0 {
      following.append(TreeNode(takeSuffix(from: start)))
    }
    self = takeSuffix(from: 0)
    return following.reversed()
  }

  private mutating func takeSuffix(from start: Int) -> TreeContents {
    var suffix = TreeContents(height: height)
    suffix.places = places.takeSuffix(from: start)
    if height > 0 {
      suffix.children = children.takeSuffix(from: start)
      suffix.counts = counts.takeSuffix(from: start)
    }
    return suffix
  }

  // MARK: Invariants

  /// The first fault in the tree below the node, or `nil`; for tests.
  func fault(from start: TreePlace? = nil, isRoot: Bool = true) -> String? {
    if size == 0 && !(isRoot && height == 0) { return "an empty node" }
    if height == 0 {
      if ![0, size].contains(places.entries.count) { return "a wrong number of entries" }
      let isLarge = size > Self.capacity || size > 1 && places.keys.byteCount > Self.byteCapacity
      if isLarge && !(1..<size).contains(where: places.isRepeated) { return "a large leaf" }
      var last = start
      for number in 0..<size {
        let place = places[number]
        if let last {
          let order = place.compare(last)
          if order < 0 || (order == 0 && number > 0 && place.entry != nil) {
            return "entries out of order"
          }
        }
        last = place
      }
      return nil
    }
    if size > Self.capacity { return "a node of \(size)" }
    if counts != children.map({ $0.contents.count }) { return "a wrong count" }
    if children.count != size { return "a wrong number of first places" }
    for (number, child) in children.enumerated() {
      if child.contents.height != height - 1 { return "leaves at unequal depths" }
      let bound = number == 0 ? start : places[number]
      if let fault = child.contents.fault(from: bound, isRoot: false) { return fault }
      if number + 1 < size, places[number + 1].compare(child.contents.last) <= 0 {
        return "children out of order"
      }
    }
    return nil
  }

  /// The place of the first entry, which must exist.
  var first: TreePlace { height > 0 ? children[0].contents.first : places[0] }

  private var last: TreePlace {
    height > 0 ? children[size - 1].contents.last : places[size - 1]
  }
}

extension Array {
  /// Removes and returns the elements from a position on. They move, without reference counting.
  fileprivate mutating func takeSuffix(from start: Int, spareRoom: Int = 0) -> [Element] {
    var suffix: [Element] = []
    suffix.reserveCapacity(count - start + spareRoom)
    while count > start { suffix.append(removeLast()) }
    suffix.reverse()
    return suffix
  }
}
