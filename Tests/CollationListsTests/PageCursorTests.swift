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

  private typealias Code = @Sendable ([UInt8]) -> [UInt8]

  private func list(_ locale: String = "sv", _ code: Code? = nil) throws -> StoredList {
    StoredList(uncheckedFor: try LocalizedIndexedCollation(locale: locale), authenticatedBy: code)
  }

  private func cursor(_ name: String = "Åberg", id: String = "17") throws -> PageCursor {
    PageCursor(key: Array(try list().collation.listKey(for: name).bytes), id: id)
  }

  private func text(of cursor: PageCursor, _ code: Code? = nil) throws -> String {
    try list("sv", code).cursor(forKey: cursor.key, id: cursor.id)
  }

  private func cursor(reading text: String, _ code: Code? = nil) throws -> PageCursor {
    try list("sv", code).cursor(text, ofSearch: false)
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
      _ = try cursor(reading: text, authenticated ? Self.authenticate : nil)
      return nil
    } catch {
      return (error as? CollationError)?.code
    }
  }

  @Test func cursorsAreReadBack() throws {
    for id in ["17", "", "9f1c-…", "\u{0}", String(repeating: "x", count: 500)] {
      for name in ["Åberg", "", "42", "張\u{301}", String(repeating: "ö", count: 300)] {
        let cursor = try cursor(name, id: id)
        let plain = try text(of: cursor)
        #expect(
          plain.utf8.allSatisfy { $0 < 0x80 && ($0 == 0x2D || $0 == 0x5F || isAlphanumeric($0)) })
        #expect(try self.cursor(reading: plain) == cursor)
        let coded = try text(of: cursor, Self.authenticate)
        #expect(try self.cursor(reading: coded, Self.authenticate) == cursor)
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
    let plain = try text(of: cursor())
    let coded = try text(of: cursor(), Self.authenticate)
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
    let original = try bytes(text(of: cursor()))
    for _ in 0..<2000 {
      var changed = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      #expect(changed == original || code(ofReading: text(changed)) == .malformedCursor)
      let random = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      #expect(code(ofReading: text(random)) == .malformedCursor)
    }
  }

  /// The key of a cursor states its section twice: as it is, and by its sort key.
  @Test func aKeyOfAnotherSectionIsRefused() throws {
    let list = try list()
    let key = try cursor().key
    let other = [0, 3] + key.dropFirst(2)
    let error = #expect(throws: CollationError.self) { try list.cursor(forKey: other, id: 1) }
    #expect(error?.code == .keyMismatch)
    #expect(code(ofReading: text(of: list.collation.stamp, key, id: "1")) == nil)
    #expect(code(ofReading: text(of: list.collation.stamp, other, id: "1")) == .malformedCursor)
  }

  /// A cursor as the format has it: 3, the digest of the stamp, then key and id, each after its
  /// length in two bytes, and the beginning of a digest of it all.
  private func text(of stamp: CollationStamp, _ key: [UInt8], id: String) -> String {
    func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      var digest = Digest()
      digest.add(bytes)
      return digest.bytes
    }
    var bytes = [3] + digest(stamp.description.utf8)
    for field in [key, Array(id.utf8)] {
      bytes += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)] + field
    }
    return text(bytes + digest(bytes).prefix(4))
  }

  /// A cursor is refused after a change of any component of the stamp.
  @Test func aCursorOfAnotherStampIsRefused() throws {
    let (cursor, stamp) = (try cursor(), try list().collation.stamp)
    for component in stamp.components {
      let other = try #require(
        CollationStamp(
          stamp.description.replacing(
            "\(component.name)=\(component.value)", with: "\(component.name)=other")))
      let text = text(of: other, cursor.key, id: cursor.id)
      #expect(code(ofReading: text) == .stampMismatch)
    }
    let error = #expect(throws: CollationError.self) {
      try list("de").cursor(text(of: cursor), ofSearch: false)
    }
    #expect(error?.code == .stampMismatch && error?.differences == [])
    #expect(error?.description.contains("made by another order") == true)
  }

  /// Earlier versions wrote 1, then the stamp's text, the key and the id.
  @Test func aCursorOfAnEarlierVersionIsRefused() throws {
    let cursor = try cursor()
    var bytes: [UInt8] = [1]
    for field in [
      Array(try list().collation.stamp.description.utf8), cursor.key, Array(cursor.id.utf8),
    ] {
      bytes += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)] + field
    }
    let error = #expect(throws: CollationError.self) {
      try self.cursor(reading: text(bytes))
    }
    #expect(error?.code == .malformedCursor)
    #expect(error?.description.contains("not a cursor of this version") == true)
  }

  /// All but key and id take 17 bytes: the documentation says that most cursors have some seventy
  /// characters.
  @Test func cursorsAreShort() throws {
    for name in ["Åberg, Maja", "Müller, Jürgen", "Zorn, Anders"] {
      let cursor = try cursor(name, id: "4711")
      let text = try text(of: cursor)
      #expect(text.utf8.count == ((17 + cursor.key.count + 4) * 4 + 2) / 3)
      #expect((50...90).contains(text.utf8.count), "\(text)")
    }
  }

  @Test func longNamesAreRefusedRatherThanCut() throws {
    let limit = PageCursor.maximumLength
    for length in [100, 1_000, 10_000, 100_000] {
      let cursor = try cursor(String(repeating: "ångström ", count: length / 9), id: "1")
      do {
        let text = try text(of: cursor)
        #expect(text.utf8.count <= limit)
        #expect(try self.cursor(reading: text) == cursor)
      } catch let error as CollationError {
        #expect(error.code == .cursorTooLong && length > 1_000)
      }
    }
    // What just fits, and one byte more.
    let room = limit * 3 / 4 - (try bytes(text(of: cursor(id: ""))).count)
    let full = try text(of: cursor(id: String(repeating: "x", count: room)))
    #expect(full.utf8.count == limit && code(ofReading: full) == nil)
    #expect(throws: CollationError.self) {
      try text(of: cursor(id: String(repeating: "x", count: room + 1)))
    }
    #expect(throws: CollationError.self) {
      try text(of: cursor(id: String(repeating: "x", count: room - 8)), Self.authenticate)
    }
  }

  @Test func shortCodesAreRefused() throws {
    for count in [0, 15, 65] {
      let code: Code = { _ in [UInt8](repeating: 7, count: count) }
      let error = #expect(throws: CollationError.self) {
        try text(of: cursor(), code)
      }
      #expect(error?.code == .invalidAuthenticationCode)
      let coded = try text(of: cursor(), Self.authenticate)
      #expect(throws: CollationError.self) {
        try cursor(reading: coded, code)
      }
    }
  }
}
