import CollationTestSupport
import Testing

@testable import Collation

/// Characters read one after another, against Swift's own UTF-8.
@Suite struct PrimaryCharacterTests {
  @Test func namesAreReadToTheirEndOrToWhatIsIllFormed() throws {
    let table = try PrimaryTable("ja")
    var source = HostileNames(seed: 12)
    for name in source.names(2_000) {
      name.withUnsafeBufferPointer { bytes in
        var position = 0
        while true {
          let expected =
            position == name.count ? nil : UTF8DecodingTests.expected(name[position...])
          let start = position
          guard let character = PrimaryCharacter(bytes, &position, table) else {
            #expect(start < name.count && expected == nil && position == start, "\(name)")
            return
          }
          if character.isEnd {
            #expect(start == name.count && position == start)
            #expect(character.weights.bits == PrimaryWeights.none.bits)
            return
          }
          #expect(character.codePoint == expected?.codePoint, "\(name)")
          #expect(position - start == expected?.length, "\(name)")
          #expect(character.weights.bits == table.weights(character.codePoint).bits)
        }
      }
    }
  }
}
