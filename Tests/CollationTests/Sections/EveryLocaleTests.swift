import Collation
import CollationTestSupport
import Testing

/// The preset `.icu` against ICU's own `AlphabeticIndex`, for every locale that ICU has and all
/// collation types of some, with English labels added and without.
@Suite struct EveryLocaleTests {
  private static let locales =
    ReferenceICU.locales
    + ["zh", "zh_Hant", "ja", "ko", "de", "de_AT", "es", "sv", "si", "ar"].flatMap { locale in
      let types = try! Collator.availableCollationTypes(for: locale)
      return types.map { "\(locale)@collation=\($0)" }
    }

  @Test(arguments: [SectionLayout.ScriptOrder.locale, .localeOnly])
  func labelsAndBucketsAreThoseOfICU(order: SectionLayout.ScriptOrder) throws {
    #expect(Self.locales.count > 800)
    var names = HostileNames(seed: 1)
    let sample = names.names(400).filter { !HostileNames.mayHangICU($0) }
    let layout = SectionLayout.icu.with { $0.scriptOrder = order }
    for locale in Coverage.part(4, of: Self.locales) {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let reference = try #require(
        ReferenceIndex(
          locale: locale, labelLocales: order == .localeOnly ? [] : ["en"], maxLabelCount: 10_000))
      #expect(collation.sectionTitles == reference.labels, "\(locale)")
      #expect(
        collation.sectionKinds.map(\.rawValue) == reference.kinds.map { "\($0)" }, "\(locale)")

      // Labels and what is close to them try the boundaries, hostile names all else.
      let near = reference.labels.flatMap { label in
        [label, label.lowercased(), label + "\u{301}", label + "a", label + "\u{FFFF}"]
      }.map { Array($0.utf8) }
      for name in near + sample {
        let section = collation.section(forUTF8: name.span)
        #expect(section == reference.bucket(of: name), "\(locale) \(name)")
      }
    }
  }

  /// The title of a normal section lies in it, in every locale.
  ///
  /// Only some Chinese tailorings have titles that do not: the boundaries are characters of the
  /// tailoring's own (U+FDD0 and the title), and the title as such is collated elsewhere. There
  /// ICU's own index has to say the same.
  @Test func titlesLieInTheirOwnSections() throws {
    var (exceptions, exceptionsOfICU): (Set<String>, Set<String>) = ([], [])
    func short(_ title: String) -> String { title.hasSuffix("劃") ? "劃" : title }
    for locale in Self.locales {
      let reference = try #require(
        ReferenceIndex(locale: locale, labelLocales: ["en"], maxLabelCount: 10_000))
      for (number, label) in reference.labels.enumerated()
      where reference.kinds[number] == .normal
        && reference.bucket(of: Array(label.utf8)) != number
      {
        exceptionsOfICU.insert(short(label))
      }
      for layout in [SectionLayout.uikit, .icu] {
        let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
        for (number, title) in collation.sectionTitles.enumerated()
        where collation.sectionKinds[number] == .normal {
          let section = collation.section(for: title)
          if section == number { continue }
          exceptions.insert(short(title))
          if layout == .icu { #expect(section == reference.bucket(of: Array(title.utf8))) }
        }
      }
    }
    #expect(exceptions == exceptionsOfICU)
    let bopomofo = (0x3105...0x3129).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
    // Radicals of simplified characters: ICU 72 has them as labels of the order unihan.
    if let radicals = [72: ["卤", "丬"], 76: []][ReferenceICU.majorVersion] {
      #expect(exceptions.subtracting(bopomofo) == Set(radicals + ["劃"]))
    }
  }

  @Test func noTitleIsABareMark() throws {
    for locale in Self.locales {
      let titles = try LocalizedIndexedCollation(locale: locale).sectionTitles
      #expect(!titles.contains { $0.unicodeScalars.allSatisfy(isMark) }, "\(locale)")
    }
    // ICU makes ं a label of Marathi.
    #expect(
      try LocalizedIndexedCollation(locale: "mr", layout: .icu).sectionTitles.contains("\u{902}"))
  }

  /// The library looks for the starts of scripts at their sample characters. Here ICU lists all
  /// contractions (`ucol_getContractionsAndExpansions`), and those that mark scripts are compared.
  @Test func scriptsStartAtTheirSamples() throws {
    let tailorings = Collator.availableLocales + Self.locales.filter { $0.contains("@") }
    for locale in tailorings {
      let collator = try #require(ReferenceCollator(locale: locale))
      let starts = collator.scriptStarts
      #expect(starts.count > 100 && starts.withoutSample == 0, "\(locale)")
    }
  }

  /// Rules bring labels if ICU's index says so, whatever their text mentions. The same rules
  /// without the text, and the locale that is imported, tell what to expect.
  @Test func labelsOfRulesAreThoseOfTheirContractions() throws {
    func titles(_ rules: String) throws -> [String] {
      try LocalizedIndexedCollation(collator: Collator(rules: rules)).sectionTitles
    }
    let mark = try #require(Unicode.Scalar(0xFDD0))
    let (mentioned, plain) = (try titles("&a < b # \(mark)"), try titles("&a < b"))
    #expect(mentioned == plain)
    let strokes = try LocalizedIndexedCollation(locale: "zh-u-co-stroke").sectionTitles
    #expect(strokes.contains("17劃"))
    #expect(try titles("[import zh-u-co-stroke]") == strokes)
  }

  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
