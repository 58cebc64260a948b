internal import CICU

/// What a collation element has beside its primary weight (UTS #10, 3.1).
struct ICULowerWeights {
  /// 0 where the element has no secondary weight.
  let secondary: UInt16
  /// The tertiary weight. The two highest bits are those of the case.
  let tertiary: UInt16
  let hasPrimary: Bool

  /// The weight of nearly all letters, `COMMON_WEIGHT16` of `collation.h`.
  static let common: UInt16 = 0x500
}

extension ICUCollator {
  /// The lower weights of texts' collation elements, but of elements that have no weight at all.
  /// They do not depend on the strength, the case level or which case is first. `ucol_next`
  ///
  /// ICU gives an element as one or two numbers of 32 bits (`CollationElementIterator::next`). Each
  /// has a half of the primary weight in its higher 16 bits, then a byte of the secondary weight
  /// and one of the tertiary. The second number is marked by the two highest bits of its last byte.
  ///
  /// - Throws: A failure of ICU, and one if a text has U+FFFE, which separates the texts here.
  func lowerWeights(of texts: [String]) throws(ICUFailure) -> [[ICULowerWeights]] {
    let orders = try orders(of: Array(texts.joined(separator: "\u{FFFE}").utf16))
    var weights: [[ICULowerWeights]] = [[]]
    var place = 0
    while place < orders.count {
      let first = orders[place]
      place += 1
      var second: UInt32 = 0
      if place < orders.count, orders[place] & 0xC0 == 0xC0 {
        second = orders[place] & ~0xC0
        place += 1
      }
      if first == Self.separator && second == 0 {
        weights.append([])
        continue
      }
      let weight = ICULowerWeights(
        secondary: UInt16(first & 0xFF00 | second >> 8 & 0xFF),
        tertiary: UInt16((first & 0xFF) << 8 | second & 0xFF),
        hasPrimary: (first | second) >> 16 != 0)
      if weight.secondary | weight.tertiary != 0 { weights[weights.count - 1].append(weight) }
    }
    guard weights.count == texts.count else { throw ICUFailure(status: .illegalArgument) }
    return weights
  }

  /// The element of U+FFFE, `MERGE_SEPARATOR_PRIMARY` with common weights.
  private static let separator: UInt32 = 0x0200_0505

  private func orders(of text: [CICUUTF16]) throws(ICUFailure) -> [UInt32] {
    // ICU takes no null pointer for an empty text.
    let text = text + [0]
    // ICU reads the text as long as the elements are open.
    let result = unsafe text.withUnsafeBufferPointer { text in
      Result { () throws(ICUFailure) in
        unsafe try orders(of: text.baseAddress!, count: text.count - 1)
      }
    }
    return try result.get()
  }

  private func orders(
    of text: UnsafePointer<CICUUTF16>, count: Int
  ) throws(ICUFailure) -> [UInt32] {
    let opened = unsafe try withICUStatus { status in
      unsafe withPointer { unsafe cicu_elements_open($0, text, Int32(count), &status) }
    }
    guard let elements = unsafe opened else { throw ICUFailure(status: .illegalArgument) }
    defer { unsafe cicu_elements_close(elements) }
    var orders: [UInt32] = []
    while true {
      let order = try withICUStatus { status in unsafe cicu_elements_next(elements, &status) }
      if order == Int32(CICU_NULL_ORDER) { return orders }
      orders.append(UInt32(bitPattern: order))
    }
  }
}
