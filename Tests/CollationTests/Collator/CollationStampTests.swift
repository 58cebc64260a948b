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
    options.reorderCodes = ["Grek", "digit"]
    options.alternateHandling = .shifted
    options.maxVariable = .symbol
    let collator = try Collator(locale: "sv-SE", options: options)
    let expected = [
      "ks": "tertiary", "ka": "shifted", "kv": "symbol", "kf": "off", "kc": "false",
      "kb": "false", "kn": "true", "kk": "true", "kr": "Grek,digit",
    ]
    for (name, text) in expected { #expect(value(name, collator.stamp) == text, "\(name)") }
    #expect(
      value("icu", collator.stamp)?.hasPrefix("\(ReferenceICU.majorVersion).") == true)
    #expect(value("labels", collator.stamp) == nil)
    // The versions of CLDR and of Unicode in the release notes of ICU 70.1, 72.1, 73.2, 74.2, 76.1
    // and 78.1.
    let versions = [
      70: ("40", "14"), 72: ("42", "15"), 73: ("43.1", "15"), 74: ("44.1", "15.1"),
      76: ("46", "16"), 78: ("48", "17"),
    ]
    if let (cldr, unicode) = versions[ReferenceICU.majorVersion] {
      #expect(value("cldr", collator.stamp) == cldr && value("uca", collator.stamp) == unicode)
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
    func check(
      _ name: String, _ words: String, among options: CollatorOptions = CollatorOptions(),
      _ change: (inout CollatorOptions) -> Void
    ) throws {
      let plain = try Collator(locale: "en", options: options).stamp
      var options = options
      change(&options)
      let other = try Collator(locale: "en", options: options).stamp
      #expect(zip(plain.components, other.components).filter { $0 != $1 }.map(\.0.name) == [name])
      let differences = other.differences(from: plain)
      #expect(differences.count == 1 && differences[0].hasPrefix(words + " is "), "\(differences)")
    }
    try check("ks", "strength") { $0.strength = .secondary }
    try check("ka", "alternate handling") { $0.alternateHandling = .shifted }
    var shifted = CollatorOptions()
    shifted.alternateHandling = .shifted
    try check("kv", "maximum variable", among: shifted) { $0.maxVariable = .symbol }
    try check("kf", "case first") { $0.caseFirst = .upper }
    try check("kc", "case level") { $0.caseLevel = true }
    try check("kb", "backwards secondary") { $0.backwardsSecondary = true }
    try check("kn", "numeric ordering") { $0.numeric = true }
    try check("kk", "normalization") { $0.normalization = .off }
    try check("kr", "reorder codes") { $0.reorderCodes = ["Grek"] }
    #expect(plain.differences(from: plain) == [])
    #expect(
      try Collator(locale: "sv").stamp.differences(from: plain)
        .map { $0.hasPrefix("digest of the rules is ") } == [true])
  }

  /// What a collation says of itself tells whether its sections differ.
  @Test func labelsDifferWhereSectionsDo() throws {
    func open(_ change: (inout SectionLayout) -> Void) throws -> LocalizedIndexedCollation {
      try LocalizedIndexedCollation(locale: "de", layout: .uikit.with(change))
    }
    let plain = try open { _ in }
    let changes: [(inout SectionLayout) -> Void] = [
      { $0.customLabels = ["Sch*"] }, { $0.labelLocales = ["ru"] }, { $0.catchAll = .first },
      { $0.catchAll = .split }, { $0.catchAllTitle = "0–9" }, { $0.titleReplacements = ["A": "Ä"] },
      { $0.sectionOrder = [.catchAll] }, { $0.digitsTitle = "0–9" },
      { $0.groups = [SectionLayout.Group(title: "A–B", letters: ["A", "B"])] },
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
  }

  /// Rules that say the same in other words have one stamp, and so have a locale and rules that
  /// import its.
  @Test func rulesAreToldByWhatTheySay() throws {
    func stamp(_ rules: String) throws -> CollationStamp { try Collator(rules: rules).stamp }
    let rules = try stamp("&a < æ <<< Æ &o < ø")
    #expect(try stamp(" &o<ø  &a < æ # letters of their own\n &æ <<< Æ") == rules)
    #expect(try stamp("&a <<< æ <<< Æ &o < ø") != rules)
    #expect(try stamp("[import cs]") == Collator(locale: "cs").stamp)
    #expect(try stamp("") == Collator(locale: "en").stamp)
    let options = CollatorOptions.with { $0.reorderCodes = ["Cyrl"] }
    #expect(
      try stamp("[reorder Cyrl]") == Collator(rules: "", options: options).stamp)
  }

  /// One list for all locales that share it. ICU has no rules for these languages: root is their
  /// actual locale; all of them list the letters A to Z.
  @Test func localesThatShareAListShareAStamp() throws {
    let english = try LocalizedIndexedCollation(locale: "en").stamp
    for locale in ["de", "fr", "it", "nl", "pt", "de-AT", "en-GB", "fr-CH"] {
      #expect(try Collator(locale: locale).resolvedOptions.actualLocale == "root")
      #expect(try LocalizedIndexedCollation(locale: locale).stamp == english, "\(locale)")
    }
    for locale in ["sv", "es", "fr-CA", "ru", "de-u-co-phonebk", "en-u-kn", "en-u-kr-digit-latn"] {
      #expect(try LocalizedIndexedCollation(locale: locale).stamp != english, "\(locale)")
    }
    let norwegian = try LocalizedIndexedCollation(locale: "no").stamp
    for locale in ["nb", "nn", "nb-NO"] {
      #expect(try LocalizedIndexedCollation(locale: locale).stamp == norwegian, "\(locale)")
    }
  }

  /// A stamp of the former format, `keys=1`, had the locale and the collator's version in place of
  /// `rules`.
  @Test func stampsOfTheFormerFormatAreRefused() throws {
    let former: CollationStamp = try #require(
      CollationStamp(
        "keys=1 icu=72.1 uca=15 cldr=42 version=153.120.42 locale=sv actual=sv ks=tertiary "
          + "ka=non-ignorable kv=punct kf=off kc=false kb=false kn=false kk=true kr="))
    let stamp = try Collator(locale: "sv").stamp
    let error = #expect(throws: CollationError.self) { try stamp.check(stored: former) }
    let differences = error?.differences.filter { !$0.hasPrefix("ICU") && !$0.hasPrefix("CLDR") }
    #expect(differences?.first == "format of stamps and keys is 2, was 1")
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
    let unknown = ["components unknown to this version differ"]
    #expect(stamp.differences(from: more) == unknown)
    #expect(more.differences(from: stamp) == unknown)
    let error = #expect(throws: CollationError.self) { try stamp.check(stored: more) }
    #expect(error?.differences == unknown)
    #expect(error?.description.contains(unknown[0]) == true)
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
    let error = #expect(throws: CollationError.self) { try stamp.check(stored: other) }
    #expect(error?.differences.count == 2)
    #expect(try #require(error).description.utf8.count < 400)
  }

  /// A database that has no stamp, or something else in its place, has no keys of this collation.
  @Test func whatIsNoStampIsRefused() throws {
    let stamp = try Collator(locale: "en").stamp
    for text in ["", "en", "icu=72.1"] {
      let error = #expect(throws: CollationError.self) {
        try stamp.check(stored: CollationStamp(text))
      }
      #expect(error?.code == .missingStamp && error?.differences == [])
    }
  }
}
