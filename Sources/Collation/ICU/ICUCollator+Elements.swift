internal import CICU

/// A collation element of a text (UTS #10, 3.6).
package struct ICUElement {
  /// The primary weight in the first 32 bits, then the secondary and the tertiary in 16 each. The
  /// first two tertiary bits are the case bits.
  package var weights: UInt64
  /// Where the characters of the element begin, in UTF-16 code units. The elements of a contraction
  /// or an expansion share one range.
  package var start: Int
  package var end: Int
}

extension ICUCollator {
  /// The greatest primary weight that alternate handling moves. `ucol_getVariableTop`
  package var variableTop: UInt32 {
    var status = ICUStatus()
    let weight = unsafe cicu_ucol_getVariableTop(pointer, &status.code)
    if status.isFailure { status.endProcess("determine which characters are variable") }
    return weight
  }

  /// Calls `body` with the collation elements of a text in order. `ucol_next`
  ///
  /// The elements of a cluster that ICU gets in another form (``ICUMarkRuns``) share one range.
  ///
  /// - Complexity: O(*n*) in the code units, of which ``maximumLength`` are read.
  package func forEachElement(of text: Span<UInt16>, _ body: (ICUElement) -> Void) {
    unsafe text.withUnsafeBufferPointer { text in
      let text = unsafe UnsafeBufferPointer(rebasing: text.prefix(Self.maximumLength))
      guard unsafe ICUMarkRuns.mayBeExpensive(text) else {
        return unsafe forEachElementByICU(of: text, ClusterChanges(), body)
      }
      let isNormalized = (try? value(of: .normalization)) != .off
      var bounded: [CICUUTF16] = []
      var changes = ClusterChanges()
      var place = 0
      while place < text.count {
        let cluster = unsafe ICUMarkRuns.cluster(of: text, from: place)
        let units = unsafe UnsafeBufferPointer(rebasing: text[cluster])
        let given = unsafe ICUMarkRuns.bounded(
          units, isNormalized: isNormalized, hasNormalizedLevel: false, contractionMarks)
        if unsafe !given.elementsEqual(units) {
          changes.append(bounded.count..<bounded.count + given.count, of: cluster)
        }
        bounded += given
        place = cluster.upperBound
      }
      unsafe bounded.withUnsafeBufferPointer { bounded in
        unsafe forEachElementByICU(of: bounded, changes, body)
      }
    }
  }

  /// - Parameter changes: What distinguishes the text that ICU gets from the one asked about.
  private func forEachElementByICU(
    of text: UnsafeBufferPointer<CICUUTF16>, _ changes: ClusterChanges,
    _ body: (ICUElement) -> Void
  ) {
    guard let first = text.baseAddress, text.count > 0 else { return }
    var status = ICUStatus()
    let opened = unsafe cicu_ucol_openElements(pointer, first, Int32(text.count), &status.code)
    guard let opened = unsafe opened, !status.isFailure else {
      ICUStatus.memoryAllocation.endProcess("read the elements of a text")
    }
    defer { unsafe cicu_ucol_closeElements(opened) }
    var (start, end) = (0, 0)
    var last: ICUElement?
    while true {
      let half = unsafe cicu_ucol_next(opened, &status.code)
      if status.isFailure { status.endProcess("read the elements of a text") }
      if half == CICU_NO_ELEMENT { break }
      let bits = UInt64(UInt32(bitPattern: half))
      // ICU splits an element into two halves if it doesn't fit in one. The six tertiary bits of
      // the second half follow two bits that no first half has (`ucol_next`, `getSecondHalf`).
      if bits & 0xC0 == 0xC0, last != nil {
        last?.weights |= (bits >> 16) << 32 | (bits >> 8 & 0xFF) << 16 | bits & 0x3F
        continue
      }
      if let last { body(changes.placed(last)) }
      // After returning the first of several elements, ICU is already at the end of them all.
      let offset = unsafe Int(cicu_ucol_getOffset(opened))
      if offset > end { (start, end) = (end, offset) }
      last = ICUElement(
        weights: (bits >> 16) << 48 | (bits >> 8 & 0xFF) << 24 | (bits & 0xFF) << 8,
        start: start, end: end)
    }
    if let last { body(changes.placed(last)) }
  }
}

/// The clusters of a text that ICU gets in another form.
private struct ClusterChanges {
  private var changes: [(given: Range<Int>, cluster: Range<Int>)] = []

  mutating func append(_ given: Range<Int>, of cluster: Range<Int>) {
    changes.append((given, cluster))
  }

  /// Returns an element with its place in the text.
  func placed(_ element: ICUElement) -> ICUElement {
    if changes.isEmpty { return element }
    var element = element
    element.start = place(of: element.start).lowerBound
    element.end = place(of: max(1, element.end) - 1).upperBound
    return element
  }

  /// Returns the range in the text of a code unit that ICU gets: the unit's own, or the range of
  /// the cluster in whose place ICU got it.
  private func place(of unit: Int) -> Range<Int> {
    let next = partitioningIndex(changes.indices) { changes[$0].given.lowerBound > unit }
    guard next > 0 else { return unit..<unit + 1 }
    let (given, cluster) = changes[next - 1]
    if unit < given.upperBound { return cluster }
    let place = unit - given.upperBound + cluster.upperBound
    return place..<place + 1
  }
}
