import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationLists

/// A tree of keys whose keys are replaced, against a sorted array of them and by its invariants.
@Suite struct CountedTreeTests {
  private struct Pair: Comparable {
    var rank: UInt64
    var key: [UInt8]

    var place: TreePlace { TreePlace(rank: rank, key: key[...]) }

    static func < (left: Pair, right: Pair) -> Bool {
      left.rank != right.rank ? left.rank < right.rank : compareBytes(left.key, right.key) < 0
    }
  }

  private static func tree(of pairs: [Pair]) -> CountedTree {
    var tree = CountedTree()
    for pair in pairs { tree.insert(pair.place) }
    return tree
  }

  private static func expect(_ tree: CountedTree, isThatOf pairs: [Pair], _ step: String) {
    var found: [Pair] = []
    tree.forEach(in: 0..<tree.count) { found.append(Pair(rank: $0.rank, key: Array($0.key))) }
    #expect(found == pairs.sorted(), "\(step)")
    let fault = tree.root.contents.fault()
    #expect(fault == nil, "\(step)")
  }

  /// At the edges of leaves, and among others of its rank, which may lie in several leaves. A key
  /// that becomes the first of its rank may leave its leaf, and comes back over the leaf's bound.
  @Test(arguments: [1, 2, 3, 150])
  func aReplacedKeyIsWhereSortingPutsIt(keysOfARank: Int) {
    var pairs = (0..<300).map {
      Pair(rank: UInt64($0 / keysOfARank), key: [2, UInt8($0 % keysOfARank)])
    }
    var tree = Self.tree(of: pairs)
    #expect(tree.root.contents.height == 1)
    for number in pairs.indices {
      let (snapshot, shown) = (tree, pairs)
      for first: UInt8 in [1, 3, 2] {
        var key = pairs[number].key
        key[0] = first
        tree.replace(pairs[number].place, by: key[...])
        pairs[number].key = key
        Self.expect(tree, isThatOf: pairs, "\(number) \(first)")
      }
      Self.expect(snapshot, isThatOf: shown, "snapshot \(number)")
      let rank = pairs[number].rank
      let keys = pairs.filter { $0.rank == rank }.sorted().map(\.key)
      #expect(tree.keys(ofRank: rank).map { Array($0) } == keys)
    }
  }

  /// A leaf has up to 32,768 bytes, so one that a longer key does not fit into is cut.
  @Test func aKeyThatBecomesLongCutsItsLeaf() {
    var pairs = (0..<100).map {
      Pair(rank: UInt64($0), key: [UInt8](repeating: UInt8($0), count: 300))
    }
    var tree = Self.tree(of: pairs)
    for length in [4_000, 40_000, 1] {
      let key = [UInt8](repeating: 7, count: length)
      tree.replace(pairs[50].place, by: key[...])
      pairs[50].key = key
      Self.expect(tree, isThatOf: pairs, "\(length)")
    }
  }
}
