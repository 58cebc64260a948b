import Collation
import CollationCHeader
import CollationCTestSupport
import CollationOptions
import CollationTestSupport
import Testing

@testable import CollationC

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
      let key = Array(expected.listKey(for: name).bytes)
      var written = [UInt8](repeating: 0xEE, count: key.count)
      bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { text in
        let (start, length) = (text.baseAddress, Int64(text.count))
        #expect(collation_section(handle.pointer, start, length) == expected.section(for: name))
        // Nothing is written beyond the room.
        let room = Int64(key.count)
        #expect(collation_list_key(handle.pointer, start, length, &written, room - 1) == room)
        #expect(written.last == 0xEE)
        #expect(collation_list_key(handle.pointer, start, length, &written, room) == room)
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
      ("sv", ["group=XYZ"], COLLATION_INVALID_OPTION, "title=letters"),
      ("sv", ["han-readings=given"], COLLATION_INVALID_OPTION, "surname"),
      ("sv", ["reorder=Xxxx"], COLLATION_INVALID_OPTION, "Xxxx"),
      ("sv", ["group=A=X,Y", "group=B=Y,Z"], COLLATION_INVALID_OPTION, "Y"),
      ("sv", ["articles=xx"], COLLATION_INVALID_LAYOUT, "xx"),
      ("", ["rules=& & &"], COLLATION_INVALID_RULES, ""),
      ("sv", ["rules=&a<b"], COLLATION_INVALID_OPTION, "cannot be used together"),
      ("sv", ["group=X="], COLLATION_INVALID_OPTION, "at least one character"),
      ("sv", ["label="], COLLATION_INVALID_OPTION, "at least one character"),
      ("sv", ["digits-section=0\n9"], COLLATION_INVALID_OPTION, "control characters"),
      ("sv", ["catch-all=split", "catch-all-title=x"], COLLATION_INVALID_OPTION, "last"),
      ("sv", ["catch-all=split", "section-order=digits"], COLLATION_INVALID_OPTION, "last"),
      ("sv", ["section-order=digits,"], COLLATION_INVALID_OPTION, "letters,digits"),
      ("sv", ["articles="], COLLATION_INVALID_OPTION, "articles"),
      ("sv", ["labels-from=en,"], COLLATION_INVALID_OPTION, "labels-from"),
      ("sv", ["numeric=x\ny"], COLLATION_INVALID_OPTION, "true, false"),
      ("sv", ["workers=0"], COLLATION_INVALID_OPTION, "1 or more"),
      ("sv", ["workers=all"], COLLATION_INVALID_OPTION, "1 or more"),
      ("", ["letters=A B", "script-order=locale"], COLLATION_INVALID_OPTION, "used together"),
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

  /// A message shows the beginning of what was asked. If it is still longer than there is room for,
  /// it is cut between two characters.
  @Test(arguments: 0..<4)
  func longMessagesAreCutBetweenCharacters(count: Int) {
    let long = String(repeating: "x", count: count) + String(repeating: "ö", count: 1_000)
    for option in [long, "group=A=\(long)", "strength=\(long)", "\(long)=1"] {
      let handle = Handle("sv", [option, option])
      #expect(handle.pointer == nil && handle.message.utf8.count < 1_018)
      #expect(!handle.message.contains("\u{FFFD}"))
    }
    var error = collation_error()
    CallError(COLLATION_INVALID_OPTION, long).write(to: &error)
    let message = withUnsafeBytes(of: error.message) { Array($0.prefix { $0 != 0 }) }
    #expect((1_018...1_019).contains(message.count))
    #expect(long.utf8.starts(with: message) && String(validating: message, as: UTF8.self) != nil)
  }

  /// Of an option that stands several times the last one counts; `romanize-all` goes beyond
  /// `romanize`, as for the command.
  @Test(
    arguments: [
      (["numeric=true", "numeric=false"], ["numeric=false"]),
      (["romanize=true", "romanize=false"], []),
      (["romanize-all=true", "romanize=true"], ["romanize-all=true"]),
      (["script-order=locale", "layout=icu", "layout=uikit"], ["script-order=locale"]),
    ])
  func optionsThatStandSeveralTimes(options: [String], same: [String]) {
    func stamp(_ handle: Handle) -> String { String(cString: collation_stamp(handle.pointer)) }
    let (letters, last) = (Handle("", ["letters=A B", "letters=C D"]), Handle("", ["letters=C D"]))
    #expect(stamp(letters) == stamp(last))
    let (handle, other) = (Handle("ru", options), Handle("ru", same))
    #expect(stamp(handle) == stamp(other))
  }

  /// The names that an error lists are those of options.
  @Test(arguments: NamedOptions.names)
  func namesThatAreListedAreKnown(name: String) {
    let handle = Handle("", ["\(name)=\u{1}"])
    #expect(!handle.message.contains("unknown option"))
  }

  /// A mark behind the equals sign is no part of it.
  @Test func aValueMayBeginWithAMark() {
    let handle = Handle("sv", ["catch-all-title=\u{301}x"])
    let title = collation_title(handle.pointer, collation_section_count(handle.pointer) - 1)
    #expect(title.map { String(cString: $0) } == "\u{301}x")
  }

  /// The Swift library has the same labels.
  @Test func labelsThatAreNoTitlesAreTold() throws {
    let layout = SectionLayout.uikit.with { $0.customLabels = ["a", "Sch"] }
    let expected = try LocalizedIndexedCollation(locale: "sv", layout: layout).droppedLabels
    let handle = Handle("sv", ["label=a", "label=Sch"])
    let found = expected.indices.map {
      String(cString: collation_dropped_label(handle.pointer, Int32($0))!)
    }
    #expect(!expected.isEmpty && found == expected)
    #expect(collation_dropped_label(handle.pointer, Int32(expected.count)) == nil)
  }

  /// The expected values are those of the Swift library.
  @Test(arguments: ["sv-SE", "xx", "swedish", "ja-Latn", "de-u-co-phonebk", "root"])
  func aHandleTellsItsLocale(locale: String) throws {
    let expected = try Collator(locale: locale).resolvedOptions
    let handle = Handle(locale)
    #expect(String(cString: collation_locale(handle.pointer)) == expected.resolvedLocale)
    #expect(collation_is_fallback(handle.pointer) == (expected.isFallback ? 1 : 0))
    #expect(collation_locale(nil) == nil && collation_is_fallback(nil) == 0)
  }

  @Test func theOptionsAreListed() {
    let count = NamedOptions.names.count
    let found = (0..<Int32(count)).map { String(cString: collation_option($0)) }
    #expect(found == NamedOptions.names)
    #expect(collation_option(Int32(count)) == nil && collation_option(-1) == nil)
  }

  /// The header's version is the library's, which a release changes.
  @Test func theVersionsAgree() {
    let version = [
      COLLATION_VERSION_MAJOR, COLLATION_VERSION_MINOR, COLLATION_VERSION_PATCH,
    ].map(String.init).joined(separator: ".")
    #expect(String(cString: collation_version()) == Versions.library)
    #expect([version, "\(version)-dev"].contains(Versions.library))
    #expect(String(cString: collation_icu_version()).hasPrefix("\(ReferenceICU.majorVersion)."))
  }

  @Test func storedStampsAreChecked() throws {
    let handle = Handle("sv")
    func check(_ stored: String?) -> (status: Int32, message: String) {
      var error = collation_error()
      let status =
        stored.map { collation_check_stamp(handle.pointer, $0, &error) }
        ?? collation_check_stamp(handle.pointer, nil, &error)
      let message = withUnsafeBytes(of: error.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      return (status, message)
    }
    let own = try LocalizedIndexedCollation(locale: "sv").stamp.description
    #expect(check(own) == (Int32(COLLATION_OK), ""))
    let other = check(try LocalizedIndexedCollation(locale: "de").stamp.description)
    #expect(other.status == COLLATION_STAMP_MISMATCH)
    #expect(other.message.contains("digest of the rules"))
    let older = check(own.replacing(/icu=[\d.]+/, with: "icu=1.2"))
    #expect(older.status == COLLATION_STAMP_MISMATCH && older.message.contains("was 1.2"))
    for bad in [nil, "", "sv", "icu=1\n"] {
      #expect(check(bad).status == COLLATION_INVALID_ARGUMENT)
    }
    #expect(collation_check_stamp(nil, own, nil) == COLLATION_INVALID_ARGUMENT)
  }

  /// Handles share a collation while one of them is open. Equal strings of other bytes differ, as
  /// their titles do.
  @Test func whatIsOpenIsShared() {
    let first = Handle("sv", ["label=e\u{301}"])
    #expect(Handle("sv", ["label=e\u{301}"]).pointer == first.pointer)
    for other in [
      Handle("sv", ["label=\u{E9}"]), Handle("sv"), Handle("SV", ["label=e\u{301}"]),
      Handle("sv", ["label=e\u{301}", "workers=2"]), Handle("sv", ["label=e\u{301}", "workers=1"]),
    ] {
      #expect(other.pointer != nil && other.pointer != first.pointer)
    }
    // Null and the empty text are both root.
    let root = Handle(nil)
    #expect(Handle("").pointer == root.pointer)
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
