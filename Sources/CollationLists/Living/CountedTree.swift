internal import Collation

/// What the entries of a ``CountedTree`` are: the bytes of a key, and a payload. They are in the
/// order of their keys, and of the ids of their payloads where the keys are equal.
///
/// Clients do not specialize this code, so whatever is done for each of many entries is done with
/// bytes alone, and ids are compared for equal keys only.
protocol TreeOrder {
  associatedtype ID: Comparable & Sendable
  associatedtype Payload: Sendable

  /// How many bytes of a key count. The others come along.
  static var keyLength: Int { get }

  static func id(of payload: Payload) -> ID
}

/// A place in a ``CountedTree``, whether or not an entry is there.
struct TreePlace<ID: Comparable & Sendable>: Sendable {
  var key: ArraySlice<UInt8>
  /// `nil` comes before every id.
  var id: ID?

  /// Returns a negative number for a place before another one, and 0 for the same place.
  func compare(_ other: TreePlace, keyLength: Int) -> Int {
    let order = key.prefix(keyLength).compare(other.key.prefix(keyLength))
    if order != 0 { return order }
    switch (id, other.id) {
    case (nil, nil): return 0
    case (nil, _): return -1
    case (_, nil): return 1
    case (let id?, let other?): return id < other ? -1 : id == other ? 0 : 1
    }
  }
}

/// What becomes of a place in a ``CountedTree``.
struct TreeEdit<Order: TreeOrder> {
  var place: TreePlace<Order.ID>
  /// `nil` removes the entry at the place, if there is one.
  var payload: Order.Payload?
}

/// Sorted entries in a B+ tree whose nodes know how many entries are below them, so a place, its
/// number and its entry are each found from the others in O(log *n*).
///
/// A copy shares the nodes, and an edit copies those on its way, unless they belong to one tree
/// alone. So a copy is a snapshot that costs nothing.
struct CountedTree<Order: TreeOrder>: Sendable {
  private(set) var root = TreeNode<Order>()

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
    _ count: Int, key: (Int) -> ArraySlice<UInt8>, _ edit: (Int) -> TreeEdit<Order>,
    displaced: (_ edit: Int, _ key: ArraySlice<UInt8>, Order.Payload) -> Void = { _, _, _ in }
  ) {
    if count == 0 { return }
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
    var level = [root] + root.apply(0..<count, key, edit, displaced)
    while level.count > 1 { level = TreeNode.parents(of: level) }
    root = level[0]
    while root.height > 0, root.children.count <= 1 {
      root = root.children.first ?? TreeNode()
    }
  }

  /// Returns the number of entries before a place, and whether an entry is at it.
  func find(_ place: TreePlace<Order.ID>) -> (offset: Int, isFound: Bool) {
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
  subscript(offset: Int) -> (key: ArraySlice<UInt8>, payload: Order.Payload) {
    var (node, rest) = (root, offset)
    while node.height > 0 {
      var number = 0
      while rest >= node.counts[number] {
        rest -= node.counts[number]
        number += 1
      }
      node = node.children[number]
    }
    return (node.keys[rest], node.payloads[rest])
  }

  /// The entry at a place, if there is one.
  subscript(place: TreePlace<Order.ID>) -> (key: ArraySlice<UInt8>, payload: Order.Payload)? {
    var node = root
    while node.height > 0 { node = node.children[node.child(for: place)] }
    let (number, isFound) = node.find(place, from: 0)
    return isFound ? (node.keys[number], node.payloads[number]) : nil
  }

  /// Calls a function with the entries of a range, in order.
  func forEach(
    in range: Range<Int>, _ body: (_ key: ArraySlice<UInt8>, Order.Payload) -> Void
  ) {
    root.forEach(in: range.clamped(to: 0..<count), body)
  }
}

/// A node of a ``CountedTree``: a leaf with entries, or a node with children of equal height.
///
/// Unchecked because its parts vary: only a tree that alone refers to a node changes it.
final class TreeNode<Order: TreeOrder>: @unchecked Sendable {
  /// The number of levels below the node.
  let height: Int
  private(set) var count = 0

  /// The keys of a leaf's entries, and their payloads.
  private(set) var keys = KeyList(capacity: 0)
  private(set) var payloads: [Order.Payload] = []

  private(set) var children: [TreeNode] = []
  /// The number of entries below each child.
  private(set) var counts: [Int] = []
  /// A place from which on each child's entries lie, and after those of the child before. That of
  /// the first child does not count.
  private var firstKeys: [ArraySlice<UInt8>] = []
  private var firstIDs: [Order.ID] = []

  /// The most entries of a leaf, and the most children.
  private static var capacity: Int { 128 }
  /// How full the nodes are that many entries are cut into, which leaves room for more.
  private static var usualSize: Int { 96 }
  /// The most bytes of the keys of a leaf with more than one entry. Every edit copies them.
  private static var byteCapacity: Int { 1 << 15 }

  init() { height = 0 }

  private init(keys: KeyList, payloads: [Order.Payload]) {
    height = 0
    (self.keys, self.payloads, count) = (keys, payloads, payloads.count)
  }

  private init(
    height: Int, _ children: [TreeNode], _ counts: [Int], _ firstKeys: [ArraySlice<UInt8>],
    _ firstIDs: [Order.ID]
  ) {
    self.height = height
    (self.children, self.counts) = (children, counts)
    (self.firstKeys, self.firstIDs) = (firstKeys, firstIDs)
    count = counts.reduce(0, +)
  }

  func copy() -> TreeNode {
    height == 0
      ? TreeNode(keys: keys, payloads: payloads)
      : TreeNode(height: height, children, counts, firstKeys, firstIDs)
  }

  private var size: Int { height == 0 ? payloads.count : children.count }

  /// The place of the first entry, which there must be. Its key is a copy, for a slice would keep
  /// all keys of the leaf.
  var first: TreePlace<Order.ID> {
    var node = self
    while let child = node.children.first { node = child }
    let key = ArraySlice(Array(node.keys[0].prefix(Order.keyLength)))
    return TreePlace(key: key, id: Order.id(of: node.payloads[0]))
  }

  // MARK: Finding

  /// The number of the child below which a place lies.
  func child(for place: TreePlace<Order.ID>) -> Int {
    let key = place.key.prefix(Order.keyLength)
    let start = firstKeys.partition(1..<children.count, at: key)
    guard let id = place.id, start < children.count,
      firstKeys[start].compare(key) == 0
    else { return start - 1 }
    let end = firstKeys.partition(start..<children.count, at: key, isAfter: true)
    return partitioningIndex(start..<end) { firstIDs[$0] > id } - 1
  }

  /// The number of a leaf's entries before a place, and whether an entry is at it.
  func find(_ place: TreePlace<Order.ID>, from start: Int) -> (number: Int, isFound: Bool) {
    let length = Order.keyLength
    let first = keys.partition(start..<payloads.count, at: place.key, comparing: length)
    guard let id = place.id else { return (first, false) }
    let end = keys.partition(
      first..<payloads.count, at: place.key, isAfter: true, comparing: length)
    let number = partitioningIndex(first..<end) { Order.id(of: payloads[$0]) >= id }
    return (number, number < end && Order.id(of: payloads[number]) == id)
  }

  /// The end of the edits that lie below a child, of those from `start`, which does.
  private func end(
    ofChild number: Int, _ range: Range<Int>, _ key: Key, _ edit: Edit
  ) -> Int {
    if number + 1 == children.count { return range.upperBound }
    let (nextKey, nextID) = (firstKeys[number + 1], firstIDs[number + 1])
    func isBeyond(_ number: Int) -> Bool {
      let order = key(number).prefix(Order.keyLength).compare(nextKey)
      return order == 0 ? edit(number).place.id! >= nextID : order > 0
    }
    // Few edits of many lie below one child.
    var (low, step) = (range.lowerBound + 1, 1)
    while low + step <= range.upperBound, !isBeyond(low + step - 1) {
      low += step
      step *= 2
    }
    return partitioningIndex(low..<min(low + step, range.upperBound), isBeyond)
  }

  func forEach(
    in range: Range<Int>, _ body: (_ key: ArraySlice<UInt8>, Order.Payload) -> Void
  ) {
    if height == 0 {
      for number in range { body(keys[number], payloads[number]) }
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
  typealias Edit = (Int) -> TreeEdit<Order>
  /// Takes the number of an edit and the entry that gave way to it.
  typealias Displaced = (Int, ArraySlice<UInt8>, Order.Payload) -> Void

  /// Makes some of the edits, which lie below this node, and returns the nodes that follow it at
  /// its height. The node belongs to one tree alone. It may be left empty.
  func apply(
    _ range: Range<Int>, _ key: Key, _ edit: Edit, _ displaced: Displaced
  ) -> [TreeNode] {
    let following =
      height == 0
      ? applyToLeaf(range, edit, displaced) : applyToChildren(range, key, edit, displaced)
    count = height == 0 ? payloads.count : counts.reduce(0, +)
    return following
  }

  private func applyToLeaf(
    _ range: Range<Int>, _ edit: Edit, _ displaced: Displaced
  ) -> [TreeNode] {
    // Making a few edits in place counts no references to the other payloads.
    if range.count <= Self.capacity / 4 {
      var done = 0
      for number in range {
        let change = edit(number)
        let (place, isFound) = find(change.place, from: done)
        if isFound { displaced(number, keys[place], payloads[place]) }
        let old = place..<(isFound ? place + 1 : place)
        keys.replaceSubrange(old, with: change.payload == nil ? nil : change.place.key)
        payloads.replaceSubrange(old, with: change.payload.map { [$0] } ?? [])
        done = change.payload == nil ? place : place + 1
      }
      return cutLeaf()
    }
    let roomNeeded = payloads.count + range.count
    var newKeys = KeyList(capacity: roomNeeded, byteCapacity: keys.bytes.count + 32 * range.count)
    var newPayloads: [Order.Payload] = []
    newPayloads.reserveCapacity(roomNeeded)
    var done = 0
    func keep(to end: Int) {
      newKeys.append(keys, done..<end)
      newPayloads += payloads[done..<end]
      done = end
    }
    for number in range {
      let change = edit(number)
      let (place, isFound) = find(change.place, from: done)
      keep(to: place)
      if isFound {
        displaced(number, keys[place], payloads[place])
        done += 1
      }
      if let payload = change.payload {
        newKeys.append(change.place.key)
        newPayloads.append(payload)
      }
    }
    keep(to: payloads.count)
    (keys, payloads) = (newKeys, newPayloads)
    return cutLeaf()
  }

  /// Cuts a leaf that is too large, and returns what follows it.
  private func cutLeaf() -> [TreeNode] {
    let isTooLong = keys.bytes.count > Self.byteCapacity && payloads.count > 1
    if payloads.count <= Self.capacity && !isTooLong { return [] }
    let pieces = (payloads.count + Self.usualSize - 1) / Self.usualSize
    let most = payloads.count > Self.capacity ? (payloads.count + pieces - 1) / pieces : .max
    var leaves: [TreeNode] = []
    var start = 0
    while start < payloads.count {
      let firstByte = keys.range(of: start).lowerBound
      var end = start + 1
      while end < payloads.count, end - start < most,
        keys.ends[end] - firstByte <= Self.byteCapacity
      {
        end += 1
      }
      var piece = KeyList(capacity: end - start, byteCapacity: keys.ends[end - 1] - firstByte)
      piece.append(keys, start..<end)
      leaves.append(TreeNode(keys: piece, payloads: Array(payloads[start..<end])))
      start = end
    }
    (keys, payloads) = (leaves[0].keys, leaves[0].payloads)
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
        firstKeys.insert(contentsOf: firsts.map(\.key), at: number + 1)
        firstIDs.insert(contentsOf: firsts.map { $0.id! }, at: number + 1)
      }
      touched.append(number)
      done = end
    }
    for number in touched.reversed() { joinIfSmall(number) }
    if children.count <= Self.capacity { return [] }
    let nodes = Self.cut(children, counts, firstKeys, firstIDs, height: height)
    (children, counts) = (nodes[0].children, nodes[0].counts)
    (firstKeys, firstIDs) = (nodes[0].firstKeys, nodes[0].firstIDs)
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
      joined.keys.append(second.keys, 0..<second.payloads.count)
      joined.payloads += second.payloads
    } else {
      joined.children += second.children
      joined.counts += second.counts
      joined.firstKeys += [firstKeys[left + 1]] + second.firstKeys.dropFirst()
      joined.firstIDs += [firstIDs[left + 1]] + second.firstIDs.dropFirst()
    }
    joined.count += second.count
    children[left] = joined
    counts[left] = joined.count
    removeChild(left + 1)
  }

  private func removeChild(_ number: Int) {
    children.remove(at: number)
    counts.remove(at: number)
    firstKeys.remove(at: number)
    firstIDs.remove(at: number)
  }

  /// The nodes above some nodes of equal height.
  static func parents(of nodes: [TreeNode]) -> [TreeNode] {
    let firsts = nodes.map(\.first)
    return cut(
      nodes, nodes.map(\.count), firsts.map(\.key), firsts.map { $0.id! },
      height: nodes[0].height + 1)
  }

  private static func cut(
    _ children: [TreeNode], _ counts: [Int], _ firstKeys: [ArraySlice<UInt8>],
    _ firstIDs: [Order.ID], height: Int
  ) -> [TreeNode] {
    let pieces = (children.count + usualSize - 1) / usualSize
    let most = (children.count + pieces - 1) / pieces
    return stride(from: 0, to: children.count, by: most).map { start in
      let range = start..<min(start + most, children.count)
      return TreeNode(
        height: height, Array(children[range]), Array(counts[range]), Array(firstKeys[range]),
        Array(firstIDs[range]))
    }
  }

  // MARK: Invariants

  /// What is wrong with the tree below the node, or `nil`; for tests.
  func fault(from start: TreePlace<Order.ID>? = nil, isRoot: Bool = true) -> String? {
    if size == 0 && !(isRoot && height == 0) { return "an empty node" }
    if size > Self.capacity { return "a node of \(size)" }
    if height == 0 {
      if keys.count != payloads.count || count != payloads.count { return "a wrong count" }
      var last = start
      for number in payloads.indices {
        let place = TreePlace(key: keys[number], id: Order.id(of: payloads[number]))
        if let last {
          let order = place.compare(last, keyLength: Order.keyLength)
          if order < 0 || (order == 0 && number > 0) { return "entries out of order" }
        }
        last = place
      }
      return nil
    }
    if counts != children.map(\.count) || count != counts.reduce(0, +) { return "a wrong count" }
    if firstKeys.count != children.count || firstIDs.count != children.count {
      return "a wrong number of first places"
    }
    for (number, child) in children.enumerated() {
      if child.height != height - 1 { return "leaves at unequal depths" }
      let bound =
        number == 0 ? start : TreePlace(key: firstKeys[number], id: firstIDs[number])
      if let fault = child.fault(from: bound, isRoot: false) { return fault }
      if number + 1 < children.count {
        let next = TreePlace(key: firstKeys[number + 1], id: firstIDs[number + 1])
        if next.compare(child.last, keyLength: Order.keyLength) <= 0 {
          return "children out of order"
        }
      }
    }
    return nil
  }

  private var last: TreePlace<Order.ID> {
    var node = self
    while let child = node.children.last { node = child }
    let number = node.payloads.count - 1
    return TreePlace(key: node.keys[number], id: Order.id(of: node.payloads[number]))
  }
}

extension [ArraySlice<UInt8>] {
  /// The first key of a range that does not come before another, or that comes after it.
  fileprivate func partition(
    _ range: Range<Int>, at key: ArraySlice<UInt8>, isAfter: Bool = false
  ) -> Int {
    partitioningIndex(range) {
      let result = self[$0].compare(key)
      return isAfter ? result > 0 : result >= 0
    }
  }
}
