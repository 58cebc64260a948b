internal import CICU

/// A collation element of a text (UTS #10, 3.6).
package struct ICUElement {
  /// The weight of the first level in the first 32 bits, then that of the second level in 16, and
  /// that of the third in 16. The first two bits of the last are those of case.
  package var weights: UInt64
  /// Where the characters begin that have the element, in UTF-16 code units. The elements of a
  /// contraction or an expansion have one place together.
  package var start: Int
  /// Where these characters end.
  package var end: Int
}

extension ICUCollator {
  /// The greatest weight of the first level that alternate handling moves. `ucol_getVariableTop`
  package var variableTop: UInt32 {
    var status = ICUStatus()
    let weight = unsafe withPointer { unsafe cicu_collator_variableTop($0, &status.code) }
    if status.isFailure { status.endProcess("tell which characters are variable") }
    return weight
  }

  /// Appends the collation elements of a text in their order. `ucol_next`
  ///
  /// The elements of a cluster in which ICU gets marks otherwise than they stand (``ICUMarkRuns``)
  /// have one place together.
  ///
  /// - Complexity: O(*n*) in the code units, of which ``maximumLength`` are read.
  package func appendElements(of text: Span<UInt16>, to elements: inout [ICUElement]) {
    unsafe text.withUnsafeBufferPointer { text in
      let text = unsafe UnsafeBufferPointer(rebasing: text.prefix(Self.maximumLength))
      guard unsafe ICUMarkRuns.mayBeExpensive(text) else {
        return unsafe appendElementsByICU(of: text, to: &elements)
      }
      let isNormalized = (try? value(of: .normalization)) != .off
      var bounded: [CICUUTF16] = []
      var places: [Range<Int>] = []
      for cluster in unsafe ICUMarkRuns.clusters(of: text) {
        let units = unsafe UnsafeBufferPointer(rebasing: text[cluster])
        let given = unsafe ICUMarkRuns.bounded(
          units, isNormalized: isNormalized, hasNormalizedLevel: false, contractionMarks)
        bounded += given
        if unsafe given.elementsEqual(units) {
          for place in cluster { places.append(place..<place + 1) }
        } else {
          for _ in given { places.append(cluster) }
        }
      }
      let first = elements.count
      unsafe bounded.withUnsafeBufferPointer { unsafe appendElementsByICU(of: $0, to: &elements) }
      for number in first..<elements.count {
        elements[number].start = places[elements[number].start].lowerBound
        elements[number].end = places[max(1, elements[number].end) - 1].upperBound
      }
    }
  }

  private func appendElementsByICU(
    of text: UnsafeBufferPointer<CICUUTF16>, to elements: inout [ICUElement]
  ) {
    guard let first = text.baseAddress, text.count > 0 else { return }
    var status = ICUStatus()
    let opened = unsafe withPointer {
      unsafe cicu_elements_open($0, first, Int32(text.count), &status.code)
    }
    guard let opened = unsafe opened, !status.isFailure else {
      ICUStatus.memoryAllocation.endProcess("read the elements of a text")
    }
    defer { unsafe cicu_elements_close(opened) }
    var (start, end) = (0, 0)
    while true {
      let half = unsafe cicu_elements_next(opened, &status.code)
      if status.isFailure { status.endProcess("read the elements of a text") }
      if half == CICU_NO_ELEMENT { return }
      let bits = UInt64(UInt32(bitPattern: half))
      // ICU gives an element in two halves where it does not fit in one. The six bits of the second
      // half's third level stand after two that no first half has (`ucol_next`, `getSecondHalf`).
      if bits & 0xC0 == 0xC0, !elements.isEmpty {
        elements[elements.count - 1].weights |=
          (bits >> 16) << 32 | (bits >> 8 & 0xFF) << 16 | bits & 0x3F
        continue
      }
      // Behind the first element of several, ICU is at the end of all.
      let offset = unsafe Int(cicu_elements_offset(opened))
      if offset > end { (start, end) = (end, offset) }
      elements.append(
        ICUElement(
          weights: (bits >> 16) << 48 | (bits >> 8 & 0xFF) << 24 | (bits & 0xFF) << 8,
          start: start, end: end))
    }
  }
}
