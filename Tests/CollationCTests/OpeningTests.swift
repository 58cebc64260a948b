import Collation
import CollationC
import CollationCHeader
import Testing

/// Handles of the C interface.
@Suite struct OpeningTests {
  /// The expected texts are those of the Swift library.
  @Test(arguments: ["sv", "ja", "zh-u-co-stroke", "th"])
  func aHandleHasTheTextsOfTheCollation(locale: String) throws {
    let expected = try LocalizedIndexedCollation(locale: locale)
    let handle = Handle(locale)
    let count = collation_section_count(handle.pointer)
    func texts(_ text: (OpaquePointer?, Int32) -> UnsafePointer<CChar>?) -> [String] {
      (0..<count).map { String(cString: text(handle.pointer, $0)!) }
    }
    #expect(texts(collation_title) == expected.sectionTitles)
    #expect(texts(collation_index_title) == expected.sectionIndexTitles)
    #expect(texts(collation_section_kind) == expected.sectionKinds.map(\.rawValue))
    #expect(String(cString: collation_stamp(handle.pointer)) == expected.stamp.description)
    #expect(collation_title(handle.pointer, count) == nil)
    for name in ["Öberg", "", "あ", "a\0b"] {
      let bytes = Array(name.utf8)
      let key = Array(expected.displayKey(for: name).bytes)
      var written = [UInt8](repeating: 0xEE, count: key.count)
      bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { text in
        let (start, length) = (text.baseAddress, Int64(text.count))
        #expect(collation_section(handle.pointer, start, length) == expected.section(for: name))
        // Nothing is written where there is too little room.
        let room = Int64(key.count)
        #expect(collation_display_key(handle.pointer, start, length, &written, room - 1) == room)
        #expect(written.allSatisfy { $0 == 0xEE })
        #expect(collation_display_key(handle.pointer, start, length, &written, room) == room)
      }
      #expect(written == key)
    }
  }

  @Test(
    arguments: [
      ("sv-u-co-bogus", [], COLLATION_INVALID_LOCALE, "bogus"),
      ("no locale!", [], COLLATION_INVALID_LOCALE, "no locale!"),
      ("sv", ["numeric"], COLLATION_INVALID_OPTION, "NAME=VALUE"),
      ("sv", ["=x"], COLLATION_INVALID_OPTION, "NAME=VALUE"),
      ("sv", ["numeric=yes"], COLLATION_INVALID_OPTION, "true, false"),
      ("sv", ["colour=red"], COLLATION_INVALID_OPTION, "colour"),
      ("sv", ["strength=strong"], COLLATION_INVALID_OPTION, "primary"),
      ("sv", ["layout=android"], COLLATION_INVALID_OPTION, "uikit, icu"),
      ("sv", ["group=XYZ"], COLLATION_INVALID_OPTION, "TITLE=TEXT"),
      ("sv", ["han-readings=given"], COLLATION_INVALID_OPTION, "surname"),
      ("sv", ["reorder=Xxxx"], COLLATION_INVALID_OPTION, "Xxxx"),
      ("sv", ["group=A=X,Y", "group=B=Y,Z"], COLLATION_INVALID_OPTION, "Y"),
      ("sv", ["articles=xx"], COLLATION_INVALID_LAYOUT, "xx"),
      ("", ["rules=& & &"], COLLATION_INVALID_RULES, ""),
      ("sv", ["rules=&a<b"], COLLATION_INVALID_OPTION, "exclude"),
    ])
  func whatCannotBeOpenedIsExplained(
    locale: String, options: [String], code: Int, words: String
  ) {
    let handle = Handle(locale, options)
    #expect(handle.pointer == nil)
    #expect(handle.status == code)
    #expect(!handle.message.isEmpty && !handle.message.contains("\n"))
    #expect(words.isEmpty || handle.message.contains(words), "\(handle.message)")
  }

  /// A message that does not fit is cut between two characters.
  @Test func longMessagesAreCutBetweenCharacters() {
    for count in 300..<304 {
      let handle = Handle(
        "sv", [String(repeating: "x", count: count % 4) + String(repeating: "ö", count: count * 3)])
      #expect(handle.message.utf8.count > 1_000 && !handle.message.contains("\u{FFFD}"))
    }
  }

  /// A locale that is null is root's, as for the command.
  @Test func noLocaleIsRoot() throws {
    let expected = try LocalizedIndexedCollation(locale: "root")
    for locale in [nil, ""] {
      let handle = Handle(locale)
      #expect(String(cString: collation_stamp(handle.pointer)) == expected.stamp.description)
    }
  }
}
