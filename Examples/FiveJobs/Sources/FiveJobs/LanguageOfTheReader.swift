import Collation
import CollationLists

/// The names in the order of the language that a request asks for.
func answer(
  _ names: [String], acceptLanguage: String?, chosen: String?, from catalog: CollationCatalog
) -> (locale: String, names: [String]) {
  let variant = catalog.variant(forAcceptLanguage: acceptLanguage, preferring: chosen)
  return (variant.locale, names.sorted(by: variant.collation.collator))
}
