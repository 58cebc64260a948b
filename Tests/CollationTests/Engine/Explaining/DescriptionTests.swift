import CollationTestSupport
import Testing

@testable import Collation

/// What a debugger shows of the engine's packed values.
@Suite struct DescriptionTests {
  private func weights(_ character: Unicode.Scalar) throws -> PrimaryWeights {
    let request = Collator.Request(source: .locale("root"), options: CollatorOptions())
    return try PrimarySource(Collator(request.atPrimaryStrength))
      .weights(of: character.value..<character.value + 1)[0]
  }

  /// The bytes are those of ICU's key.
  @Test func weights() throws {
    let key = try #require(ReferenceCollator(locale: "root")).sortKey(Array("b".utf8)).primaryLevel
    #expect(try weights("b").description == "\(Hexadecimal.text(of: key))/8")
    #expect(try weights("\u{301}").description == "/0, combining, clashes with marks")
    #expect(PrimaryWeights.complex.description == "/0, complex")
  }

  @Test func codes() {
    #expect(PrimaryCode.bytes.description.hasPrefix("00=00000000 01=00000001 02=00000010 "))
    let runs = RunCode(lead: 0x61, levels: [])
    #expect(runs.description == "lead 61, outside \(runs.outside), inside \(runs.inside)")
  }

  @Test func keys() {
    var key = PrimaryKey()
    key.append(0xAB << 56, 8)
    #expect(key.description == "ab00000000000000 0000000000000000")
  }
}
