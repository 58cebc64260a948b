/// The collated texts of names, and what is shown for the names that are shown under another text.
package struct FiledNames: Sendable {
  package private(set) var texts: UTF8Records
  /// What is shown for the names that are collated by another text, in their order.
  private(set) var shown: UTF8Records
  /// The number of each name in `shown`, or −1; empty if each name is shown as it is collated.
  private var shownNumbers: [Int32]

  /// - Parameter shownNumbers: The number of each name in `shown`, or −1; empty if `shown` is.
  package init(texts: UTF8Records, shown: UTF8Records, shownNumbers: [Int32]) {
    precondition(shownNumbers.count == (shown.isEmpty ? 0 : texts.count))
    (self.texts, self.shown, self.shownNumbers) = (texts, shown, shownNumbers)
  }

  /// Makes room for the names of successive pieces of a list, which are appended one by one.
  init(roomFor pieces: [FiledNames]) {
    texts = UTF8Records(roomFor: pieces.map(\.texts))
    shown = UTF8Records(roomFor: pieces.map(\.shown))
    shownNumbers = []
    if pieces.contains(where: { !$0.shown.isEmpty }) {
      shownNumbers.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
    }
  }

  mutating func append(_ piece: FiledNames) {
    // So far, each name is shown as it is collated.
    if shown.isEmpty && !piece.shown.isEmpty {
      shownNumbers += repeatElement(-1, count: texts.count)
    }
    let shownCount = Int32(shown.count)
    texts.append(piece.texts)
    shown.append(piece.shown)
    if shown.isEmpty { return }
    shownNumbers +=
      piece.shown.isEmpty
      ? [Int32](repeating: -1, count: piece.count)
      : piece.shownNumbers.map { $0 < 0 ? -1 : $0 + shownCount }
  }
}

extension FiledNames: NameSource {
  var count: Int { texts.count }
  var byteCount: Int { texts.byteCount + shown.byteCount }

  /// In bounds because there is a number in `shown` for each name, and a record for each of these.
  @safe
  struct Names: NameReader {
    fileprivate let texts: UTF8Records.Names
    fileprivate let shown: UTF8Records.Names
    fileprivate let shownNumbers: UnsafeBufferPointer<Int32>

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      unsafe texts.withName(number, body)
    }

    @inline(__always)
    func withShown<Result>(
      _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
      if unsafe shownNumbers.isEmpty { return nil }
      let shownNumber = unsafe shownNumbers[number]
      return shownNumber < 0 ? nil : unsafe shown.withName(Int(shownNumber), body)
    }
  }

  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    texts.withNames { texts in
      shown.withNames { shown in
        unsafe shownNumbers.withUnsafeBufferPointer { shownNumbers in
          body(unsafe Names(texts: texts, shown: shown, shownNumbers: shownNumbers))
        }
      }
    }
  }
}
