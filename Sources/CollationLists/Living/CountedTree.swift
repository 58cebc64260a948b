internal import Collation

/// What a ``CountedTree`` has at a place. It knows nothing of the elements of a list, for code that
/// is generic over a client's type is not specialized, and would take several times as long.
///
/// Unchecked because it is not final. The one class that inherits from it has constants alone.
class TreeEntry: @unchecked Sendable {
  /// Whether the entry's id comes before that of another.
  func precedes(_ other: TreeEntry) -> Bool { preconditionFailure("an entry without an id") }
}

/// A place in a ``CountedTree``, whether or not an entry is there: by the bytes of a key, and by an
/// id where the keys are equal.
struct TreePlace: Sendable {
  var key: ArraySlice<UInt8>
  /// An entry with the id; `nil` comes before every id.
  var entry: TreeEntry?

  /// Returns a negative number for a place before another one, and 0 for the same place.
  func compare(_ other: TreePlace, keyLength: Int = .max) -> Int {
    let order = key.prefix(keyLength).compare(other.key.prefix(keyLength))
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

/// A change at a place in a ``CountedTree``.
struct TreeEdit {
  var place: TreePlace
  /// Whether to insert the place's entry, in place of the one that is there. Otherwise the one that
  /// is there, if any, is removed.
  var isInsertion: Bool
}

/// Sorted entries in a B+ tree whose nodes know how many entries are below them, so a place, its
/// number and its entry are each found from the others in O(log *n*).
///
/// A copy shares the nodes, and an edit copies those on its way, unless they belong to one tree
/// alone. So a copy is a snapshot that costs nothing.
struct CountedTree: Sendable {
  private(set) var root: TreeNode

  /// - Parameter keyLength: How many bytes of a key count. The others come along.
  init(keyLength: Int = .max) { root = TreeNode(keyLength: keyLength) }

  var count: Int { root.count }

  /// Makes edits, whose places are in ascending order and differ.
  ///
  /// - Parameters:
  ///   - count: The number of edits.
  ///   - key: Returns the key of an edit's place.
  ///   - edit: Returns an edit.
  ///   - displaced: Called in the order of the edits with the entry that was at the place of an
  ///     edit and gave way to it.
  mutating func apply(
    _ count: Int, key: (Int) -> ArraySlice<UInt8>, _ edit: (Int) -> TreeEdit,
    displaced: (_ edit: Int, _ key: ArraySlice<UInt8>, TreeEntry) -> Void = { _, _, _ in }
  ) {
    if count == 0 { return }
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
    var level = [root] + root.apply(0..<count, key, edit, displaced)
    while level.count > 1 { level = TreeNode.parents(of: level) }
    root = level[0]
    while root.height > 0, root.children.count <= 1 {
      root = root.children.first ?? TreeNode(keyLength: root.keyLength)
    }
  }

  /// Returns the number of entries before a place, and whether an entry is at it.
  func find(_ place: TreePlace) -> (offset: Int, isFound: Bool) {
    var (node, offset) = (root, 0)
    while node.height > 0 {
      let number = node.child(for: place)
      for other in 0..<number { offset += node.counts[other] }
      node = node.children[number]
    }
    let (number, isFound) = node.find(place, from: 0)
    return (offset + number, isFound)
  }

  /// The entry with a number, which there must be.
  subscript(offset: Int) -> (key: ArraySlice<UInt8>, entry: TreeEntry) {
    var (node, rest) = (root, offset)
    while node.height > 0 {
      var number = 0
      while rest >= node.counts[number] {
        rest -= node.counts[number]
        number += 1
      }
      node = node.children[number]
    }
    return (node.keys[rest], node.entries[rest])
  }

  /// The entry at a place, if there is one.
  subscript(place: TreePlace) -> (key: ArraySlice<UInt8>, entry: TreeEntry)? {
    var node = root
    while node.height > 0 { node = node.children[node.child(for: place)] }
    let (number, isFound) = node.find(place, from: 0)
    return isFound ? (node.keys[number], node.entries[number]) : nil
  }

  /// Calls a function with the entries of a range, in order.
  func forEach(
    in range: Range<Int>, _ body: (_ key: ArraySlice<UInt8>, TreeEntry) -> Void
  ) {
    root.forEach(in: range.clamped(to: 0..<count), body)
  }
}

/// A node of a ``CountedTree``: a leaf with entries, or a node with children of equal height.
///
/// Unchecked because its parts vary: only a tree that alone refers to a node changes it.
final class TreeNode: @unchecked Sendable {
  /// How many bytes of a key count.
  let keyLength: Int
  /// The number of levels below the node.
  let height: Int
  private(set) var count = 0

  /// The keys of a leaf's entries, and the entries.
  private(set) var keys = KeyList(capacity: 0)
  private(set) var entries: [TreeEntry] = []

  private(set) var children: [TreeNode] = []
  /// The number of entries below each child.
  private(set) var counts: [Int] = []
  /// For each child but the first, a place that is not after the child's first entry, and is after
  /// the last entry of the child before. That of the first child is not used.
  private var firstKeys = KeyList(capacity: 0)
  private var firstEntries: [TreeEntry] = []

  /// The most entries of a leaf, and the most children.
  private static var capacity: Int { 128 }
  /// The size of the nodes that a large one is cut into, which leaves room for more.
  private static var usualSize: Int { 96 }
  /// The most bytes of the keys of a leaf with more than one entry. Every edit moves some of them.
  private static var byteCapacity: Int { 1 << 15 }

  init(keyLength: Int) { (self.keyLength, height) = (keyLength, 0) }

  private init(keyLength: Int, keys: KeyList, entries: [TreeEntry]) {
    (self.keyLength, height) = (keyLength, 0)
    (self.keys, self.entries, count) = (keys, entries, entries.count)
  }

  private init(
    keyLength: Int, height: Int, _ children: [TreeNode], _ counts: [Int],
    _ firstKeys: KeyList, _ firstEntries: [TreeEntry]
  ) {
    (self.keyLength, self.height) = (keyLength, height)
    (self.children, self.counts) = (children, counts)
    (self.firstKeys, self.firstEntries) = (firstKeys, firstEntries)
    count = counts.reduce(0, +)
  }

  func copy() -> TreeNode {
    height == 0
      ? TreeNode(keyLength: keyLength, keys: keys, entries: entries)
      : TreeNode(
        keyLength: keyLength, height: height, children, counts, firstKeys, firstEntries)
  }

  private var size: Int { height == 0 ? entries.count : children.count }

  /// The place of the first entry, which there must be. Its key is a copy, for a slice would keep
  /// all keys of the leaf.
  var first: TreePlace {
    var node = self
    while let child = node.children.first { node = child }
    let key = ArraySlice(Array(node.keys[0].prefix(keyLength)))
    return TreePlace(key: key, entry: node.entries[0])
  }

  // MARK: Finding

  /// The number of the child below which a place lies.
  func child(for place: TreePlace) -> Int {
    let key = place.key.prefix(keyLength)
    let start = firstKeys.partition(1..<children.count, at: key, comparing: keyLength)
    guard let entry = place.entry, start < children.count,
      firstKeys[start].compare(key) == 0
    else { return start - 1 }
    let end = firstKeys.partition(
      start..<children.count, at: key, isAfter: true, comparing: keyLength)
    return partitioningIndex(start..<end) { entry.precedes(firstEntries[$0]) } - 1
  }

  /// The number of a leaf's entries before a place, and whether an entry is at it.
  func find(_ place: TreePlace, from start: Int) -> (number: Int, isFound: Bool) {
    let length = keyLength
    let first = keys.partition(start..<entries.count, at: place.key, comparing: length)
    guard let entry = place.entry else { return (first, false) }
    let end = keys.partition(
      first..<entries.count, at: place.key, isAfter: true, comparing: length)
    let number = partitioningIndex(first..<end) { !entries[$0].precedes(entry) }
    return (number, number < end && !entry.precedes(entries[number]))
  }

  /// The end of the edits below a child, in a range whose first edit is below it.
  private func end(
    ofChild number: Int, _ range: Range<Int>, _ key: Key, _ edit: Edit
  ) -> Int {
    if number + 1 == children.count { return range.upperBound }
    let (nextKey, nextEntry) = (firstKeys[number + 1], firstEntries[number + 1])
    func isBeyond(_ number: Int) -> Bool {
      let order = key(number).prefix(keyLength).compare(nextKey)
      return order == 0 ? !edit(number).place.entry!.precedes(nextEntry) : order > 0
    }
    // Most often few of the edits are below one child, so the search doubles its step.
    var (low, step) = (range.lowerBound + 1, 1)
    while low + step <= range.upperBound, !isBeyond(low + step - 1) {
      low += step
      step *= 2
    }
    return partitioningIndex(low..<min(low + step, range.upperBound), isBeyond)
  }

  func forEach(
    in range: Range<Int>, _ body: (_ key: ArraySlice<UInt8>, TreeEntry) -> Void
  ) {
    if height == 0 {
      for number in range { body(keys[number], entries[number]) }
      return
    }
    var start = 0
    for (child, count) in zip(children, counts) where start < range.upperBound {
      let part = range.clamped(to: start..<start + count)
      if !part.isEmpty {
        child.forEach(in: part.lowerBound - start..<part.upperBound - start, body)
      }
      start += count
    }
  }

  // MARK: Editing

  /// Returns the key of an edit by its number.
  typealias Key = (Int) -> ArraySlice<UInt8>
  /// Returns an edit by its number.
  typealias Edit = (Int) -> TreeEdit
  /// Takes the number of an edit and the entry that gave way to it.
  typealias Displaced = (Int, ArraySlice<UInt8>, TreeEntry) -> Void

  /// Makes some of the edits, which lie below this node, and returns the nodes that follow it at
  /// its height. The node belongs to one tree alone. It may be left empty.
  func apply(
    _ range: Range<Int>, _ key: Key, _ edit: Edit, _ displaced: Displaced
  ) -> [TreeNode] {
    let following =
      height == 0
      ? applyToLeaf(range, edit, displaced) : applyToChildren(range, key, edit, displaced)
    count = height == 0 ? entries.count : counts.reduce(0, +)
    return following
  }

  private func applyToLeaf(
    _ range: Range<Int>, _ edit: Edit, _ displaced: Displaced
  ) -> [TreeNode] {
    // Making a few edits in place counts no references to the other entries.
    if range.count <= Self.capacity / 4 {
      var done = 0
      for number in range {
        let change = edit(number)
        let (place, isFound) = find(change.place, from: done)
        if isFound { displaced(number, keys[place], entries[place]) }
        let old = place..<(isFound ? place + 1 : place)
        keys.replaceSubrange(old, with: change.isInsertion ? change.place.key : nil)
        if change.isInsertion && isFound {
          entries[place] = change.place.entry!
        } else if change.isInsertion {
          entries.insert(change.place.entry!, at: place)
        } else if isFound {
          entries.remove(at: place)
        }
        done = change.isInsertion ? place + 1 : place
      }
      return cutLeaf()
    }
    let roomNeeded = entries.count + range.count
    var newKeys = KeyList(capacity: roomNeeded, byteCapacity: keys.bytes.count + 32 * range.count)
    var newEntries: [TreeEntry] = []
    newEntries.reserveCapacity(roomNeeded)
    var done = 0
    func keep(to end: Int) {
      newKeys.append(keys, done..<end)
      newEntries += entries[done..<end]
      done = end
    }
    for number in range {
      let change = edit(number)
      let (place, isFound) = find(change.place, from: done)
      keep(to: place)
      if isFound {
        displaced(number, keys[place], entries[place])
        done += 1
      }
      if change.isInsertion {
        newKeys.append(change.place.key)
        newEntries.append(change.place.entry!)
      }
    }
    keep(to: entries.count)
    (keys, entries) = (newKeys, newEntries)
    return cutLeaf()
  }

  /// Cuts a leaf that is too large, and returns what follows it.
  private func cutLeaf() -> [TreeNode] {
    let isTooLong = keys.bytes.count > Self.byteCapacity && entries.count > 1
    if entries.count <= Self.capacity && !isTooLong { return [] }
    let pieces = (entries.count + Self.usualSize - 1) / Self.usualSize
    let most = entries.count > Self.capacity ? (entries.count + pieces - 1) / pieces : .max
    var leaves: [TreeNode] = []
    var start = 0
    while start < entries.count {
      let firstByte = keys.range(of: start).lowerBound
      var end = start + 1
      while end < entries.count, end - start < most,
        keys.ends[end] - firstByte <= Self.byteCapacity
      {
        end += 1
      }
      var piece = KeyList(capacity: end - start, byteCapacity: keys.ends[end - 1] - firstByte)
      piece.append(keys, start..<end)
      leaves.append(
        TreeNode(keyLength: keyLength, keys: piece, entries: Array(entries[start..<end])))
      start = end
    }
    (keys, entries) = (leaves[0].keys, leaves[0].entries)
    return Array(leaves.dropFirst())
  }

  private func applyToChildren(
    _ range: Range<Int>, _ key: Key, _ edit: Edit, _ displaced: Displaced
  ) -> [TreeNode] {
    var touched: [Int] = []
    var done = range.lowerBound
    while done < range.upperBound {
      let number = child(for: edit(done).place)
      let end = end(ofChild: number, done..<range.upperBound, key, edit)
      if !isKnownUniquelyReferenced(&children[number]) {
        children[number] = children[number].copy()
      }
      let following = children[number].apply(done..<end, key, edit, displaced)
      counts[number] = children[number].count
      if !following.isEmpty {
        children.insert(contentsOf: following, at: number + 1)
        counts.insert(contentsOf: following.map(\.count), at: number + 1)
        let firsts = following.map(\.first)
        for (place, first) in firsts.enumerated() {
          let start = number + 1 + place
          firstKeys.replaceSubrange(start..<start, with: first.key)
        }
        firstEntries.insert(contentsOf: firsts.map { $0.entry! }, at: number + 1)
      }
      touched.append(number)
      done = end
    }
    for number in touched.reversed() { joinIfSmall(number) }
    if children.count <= Self.capacity { return [] }
    let nodes = cut(children, counts, firstKeys, firstEntries, height: height)
    (children, counts) = (nodes[0].children, nodes[0].counts)
    (firstKeys, firstEntries) = (nodes[0].firstKeys, nodes[0].firstEntries)
    return Array(nodes.dropFirst())
  }

  /// Joins a small child with a neighbor, if both fit into one node with room to spare. An empty
  /// child goes.
  private func joinIfSmall(_ number: Int) {
    if children[number].size == 0 {
      removeChild(number)
      return
    }
    guard children[number].size < Self.capacity / 4, children.count > 1 else { return }
    let left = number > 0 ? number - 1 : number
    let (first, second) = (children[left], children[left + 1])
    guard first.size + second.size <= Self.usualSize,
      first.keys.bytes.count + second.keys.bytes.count <= Self.byteCapacity
    else { return }
    let joined = first.copy()
    if joined.height == 0 {
      joined.keys.append(second.keys, 0..<second.entries.count)
      joined.entries += second.entries
    } else {
      joined.children += second.children
      joined.counts += second.counts
      joined.firstKeys.append(firstKeys[left + 1])
      joined.firstKeys.append(second.firstKeys, 1..<second.firstKeys.count)
      joined.firstEntries += [firstEntries[left + 1]] + second.firstEntries.dropFirst()
    }
    joined.count += second.count
    children[left] = joined
    counts[left] = joined.count
    removeChild(left + 1)
  }

  private func removeChild(_ number: Int) {
    children.remove(at: number)
    counts.remove(at: number)
    firstKeys.replaceSubrange(number..<number + 1, with: nil)
    firstEntries.remove(at: number)
  }

  /// The nodes above some nodes of equal height.
  static func parents(of nodes: [TreeNode]) -> [TreeNode] {
    let firsts = nodes.map(\.first)
    var firstKeys = KeyList(capacity: nodes.count)
    for first in firsts { firstKeys.append(first.key) }
    return nodes[0].cut(
      nodes, nodes.map(\.count), firstKeys, firsts.map { $0.entry! },
      height: nodes[0].height + 1)
  }

  private func cut(
    _ children: [TreeNode], _ counts: [Int], _ firstKeys: KeyList,
    _ firstEntries: [TreeEntry], height: Int
  ) -> [TreeNode] {
    let pieces = (children.count + Self.usualSize - 1) / Self.usualSize
    let most = (children.count + pieces - 1) / pieces
    return stride(from: 0, to: children.count, by: most).map { start in
      let range = start..<min(start + most, children.count)
      var keys = KeyList(capacity: range.count)
      keys.append(firstKeys, range)
      return TreeNode(
        keyLength: keyLength, height: height, Array(children[range]), Array(counts[range]), keys,
        Array(firstEntries[range]))
    }
  }

  // MARK: Invariants

  /// What is wrong with the tree below the node, or `nil`; for tests.
  func fault(from start: TreePlace? = nil, isRoot: Bool = true) -> String? {
    if size == 0 && !(isRoot && height == 0) { return "an empty node" }
    if size > Self.capacity { return "a node of \(size)" }
    if height == 0 {
      if keys.count != entries.count || count != entries.count { return "a wrong count" }
      var last = start
      for number in entries.indices {
        let place = TreePlace(key: keys[number], entry: entries[number])
        if let last {
          let order = place.compare(last, keyLength: keyLength)
          if order < 0 || (order == 0 && number > 0) { return "entries out of order" }
        }
        last = place
      }
      return nil
    }
    if counts != children.map(\.count) || count != counts.reduce(0, +) { return "a wrong count" }
    if firstKeys.count != children.count || firstEntries.count != children.count {
      return "a wrong number of first places"
    }
    for (number, child) in children.enumerated() {
      if child.height != height - 1 { return "leaves at unequal depths" }
      let bound =
        number == 0 ? start : TreePlace(key: firstKeys[number], entry: firstEntries[number])
      if let fault = child.fault(from: bound, isRoot: false) { return fault }
      if number + 1 < children.count {
        let next = TreePlace(key: firstKeys[number + 1], entry: firstEntries[number + 1])
        if next.compare(child.last, keyLength: keyLength) <= 0 {
          return "children out of order"
        }
      }
    }
    return nil
  }

  private var last: TreePlace {
    var node = self
    while let child = node.children.last { node = child }
    let number = node.entries.count - 1
    return TreePlace(key: node.keys[number], entry: node.entries[number])
  }
}
