import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// What a stamp tells apart. Values are those that ICU and the options have, asked for one by one.
@Suite struct CollationStampTests {
  private func value(_ name: String, _ stamp: CollationStamp) -> String? {
    stamp.components.first { $0.name == name }?.value
  }

  @Test func componentsAreWhatIsInForce() throws {
    var options = CollatorOptions()
    options.numeric = true
    options.reorderCodes = ["Grek", .digit]
    let collator = try Collator(locale: "sv-SE", options: options)
    let expected = [
      "version": collator.version.description, "locale": "sv_SE", "actual": "sv",
      "ks": "tertiary", "ka": "non-ignorable", "kv": "punct", "kf": "off", "kc": "false",
      "kb": "false", "kn": "true", "kk": "true", "kr": "Grek,digit",
    ]
    for (name, text) in expected { #expect(value(name, collator.stamp) == text, "\(name)") }
    #expect(
      value("icu", collator.stamp)?.hasPrefix("\(ReferenceICU.majorVersion).") == true)
    #expect(value("labels", collator.stamp) == nil)
    if ReferenceICU.majorVersion == 72 {
      // ICU 72's release notes: CLDR 42, Unicode 15.
      #expect(value("cldr", collator.stamp) == "42" && value("uca", collator.stamp) == "15")
    }
  }

  @Test func spellingsOfALocaleAreTheSame() throws {
    let stamp = try LocalizedIndexedCollation(locale: "sv_SE").stamp
    for locale in ["sv-SE", "SV_se", "sv-Se"] {
      #expect(try LocalizedIndexedCollation(locale: locale).stamp == stamp)
    }
    #expect(try Collator(locale: "und").stamp == Collator(locale: "root").stamp)
    #expect(try Collator(locale: "cmn").stamp == Collator(locale: "zh").stamp)
  }

  /// Each option that changes the order is told by its component, and by no other but the labels'.
  @Test func eachOptionIsOneDifference() throws {
    let plain = try Collator(locale: "en").stamp
    func check(_ name: String, _ words: String, _ change: (inout CollatorOptions) -> Void) throws {
      var options = CollatorOptions()
      change(&options)
      let other = try Collator(locale: "en", options: options).stamp
      #expect(zip(plain.components, other.components).filter { $0 != $1 }.map(\.0.name) == [name])
      let differences = other.differences(from: plain)
      #expect(differences.count == 1 && differences[0].hasPrefix(words + " is "), "\(differences)")
    }
    try check("ks", "strength") { $0.strength = .secondary }
    try check("ka", "alternate handling") { $0.alternateHandling = .shifted }
    try check("kv", "maximum variable") { $0.maxVariable = .symbol }
    try check("kf", "case first") { $0.caseFirst = .upper }
    try check("kc", "case level") { $0.caseLevel = true }
    try check("kb", "backwards secondary") { $0.backwardsSecondary = true }
    try check("kn", "numeric ordering") { $0.numeric = true }
    try check("kk", "normalization") { $0.normalization = false }
    try check("kr", "reorder codes") { $0.reorderCodes = ["Grek"] }
    #expect(plain.differences(from: plain) == [])
    #expect(
      try Collator(locale: "sv").stamp.differences(from: plain).map { $0.split(separator: " ")[0] }
        == ["collator", "locale", "locale"])
  }

  /// What a collation says of itself tells whether its sections differ.
  @Test func labelsDifferWhereSectionsDo() throws {
    func open(_ change: (inout SectionLayout) -> Void) throws -> LocalizedIndexedCollation {
      var layout = SectionLayout.uikit
      change(&layout)
      return try LocalizedIndexedCollation(locale: "de", layout: layout)
    }
    let plain = try open { _ in }
    let changes: [(inout SectionLayout) -> Void] = [
      { $0.customLabels = ["Sch*"] }, { $0.labelLocales = ["ru"] }, { $0.catchAll = .first },
      { $0.catchAll = .split }, { $0.catchAllTitle = "0–9" }, { $0.titleReplacements = ["A": "Ä"] },
    ]
    for change in changes {
      let differences = try open(change).stamp.differences(from: plain.stamp)
      #expect(differences.count == 1 && differences[0].hasPrefix("digest of the labels is "))
    }
    // Other boundaries under the same titles.
    var titles: (inout SectionLayout) -> Void = {
      $0.customLabels = ["Sch*"]
      $0.titleReplacements = ["Sch": "X"]
    }
    let first = try open(titles)
    titles = {
      $0.customLabels = ["Se*"]
      $0.titleReplacements = ["Se": "X"]
    }
    let second = try open(titles)
    #expect(first.sectionTitles == second.sectionTitles && first.stamp != second.stamp)
    // What changes neither order nor sections.
    let same = try open {
      $0.indexTitleLimit = 9
      $0.hasSearchEntry = true
      $0.hidesEmptySections = true
    }
    #expect(same.stamp == plain.stamp)
  }

  @Test func rulesHaveADigest() throws {
    let (one, same, other) = (
      try Collator(rules: "&a < æ").stamp, try Collator(rules: "&a < æ").stamp,
      try Collator(rules: "&a < ø").stamp
    )
    #expect(one == same && value("locale", one) == nil)
    #expect(other.differences(from: one).map { $0.hasPrefix("digest of the rules is ") } == [true])
  }

  /// FNV-1a's authors give a hash of "" as cbf29ce484222325 and of "foobar" as 85944171f73967e8. Here the
  /// length follows each piece, so that no two lists of pieces are the same bytes.
  @Test func digestsTellPiecesApart() {
    #expect(Digest().text == "cbf29ce484222325")
    var (one, other) = (Digest(), Digest())
    for piece in ["ab", "c"] { one.add(piece.utf8) }
    for piece in ["a", "bc"] { other.add(piece.utf8) }
    #expect(one.text != other.text)
  }

  /// Every locale: the text is short and plain, and read back it is the same.
  @Test func textsAreReadBack() throws {
    for locale in Collator.availableLocales + ["zh@collation=stroke;colnumeric=yes", "hi", "xx"] {
      let stamp = try LocalizedIndexedCollation(locale: locale).stamp
      let text = stamp.description
      #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.count < 250)
      #expect(CollationStamp(text) == stamp)
      let json = try JSONEncoder().encode([stamp])
      #expect(try JSONDecoder().decode([CollationStamp].self, from: json) == [stamp])
    }
    for text in [
      "", " ", "keys", "icu=72.1", "keys=1 ", "keys=1 icu", "keys=1 =2", "keys=1 a=1 a=2",
    ] {
      #expect(CollationStamp(text) == nil, "\(text)")
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CollationStamp].self, from: Data(#"["x"]"#.utf8))
    }
  }

  /// A stamp of another version of the library may have other components.
  @Test func unknownAndMissingComponentsAreDifferences() throws {
    let stamp = try Collator(locale: "en").stamp
    let more = try #require(CollationStamp(stamp.description + " zz=1"))
    let unknown = ["components differ that this version does not know"]
    #expect(stamp.differences(from: more) == unknown)
    #expect(more.differences(from: stamp) == unknown)
    let error = #expect(throws: PagingError.self) { try stamp.check(stored: more) }
    #expect(error?.code == .otherStamp && error?.differences == unknown)
    let less = stamp.description.replacing("ks=tertiary ", with: "")
    #expect(
      try stamp.differences(from: #require(CollationStamp(less)))
        == ["strength is tertiary, was missing"])
  }

  @Test func theOrderOfComponentsIsNoDifference() throws {
    let stamp = try Collator(locale: "en").stamp
    let reordered = stamp.description.split(separator: " ").reversed().joined(separator: " ")
    #expect(CollationStamp(reordered) == stamp)
    #expect(CollationStamp(reordered)?.description == stamp.description)
  }

  /// Anyone can make up a stamp, and errors end up in logs and answers.
  @Test func differencesAreShortWhateverAStampSays() throws {
    let stamp = try Collator(locale: "en").stamp
    let long = String(repeating: "<script>", count: 100)
    let text = stamp.description.replacing("icu=", with: "icu=\(long)") + " \(long)=1 x=\(long)"
    let other: CollationStamp = try #require(CollationStamp(text))
    let error = #expect(throws: PagingError.self) { try stamp.check(stored: other) }
    #expect(error?.differences.count == 2)
    #expect(try #require(error).description.utf8.count < 400)
  }

  /// A database that has no stamp, or something else in its place, has no keys of this collation.
  @Test func whatIsNoStampIsRefused() throws {
    let stamp = try Collator(locale: "en").stamp
    for text in ["", "en", "icu=72.1"] {
      let error = #expect(throws: PagingError.self) {
        try stamp.check(stored: CollationStamp(text))
      }
      #expect(error?.code == .otherStamp && error?.differences == [])
    }
  }
}
