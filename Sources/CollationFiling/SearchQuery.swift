internal import Collation

/// The typed text, as words to be found in any order.
struct SearchQuery {
  private let words: [SearchPattern]
  /// The word to look for first, since it is likely to be in the fewest names.
  let longest: SearchPattern

  /// - Parameter words: At least one.
  init(_ words: [SearchPattern]) {
    self.words = words
    longest = words.max { $0.letters.count < $1.letters.count }!
  }

  // MARK: Ranking

  /// The rank of the word that matches worst; `nil` if one doesn't match.
  ///
  /// - Parameter codes: The codes of one name, ending with `nothing`.
  func rank(in codes: Span<UInt32>) -> NameSearch.Rank? {
    var worst: NameSearch.Rank?
    for word in words {
      guard let rank = rank(of: word, in: codes) else { return nil }
      worst = max(worst ?? rank, rank)
    }
    return worst
  }

  private func rank(of word: SearchPattern, in codes: Span<UInt32>) -> NameSearch.Rank? {
    var best: NameSearch.Rank?
    var failed = SearchPattern.FailedPlaces()
    for place in codes.indices where word.mayBegin(with: codes[place]) {
      guard let match = word.match(in: codes, from: place, &failed) else { continue }
      let rank = NameSearch.Rank(
        place: self.place(place..<match.end, in: codes), byOwnOrder: match.isByOwnOrder)
      best = min(best ?? rank, rank)
    }
    return best
  }

  private func place(_ match: Range<Int>, in codes: Span<UInt32>) -> NameSearch.Rank.Place {
    let next = codes[match.upperBound]
    if codes[match.lowerBound] & SearchPattern.Code.beginsWord == 0 { return .insideWord }
    if next == SearchPattern.Code.nothing || next & SearchPattern.Code.beginsWord != 0 {
      return .word
    }
    return match.lowerBound == 0 ? .nameBeginning : .wordBeginning
  }

  /// Where words match in the codes of one name, in order. Overlapping matches form one range.
  func matches(in codes: Span<UInt32>) -> [Range<Int>] {
    var matches: [Range<Int>] = []
    for word in words {
      var failed = SearchPattern.FailedPlaces()
      var place = 0
      while place < codes.count {
        if word.mayBegin(with: codes[place]),
          let match = word.match(in: codes, from: place, &failed)
        {
          matches.append(place..<match.end)
          place = match.end
        } else {
          place += 1
        }
      }
    }
    if words.count == 1 { return matches }
    var merged: [Range<Int>] = []
    for match in matches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, match.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
      } else {
        merged.append(match)
      }
    }
    return merged
  }
}
