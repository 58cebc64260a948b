import Testing

@testable import CollationFiling

@Suite struct NamePartsSearchTests {
  @Test func eachTextOnceWhatSortsFirst() {
    let parts = NameParts(
      shown: "Ludwig van Beethoven",
      fields: [.init("van Beethoven", sortAs: "Beethoven"), .init("Ludwig")],
      sortAs: "Beethoven, Ludwig van", reading: "Beethoven")
    #expect(
      parts.searchTexts == [
        "Beethoven, Ludwig van", "Beethoven", "van Beethoven", "Ludwig", "Ludwig van Beethoven",
      ])
    #expect(NameParts("Ek").searchTexts == ["Ek"] && NameParts("").searchTexts == [""])
  }

  /// Equal texts in other bytes have other keys where they are ill-formed, and are hashed in linear
  /// time.
  @Test(.timeLimit(.minutes(1))) func marksAreHashedInLinearTime() {
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: 100_000)
    #expect(NameParts(marks, reading: marks).searchTexts.count == 1)
  }
}
