internal import Collation

/// Walks two states of a ``CountedTree`` side by side, skipping the nodes that they share.
enum TreeDifference {
  /// What is left to compare of one tree: nodes, the next one last, and the entries of a leaf.
  private struct Walk {
    private var nodes: [TreeNode]
    private var leaf: TreeNode?
    private var entry = 0
    /// The number of entries passed.
    private(set) var offset = 0

    init(_ tree: CountedTree) { nodes = tree.count == 0 ? [] : [tree.root] }

    var isAtEnd: Bool { leaf == nil && nodes.isEmpty }

    /// The next node, if none of it has been passed.
    var node: TreeNode? { leaf == nil ? nodes.last : nil }

    /// The place of the next entry.
    var place: TreePlace {
      guard let leaf else { return nodes.last!.contents.first }
      return leaf.contents.places[entry]
    }

    mutating func open() {
      let node = nodes.removeLast()
      if node.contents.height == 0 {
        leaf = node
      } else {
        nodes += node.contents.children.reversed()
      }
    }

    mutating func passNode() { offset += nodes.removeLast().contents.count }

    /// Passes the next entry, opening the nodes that it is in.
    mutating func passEntry() -> TreeEntry {
      while leaf == nil { open() }
      let passed = leaf!.contents.places.entries[entry]
      offset += 1
      entry += 1
      if entry == leaf!.contents.places.count { (leaf, entry) = (nil, 0) }
      return passed
    }
  }

  /// Calls functions with the entries that only one state has and the number of each, and with the
  /// numbers of entries that changed.
  ///
  /// - Complexity: O(*m* log *n*) for *m* such entries, if one state is a changed copy of the
  ///   other.
  static func walk(
    from old: CountedTree, to new: CountedTree,
    isSame: (TreeEntry, TreeEntry) -> Bool,
    removed: (Int, TreeEntry) -> Void, inserted: (Int, TreeEntry) -> Void,
    updated: (Int) -> Void
  ) {
    var (left, right) = (Walk(old), Walk(new))
    while !left.isAtEnd || !right.isAtEnd {
      if left.isAtEnd {
        inserted(right.offset, right.passEntry())
        continue
      }
      if right.isAtEnd {
        removed(left.offset, left.passEntry())
        continue
      }
      if let node = left.node, node === right.node {
        left.passNode()
        right.passNode()
        continue
      }
      let (place, other) = (left.place, right.place)
      let order = place.compare(other)
      if order < 0 {
        if left.node != nil { left.open() } else { removed(left.offset, left.passEntry()) }
      } else if order > 0 {
        if right.node != nil { right.open() } else { inserted(right.offset, right.passEntry()) }
      } else if left.node != nil || right.node != nil {
        // The lower node may be a child of the higher one.
        let (height, otherHeight) = (
          left.node?.contents.height ?? -1, right.node?.contents.height ?? -1
        )
        if height >= otherHeight { left.open() }
        if otherHeight >= height { right.open() }
      } else {
        let offset = right.offset
        let (entry, other) = (left.passEntry(), right.passEntry())
        if entry !== other && !isSame(entry, other) { updated(offset) }
      }
    }
  }
}
