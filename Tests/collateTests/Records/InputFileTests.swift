import CollationTestSupport
import Testing

@testable import collate

@Suite struct InputFileTests {
  /// A pipe may give one byte of U+FEFF first (RFC 2781, 3.2).
  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func utf16IsRefusedByteForByte(bytes: [UInt8]) throws {
    try withTemporaryFile(bytes) { path in
      let file = try InputFile(path)
      var read: [UInt8] = []
      #expect(try file.read(1, to: &read) == 1)
      #expect(throws: Failure.self) { try file.read(1, to: &read) }
    }
  }
}
