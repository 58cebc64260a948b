import CollationLists
import FuzzSupport

@testable import Collation

private let catalogLocales = ["en", "sv", "de", "ja", "zh-Hant", "zh", "nb", "pt", "sr-Latn", "fr"]

private let catalog: CollationCatalog = {
  do {
    return try CollationCatalog(locales: catalogLocales, fallback: "en")
  } catch {
    fatalError("\(error)")
  }
}()

/// A name of a locale opens or is refused in one line, and opens the same by its canonical name. A
/// header chooses what ICU chooses.
///
/// The first line of an input is the locale, the second the header.
func fuzzLocales(_ input: Input) {
  var input = input
  let lines = input.lines().map { String(decoding: $0, as: UTF8.self) }
  let (locale, header) = (lines[0], lines.count > 1 ? lines[1] : nil)
  do {
    let collator = try Collator(locale: locale)
    let canonical = try LocaleIdentifier(locale).canonical
    let same = try Collator(locale: canonical.isEmpty ? "root" : canonical)
    check(collator.stamp == same.stamp, "stamp: \(locale) as \(canonical)")
    check(
      (try? LocaleIdentifier(canonical.isEmpty ? "root" : canonical).canonical) == canonical,
      "canonical: \(locale) as \(canonical)")
  } catch {
    checkIsOneLine(error.description)
  }
  do {
    for type in try Collator.availableCollationTypes(for: locale) { checkIsOneLine(type) }
  } catch {
    checkIsOneLine(error.description)
  }

  let variant = catalog.variant(forAcceptLanguage: header, preferring: locale)
  check(catalog.variants.contains(variant), "no variant: \(lines)")
  let chosen = catalog.variant(forAcceptLanguage: header)
  check(catalog.variants.contains(chosen), "no variant: \(lines)")
}
