internal import CICU

/// What ICU gets instead of a text in which a run of combining marks would cost it too much.
///
/// A *cluster* is a character and the run of marks after it. Three things in a run are expensive:
/// - Marks out of canonical order. ICU inserts each in its place (`ReorderingBuffer::insert`),
///   which takes time quadratic in the run; and if a contraction fails to match, ICU steps back and
///   starts over. ICU gets the NFD of such a cluster instead, which has the same key.
/// - A mark beyond U+FFFF before one below, out of order. Here, ICU 72 to 78 step back too far and
///   loop forever (ICU-22511). ICU gets the NFD of that cluster too.
/// - Marks that begin contractions. For each, ICU searches all marks after it for one that ends the
///   contraction (`CollationIterator::nextCE32FromDiscontiguousContraction`). ICU gets U+034F, the
///   combining grapheme joiner, before every seventeenth such mark of a run. The joiner has no
///   weight, and no contraction crosses it. The Stream-Safe Text Format bounds runs in a similar
///   way (UAX #15, section 13). If no later mark could end a contraction, a joiner follows each of
///   them, which changes no key.
enum ICUMarkRuns {
  struct ContractionMarks: Sendable {
    /// Marks that may begin a contraction.
    let beginning: ICUCodePointSet
    /// Marks that may follow the beginning of one.
    let following: ICUCodePointSet
    /// Pairs of marks that may be adjacent in one.
    private let neighbors: Set<UInt64>

    init(of contractions: [[UInt32]]) {
      beginning = ICUCodePointSet(combining: contractions.compactMap(\.first))
      following = ICUCodePointSet(combining: contractions.flatMap { $0.dropFirst() })
      neighbors = Set(contractions.flatMap { zip($0, $0.dropFirst()).map(Self.pair) })
    }

    func areNeighbors(_ first: UInt32, _ second: UInt32) -> Bool {
      neighbors.contains(Self.pair(first, second))
    }

    private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
      UInt64(first) << 32 | UInt64(second)
    }
  }

  /// The maximum number of marks in a run that may begin contractions. One such mark costs ICU some
  /// 36 ns for each mark after it.
  static let freeMarks = 16
  /// The maximum number of marks in a run that ICU gets unexamined. Words have fewer.
  private static let unseenMarks = 6
  /// The number of marks put in order at once if the NFD of a text is a level of its key, the text
  /// isn't normalized otherwise, and some of its marks are out of order.
  private static let marksInOrder = 256

  private static let joiner: UInt32 = 0x34F

  /// Whether ICU should get a text only in another form.
  ///
  /// - Complexity: O(*n*) in the code units.
  static func isTooExpensive(_ text: String) -> Bool {
    unsafe Array(text.utf16).withUnsafeBufferPointer {
      unsafe hasRun($0, ofMoreThan: freeMarks) || mayLoopForEver($0)
    }
  }

  /// Like `isTooExpensive`, but may also be `true` for a text that isn't too expensive.
  static func mayBeExpensive(_ text: UnsafeBufferPointer<CICUUTF16>) -> Bool {
    unsafe hasRun(text, ofMoreThan: unseenMarks) || mayLoopForEver(text)
  }

  /// A longer run covers at least one position that is a multiple of `count`.
  private static func hasRun(
    _ text: UnsafeBufferPointer<CICUUTF16>, ofMoreThan count: Int
  ) -> Bool {
    var place = count
    while place < text.count {
      if unsafe isInMark(text, place) {
        var (start, end) = (place, place + 1)
        while unsafe start > 0 && isInMark(text, start - 1) { start -= 1 }
        while unsafe end < text.count && isInMark(text, end) { end += 1 }
        // A mark takes one or two code units.
        if end - start > count { return true }
        place = max(place, end - 1)
      }
      place += count
    }
    return false
  }

  /// Whether a code unit belongs to a mark.
  ///
  /// In bounds because the text was UTF-8, so surrogates come in pairs: a trail surrogate follows a
  /// lead surrogate.
  private static func isInMark(_ text: UnsafeBufferPointer<CICUUTF16>, _ place: Int) -> Bool {
    let unit = unsafe text[place]
    if unit < 0x300 { return false }
    if UTF16.isTrailSurrogate(unit) {
      return unsafe ICUCodePointSet.combining.contains(codePoint(text[place - 1], unit))
    }
    if UTF16.isLeadSurrogate(unit) {
      return unsafe ICUCodePointSet.combining.contains(codePoint(unit, text[place + 1]))
    }
    return ICUCodePointSet.combining.contains(UInt32(unit))
  }

  private static func mayLoopForEver(_ text: UnsafeBufferPointer<CICUUTF16>) -> Bool {
    var place = 2
    while place < text.count {
      defer { place += 1 }
      guard unsafe UTF16.isTrailSurrogate(text[place - 1]) else { continue }
      let unit = unsafe UInt32(text[place])
      if ICUCodePointSet.combining.contains(unit),
        unsafe areOutOfOrder(codePoint(text[place - 2], text[place - 1]), unit)
      {
        return true
      }
    }
    return false
  }

  private static func codePoint(_ lead: CICUUTF16, _ trail: CICUUTF16) -> UInt32 {
    0x10000 + UInt32(lead & 0x3FF) << 10 + UInt32(trail & 0x3FF)
  }

  /// Whether normalization may move the second of two marks before the first. U+0344 decomposes to
  /// two marks, after which another mark may be out of order.
  private static func areOutOfOrder(_ first: UInt32, _ second: UInt32) -> Bool {
    let trailing = ICUCharacter.trailingClass(first)
    return trailing != 0 && (second == 0x344 || trailing > ICUCharacter.leadingClass(second))
  }

  // MARK: What ICU gets

  /// Returns the text that ICU gets in place of this one.
  ///
  /// - Parameters:
  ///   - isNormalized: Whether ICU puts marks in canonical order.
  ///   - hasNormalizedLevel: Whether the NFD of the text is a level of its key.
  ///   - marks: The marks of the collator's contractions.
  /// - Complexity: O(*n*) in the code units.
  static func bounded(
    _ text: UnsafeBufferPointer<CICUUTF16>, isNormalized: Bool, hasNormalizedLevel: Bool,
    _ marks: ContractionMarks
  ) -> [CICUUTF16] {
    var bounded: [CICUUTF16] = []
    bounded.reserveCapacity(text.count)
    var cluster: [UInt32] = []
    var place = 0
    while place < text.count {
      cluster.removeAll(keepingCapacity: true)
      var isOrdered = true
      repeat {
        let mark = unsafe codePoint(of: text, &place)
        if let last = cluster.last, isNormalizedByICU(mark, behind: last) { isOrdered = false }
        cluster.append(mark)
      } while unsafe place < text.count && isInMark(text, place)
      let isLong = cluster.count > unseenMarks
      // ICU takes an ordered cluster as it is, which differs from its NFD for U+0344.
      if isNormalized && !isOrdered { cluster = normalized(cluster) }
      if isLong {
        let longest = hasNormalizedLevel && !isNormalized && !isOrdered ? marksInOrder : Int.max
        // Joiners would show in a level that contains the text.
        let end = hasNormalizedLevel ? cluster.count : endOfContractions(in: cluster, marks)
        cluster = cut(cluster, marks, endOfContractions: end, longest: longest)
      }
      for codePoint in cluster {
        if codePoint > 0xFFFF {
          bounded.append(CICUUTF16(0xD7C0 + codePoint >> 10))
          bounded.append(CICUUTF16(0xDC00 + codePoint & 0x3FF))
        } else {
          bounded.append(CICUUTF16(codePoint))
        }
      }
    }
    return bounded
  }

  /// Whether ICU normalizes a cluster because of a mark and the character before it: if the two are
  /// out of order, or if the mark is a Tibetan vowel sign that decomposes
  /// (`CollationFCD::isFCD16OfTibetanCompositeVowel`), or may make ICU loop forever.
  private static func isNormalizedByICU(_ mark: UInt32, behind last: UInt32) -> Bool {
    let trailing = MarkClasses.trailing(last)
    if mark == 0xF73 || mark == 0xF75 || mark == 0xF81 { return true }
    return trailing != 0
      && (trailing > MarkClasses.leading(mark) || mark == 0x344 && last > 0xFFFF)
  }

  static func cluster(
    of text: UnsafeBufferPointer<CICUUTF16>, from start: Int
  ) -> Range<Int> {
    var place = start
    repeat {
      _ = unsafe codePoint(of: text, &place)
    } while unsafe place < text.count && isInMark(text, place)
    return start..<place
  }

  private static func codePoint(
    of text: UnsafeBufferPointer<CICUUTF16>, _ place: inout Int
  ) -> UInt32 {
    let unit = unsafe text[place]
    place += 1
    if !UTF16.isLeadSurrogate(unit) { return UInt32(unit) }
    place += 1
    return unsafe codePoint(unit, text[place - 1])
  }

  /// Returns the position after the last mark of a cluster that may continue a contraction that
  /// skips marks. Such a mark has a higher class than the previous one, or follows another such
  /// mark (UTS #10, S2.1.1; `CollationIterator::nextCE32FromDiscontiguousContraction`).
  private static func endOfContractions(
    in cluster: [UInt32], _ marks: ContractionMarks
  ) -> Int {
    var end = 0
    // Nothing between the first two could be skipped.
    for place in cluster.indices.dropFirst(2) where marks.following.contains(cluster[place]) {
      let (before, mark) = (cluster[place - 1], cluster[place])
      if end == place || MarkClasses.leading(mark) > MarkClasses.trailing(before) {
        end = place + 1
      }
    }
    return end
  }

  private static func cut(
    _ cluster: [UInt32], _ marks: ContractionMarks, endOfContractions: Int, longest: Int
  ) -> [UInt32] {
    var cut: [UInt32] = []
    cut.reserveCapacity(2 * cluster.count)
    var (contracting, count) = (0, 0)
    for (place, codePoint) in cluster.enumerated() {
      let contracts = marks.beginning.contains(codePoint)
      let isFree =
        contracting > 0 && place >= endOfContractions
        && !marks.areNeighbors(cluster[place - 1], codePoint)
      if isFree || contracting == freeMarks && contracts || count == longest {
        cut.append(joiner)
        (contracting, count) = (0, 0)
      }
      contracting += contracts ? 1 : 0
      count += 1
      cut.append(codePoint)
    }
    return cut
  }

  /// Returns a cluster with its marks in canonical order, after decomposing marks and characters
  /// that end in marks (UAX #15, Canonical Ordering Algorithm).
  private static func normalized(_ cluster: [UInt32]) -> [UInt32] {
    var decomposed: [UInt32] = []
    decomposed.reserveCapacity(cluster.count)
    for codePoint in cluster {
      if let several = MarkClasses.decompositions[codePoint] {
        decomposed += several
      } else {
        decomposed.append(codePoint)
      }
    }
    var start = 0
    while start < decomposed.count {
      var end = start
      while end < decomposed.count, MarkClasses.leading(decomposed[end]) != 0 { end += 1 }
      if end - start > 1 {
        decomposed[start..<end].sort { MarkClasses.leading($0) < MarkClasses.leading($1) }
      }
      start = end + 1
    }
    return decomposed
  }
}

/// Tables of what ``ICUCharacter`` knows about code points below U+20000, beyond which there are no
/// marks: asking ICU takes as long as collating.
private enum MarkClasses {
  private static let classes: [(leading: UInt8, trailing: UInt8)] = (0..<0x20000).map {
    (
      UInt8(clamping: ICUCharacter.leadingClass($0)),
      UInt8(clamping: ICUCharacter.trailingClass($0))
    )
  }

  /// Decompositions of the code points that begin or end in a mark and aren't their own
  /// decomposition.
  static let decompositions: [UInt32: [UInt32]] = {
    var decompositions: [UInt32: [UInt32]] = [:]
    for codePoint: UInt32 in 0..<0x20000
    where leading(codePoint) != 0 || trailing(codePoint) != 0 {
      let decomposition = ICUCharacter.decomposition(of: codePoint)
      if decomposition != [codePoint] { decompositions[codePoint] = decomposition }
    }
    return decompositions
  }()

  static func leading(_ codePoint: UInt32) -> UInt8 {
    codePoint < classes.count ? classes[Int(codePoint)].leading : 0
  }

  static func trailing(_ codePoint: UInt32) -> UInt8 {
    codePoint < classes.count ? classes[Int(codePoint)].trailing : 0
  }
}
