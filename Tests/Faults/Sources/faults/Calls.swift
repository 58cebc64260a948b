import Collation
import CollationFiling
import CollationLists

/// A call of the library that gets too little memory from ICU.
struct FaultyCall {
  let name: String
  /// The locale that the call opens.
  var locale = "sv"
  /// The answer that the documentation has for a failure of a call that does not throw.
  var answerOfFailure: String?
  /// What is done before memory fails.
  var prepare: () throws -> Void = {}
  /// The call; its answer is asked for its text when memory is there again.
  let call: () throws -> () -> String
}

/// Names for which ICU allocates: long ones, with accents apart, out of order and in long runs.
private let hardNames: [String] = [
  "Åberg", "zu\u{0308}rich", String(repeating: "e\u{0323}\u{0302}", count: 60),
  String(repeating: "漢字 Ångström ", count: 40), "",
  "a" + String(repeating: "\u{0301}\u{0316}", count: 40),
  "เก็บ", "カー", String(repeating: "ß", count: 300),
]

/// Enough names for a table.
private let manyNames = NameList((0..<1_200).map { "\(hardNames[$0 % 5])\($0)" })

private func keys(_ collator: Collator) -> String {
  let keys = hardNames.map {
    collator.sortKey(for: $0).bytes.map(String.init).joined(separator: " ")
  }
  return keys.joined(separator: "\n")
}

private func sections(_ collation: LocalizedIndexedCollation) -> String {
  let numbers = hardNames.map(collation.section(for:))
  return "\(collation.sectionTitles)\n\(collation.sectionKinds)\n\(collation.droppedLabels)\n"
    + "\(numbers)\n\(keys(collation.collator))"
}

/// Has ICU load what all locales share, so that failures come in what belongs to one call.
private func warmUp() throws {
  let collation = try LocalizedIndexedCollation(locale: "ru")
  _ = keys(collation.collator)
  _ = collation.stamp
  _ = collation.sections(of: manyNames)
  _ = try NameSearch([], by: collation.collator)
  _ = try CollationCatalog(locales: ["ru", "uk"], fallback: "ru").variant(forAcceptLanguage: "uk")
}

private func opening(
  _ name: String, locale: String = "sv", _ open: @escaping () throws -> () -> String
) -> [FaultyCall] {
  [
    FaultyCall(name: "\(name), the first call of the process", locale: locale, call: open),
    FaultyCall(name: name, locale: locale, prepare: warmUp, call: open),
  ]
}

private func asking(
  _ name: String, locale: String = "sv",
  _ ask: @escaping (LocalizedIndexedCollation) throws -> String
) -> FaultyCall {
  // Compared in the child that prepares, so that each child has a collation of its own.
  nonisolated(unsafe) var collation: LocalizedIndexedCollation?
  return FaultyCall(
    name: name,
    prepare: { collation = try LocalizedIndexedCollation(locale: locale) },
    call: {
      let answer = try ask(collation!)
      return { answer }
    })
}

/// All calls that fail in their turn.
func makeFaultyCalls() -> [FaultyCall] {
  opening("Collator(locale:)") {
    let collator = try Collator(locale: "sv")
    return { keys(collator) }
  }
    + opening("Collator(locale:), collation type and options", locale: "de@collation=phonebook") {
      var options = CollatorOptions()
      options.reorderCodes = ["Grek", "Latn"]
      let collator = try Collator(locale: "de@collation=phonebook;colnumeric=yes", options: options)
      return { keys(collator) + collator.resolvedOptions.collationType }
    }
    + opening("Collator(rules:)") {
      let collator = try Collator(rules: "&a < å <<< Å &[before 1]z < ä / e [optimize [à-ý]]")
      return { keys(collator) }
    }
    + opening("LocalizedIndexedCollation(locale:)") {
      let collation = try LocalizedIndexedCollation(locale: "sv")
      return { sections(collation) }
    }
    + opening("LocalizedIndexedCollation(locale:), moved scripts and added labels", locale: "el") {
      var layout = SectionLayout.uikit
      layout.labelLocales = ["es"]
      layout.customLabels = ["Mc", "ǆ"]
      let collation = try LocalizedIndexedCollation(locale: "el", layout: layout)
      return { sections(collation) }
    }
    + opening("LocalizedIndexedCollation(locale:), Chinese", locale: "zh") {
      let collation = try LocalizedIndexedCollation(locale: "zh")
      return { sections(collation) }
    }
    + opening("CollationCatalog") {
      let catalog = try CollationCatalog(locales: ["sv", "de"], fallback: "de")
      return {
        let variant = catalog.variant(forAcceptLanguage: "fr,sv-SE;q=0.5")
        return "\(variant.locale) \(catalog.lists.map(\.locale))"
      }
    }
    + opening("availableCollationTypes(for:)") {
      let types = try Collator.availableCollationTypes(for: "sv")
      return { "\(types)" }
    }
    + opening("current()", locale: "en_US") {
      let collation = try LocalizedIndexedCollation.current()
      return { sections(collation) }
    }
    + [
      asking("compare", locale: "vi") { collation in
        let results = hardNames.flatMap { left in
          hardNames.map { "\(collation.collator.compare(left, $0))" }
        }
        return results.joined(separator: " ")
      },
      asking("compare, long names in letters", locale: "sv") { collation in
        let name = String(repeating: "漢字かな交じり文", count: 80)
        return "\(collation.collator.compare(name + "a", name + "b"))"
      },
      asking("sortKey") { keys($0.collator) },
      asking("section") { collation in "\(hardNames.map(collation.section(for:)))" },
      asking("sectionNumbers") { "\($0.sectionNumbers(of: manyNames))" },
      asking("sections") { "\($0.sections(of: manyNames).rows)" },
      asking("sortKeys") { "\($0.collator.sortKeys(of: manyNames).map(\.bytes))" },
      asking("listKeys") { "\($0.listKeys(of: manyNames).map(\.bytes))" },
      asking("sorted, few names") { "\($0.collator.sorted(Array(hardNames.prefix(6))))" },
      asking("stamp") { "\($0.stamp)" },
      asking("search") {
        let search = try NameSearch(["Ångström", "Angela"], by: $0.collator)
        return "\(try search.matches("ang").map(\.number)) \(try NameSearch.keys(of: ["Ångström"]))"
      },
    ]
    + [
      FaultyCall(
        name: "availableLocales", answerOfFailure: "[]",
        call: {
          let locales = Collator.availableLocales
          return { "\(locales)" }
        })
    ]
    + {
      nonisolated(unsafe) var catalog: CollationCatalog?
      return [
        FaultyCall(
          name: "variant(forAcceptLanguage:)", answerOfFailure: "de",
          prepare: { catalog = try CollationCatalog(locales: ["sv", "de", "ja"], fallback: "de") },
          call: {
            let variant = catalog!.variant(
              forAcceptLanguage: "fr,sv-SE;q=0.5,*;q=0.1", preferring: "tlh-u-co-phonebk")
            return { variant.locale }
          })
      ]
    }()
}
