internal import CICU
internal import Synchronization

/// The number of characters whose canonical decompositions contain a code point. The Hangul
/// syllables with one initial, none of which ICU adds, count as one composite.
struct ICUEquivalents {
  /// The number of characters that decompose to a code point alone.
  private(set) var singletons: [UInt32: Int] = [:]
  /// The number of characters whose decomposition has further code points after this one.
  private(set) var composites: [UInt32: Int] = [:]
  /// The code points after the first in a decomposition.
  private var followers: Set<UInt32> = []

  static var all: ICUEquivalents {
    get throws(ICUFailure) {
      try found.value { () throws(ICUFailure) in try ICUEquivalents() }
    }
  }

  private static let found = Mutex<ICUEquivalents?>(nil)
  private static let hangulInitials: ClosedRange<UInt32> = 0x1100...0x1112
  private static let hangulSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let hangulFollowers: ClosedRange<UInt32> = 0x1160...0x11FF

  private init() throws(ICUFailure) {
    for codePoint in try ICUSet.members(ofPattern: "[:NFD_QC=N:]")
    where !Self.hangulSyllables.contains(codePoint) {
      let decomposition = ICUCharacter.decomposition(of: codePoint)
      if decomposition == [codePoint] { throw ICUFailure(status: .memoryAllocation) }
      if decomposition.count == 1 {
        singletons[decomposition[0], default: 0] += 1
      } else {
        composites[decomposition[0], default: 0] += 1
        followers.formUnion(decomposition.dropFirst())
      }
    }
    for initial in Self.hangulInitials { composites[initial] = 1 }
  }

  /// Whether canonical equivalents may join a code point to the one before it, or swap the two.
  func isFollower(_ codePoint: UInt32) -> Bool {
    followers.contains(codePoint) || Self.hangulFollowers.contains(codePoint)
      || ICUCharacter.isCombining(codePoint)
  }
}
