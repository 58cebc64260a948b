internal import Collation
internal import CollationCHeader
internal import CollationFiling
internal import CollationOptions

/// A request to `collation_open`: the options of the command `collate`, as texts.
struct OpeningRequest {
  var locale = ""
  private var named = NamedOptions()

  /// Applies options of the form NAME=VALUE.
  mutating func apply(_ texts: [String]) throws(CallError) {
    do throws(NamedOptions.Invalid) {
      try named.apply(texts)
    } catch {
      throw CallError(COLLATION_INVALID_OPTION, error.description)
    }
    if named.rules != nil && !locale.isEmpty {
      throw CallError(COLLATION_INVALID_OPTION, "a locale and rules cannot be used together")
    }
  }

  func open() throws(CallError) -> LocalizedIndexedCollation {
    do throws(CollationError) {
      let collator =
        if let rules = named.rules {
          try Collator(rules: rules, options: named.options)
        } else {
          try Collator(locale: locale.isEmpty ? "root" : locale, options: named.options)
        }
      return try LocalizedIndexedCollation(collator: collator, layout: named.layout)
        .filed(by: named.filing)
    } catch {
      throw CallError(error)
    }
  }
}
