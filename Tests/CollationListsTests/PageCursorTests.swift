import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// Cursors as text. That a text has base64url of RFC 4648, Foundation says.
@Suite struct PageCursorTests {
  /// Not an HMAC, but 32 bytes that depend on the message and on a secret.
  static let authenticate: @Sendable ([UInt8]) -> [UInt8] = { message in
    var digests = (Digest(), Digest())
    digests.0.add(Array("secret".utf8) + message)
    digests.1.add(message + Array("secret".utf8))
    return Array((digests.0.text + digests.1.text).utf8)
  }

  private func collation(_ locale: String = "sv") throws -> LocalizedIndexedCollation {
    try LocalizedIndexedCollation(locale: locale)
  }

  private func cursor(_ name: String = "Åberg", id: String = "17") throws -> PageCursor {
    try PageCursor(after: collation().listKey(for: name), id: id, for: collation())
  }

  /// The bytes that a text stands for, by Foundation.
  private func bytes(_ text: String) throws -> [UInt8] {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return try [UInt8](#require(Data(base64Encoded: standard + padding)))
  }

  private func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func code(ofReading text: String, authenticated: Bool = false) -> CollationError.Code? {
    do {
      if authenticated {
        _ = try PageCursor(text, for: collation(), authenticatedBy: Self.authenticate)
      } else {
        _ = try PageCursor(text, for: collation())
      }
      return nil
    } catch {
      return (error as? CollationError)?.code
    }
  }

  @Test func cursorsAreReadBack() throws {
    for id in ["17", "", "9f1c-…", "\u{0}", String(repeating: "x", count: 500)] {
      for name in ["Åberg", "", "42", "張\u{301}", String(repeating: "ö", count: 300)] {
        let cursor = try cursor(name, id: id)
        let plain = try cursor.encoded()
        #expect(
          plain.utf8.allSatisfy { $0 < 0x80 && ($0 == 0x2D || $0 == 0x5F || isAlphanumeric($0)) })
        #expect(try PageCursor(plain, for: collation()) == cursor)
        let coded = try cursor.encoded(authenticatedBy: Self.authenticate)
        #expect(
          try PageCursor(coded, for: collation(), authenticatedBy: Self.authenticate) == cursor)
        #expect(try bytes(plain).count == plain.utf8.count * 3 / 4)
        #expect(try text(bytes(plain)) == plain)
      }
    }
  }

  private func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  @Test func whatIsCutOrChangedIsRefused() throws {
    let plain = try cursor().encoded()
    let coded = try cursor().encoded(authenticatedBy: Self.authenticate)
    for length in 0..<plain.utf8.count {
      #expect(code(ofReading: String(plain.prefix(length))) == .malformedCursor)
    }
    for length in 0..<coded.utf8.count {
      let cut = String(coded.prefix(length))
      let refused = code(ofReading: cut, authenticated: true)
      #expect(refused == .malformedCursor || refused == .forgedCursor, "\(length)")
      #expect(code(ofReading: cut) == .malformedCursor)
    }
    for text in [
      plain + "A", plain + "AAAA", plain + "=", " " + plain, "é", "\u{0}", "%", "AA", "Aw",
    ] {
      #expect(code(ofReading: text) == .malformedCursor, "\(text)")
    }
    // With a code, a change of any bit is found.
    let original = try bytes(coded)
    for position in original.indices {
      for bit in 0..<8 {
        var changed = original
        changed[position] ^= 1 << UInt8(bit)
        let refused = code(ofReading: text(changed), authenticated: true)
        #expect(refused == .forgedCursor || refused == .malformedCursor, "\(position) \(bit)")
      }
    }
    #expect(code(ofReading: plain, authenticated: true) == .forgedCursor)
    #expect(code(ofReading: coded) == .malformedCursor)
    #expect(code(ofReading: String(repeating: "A", count: 1 << 20)) == .malformedCursor)
  }

  /// Random texts never trap, and none is a cursor.
  @Test func randomTextsAreRefused() throws {
    var generator = SeededGenerator(seed: 83)
    let original = try bytes(cursor().encoded())
    for _ in 0..<2000 {
      var changed = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      // Without a code a change may be one of the id, or of the sort key within its section.
      _ = code(ofReading: text(changed))
      let random = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(code(ofReading: text(random)) == .malformedCursor)
    }
  }

  /// The key of a cursor says its section twice: as it is, and by its sort key.
  @Test func aKeyOfAnotherSectionIsRefused() throws {
    let key = try collation().listKey(for: "Åberg")
    let other = try #require(ListKey(bytes: Array([0, 3] + key.bytes.dropFirst(2))))
    let error = #expect(throws: CollationError.self) {
      try PageCursor(after: other, id: "1", for: collation())
    }
    #expect(error?.code == .keyMismatch)
    var fields = try bytes(cursor(id: "1").encoded())
    // The key stands before the id's length and its one letter.
    let end = fields.count - 3
    fields.replaceSubrange(end - key.bytes.count..<end, with: other.bytes)
    #expect(code(ofReading: text(fields)) == .malformedCursor)
  }

  /// Each component of the stamp, changed in turn, refuses the cursor and is told.
  @Test func aCursorOfAnotherStampSaysWhatDiffers() throws {
    let (cursor, collation) = (try cursor(), try collation())
    for component in collation.stamp.components {
      let stamp = collation.stamp.description.replacing(
        "\(component.name)=\(component.value)", with: "\(component.name)=other")
      // The format: 1, then stamp, key and id, each behind its length in two bytes.
      var fields: [UInt8] = [1]
      for field in [Array(stamp.utf8), Array(cursor.key.bytes), Array(cursor.id.utf8)] {
        fields += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)] + field
      }
      let text = text(fields)
      let error = #expect(throws: CollationError.self) { try PageCursor(text, for: collation) }
      #expect(error?.code == .stampMismatch)
      #expect(error?.differences.count == 1)
      let value = component.value.isEmpty ? "empty" : component.value
      #expect(error?.differences.first?.hasSuffix("is \(value), was other") == true)
    }
    let error = #expect(throws: CollationError.self) {
      try PageCursor(cursor.encoded(), for: LocalizedIndexedCollation(locale: "de"))
    }
    #expect(
      error?.differences.first?.hasPrefix("digest of the rules is ") == true)
  }

  @Test func longNamesAreRefusedRatherThanCut() throws {
    let limit = PageCursor.maximumLength
    for length in [100, 1_000, 10_000, 100_000] {
      let cursor = try cursor(String(repeating: "ångström ", count: length / 9), id: "1")
      do {
        let text = try cursor.encoded()
        #expect(text.utf8.count <= limit)
        #expect(try PageCursor(text, for: collation()) == cursor)
      } catch let error as CollationError {
        #expect(error.code == .cursorTooLong && length > 1_000)
      }
    }
    // What just fits, and one byte more.
    let room = limit * 3 / 4 - (try bytes(cursor(id: "").encoded()).count)
    let full = try cursor(id: String(repeating: "x", count: room)).encoded()
    #expect(full.utf8.count == limit && code(ofReading: full) == nil)
    #expect(throws: CollationError.self) {
      try cursor(id: String(repeating: "x", count: room + 1)).encoded()
    }
    #expect(throws: CollationError.self) {
      try cursor(id: String(repeating: "x", count: room - 8)).encoded(
        authenticatedBy: Self.authenticate)
    }
  }

  @Test func shortCodesAreRefused() throws {
    for count in [0, 15, 65] {
      let code: ([UInt8]) -> [UInt8] = { _ in [UInt8](repeating: 7, count: count) }
      let error = #expect(throws: CollationError.self) {
        try cursor().encoded(authenticatedBy: code)
      }
      #expect(error?.code == .invalidAuthenticationCode)
      let coded = try cursor().encoded(authenticatedBy: Self.authenticate)
      #expect(throws: CollationError.self) {
        try PageCursor(coded, for: collation(), authenticatedBy: code)
      }
    }
  }
}
