extension Collator {
  /// Opens the collator of a locale with the locale's own options.
  static func open(_ locale: LocaleIdentifier) throws(CollationError) -> ICUCollator {
    try checkCollationType(of: locale)
    do {
      return try ICUCollator(locale: locale.canonical)
    } catch {
      if error.status == .illegalArgument {
        throw CollationError(
          .invalidOption,
          "ICU rejected the value of a keyword in locale '\(locale.requested)': expected a value "
            + "that CLDR defines, such as ks-level1",
          status: error.status)
      }
      throw .refused(
        .icuFailure, "ICU could not open the collator of '\(locale.requested)'",
        "the collator of '\(locale.requested)'", status: error.status)
    }
  }

  static func open(rules: String) throws(CollationError) -> ICUCollator {
    try RuleBudget.check(rules)
    do {
      return try ICUCollator(rules: rules)
    } catch {
      let place = error.offset.map { " at UTF-16 offset \($0)" } ?? ""
      throw .refused(
        .invalidRules,
        "cannot parse the collation rules\(place): expected the syntax of UTS #35, Part 5",
        "the collation rules", status: error.status)
    }
  }

  /// Whether the locale has the keyword `kk`.
  static func saysNormalization(_ locale: LocaleIdentifier) throws(CollationError) -> Bool {
    try requireICU(
      to: "read locale '\(locale.requested)'", locale.value(ofKeyword: "colnormalization") != nil)
  }

  /// Returns the reorder codes of the locale's own rules; empty if its keyword `kr` names others.
  static func reorderCodes(
    of locale: LocaleIdentifier, in icu: borrowing ICUCollator
  ) throws(CollationError) -> [String] {
    try requireICU(
      to: "read locale '\(locale.requested)'",
      locale.value(ofKeyword: "colreorder") != nil
        ? [] : icu.reorderCodes().map(ICUReorderCode.name(of:)))
  }

  /// Whether the codes are the locale's own, perhaps with Latin moved first or last as layouts
  /// request. These always fit, and checking would take longer than the rest of opening.
  static func isWithLatinMoved(_ codes: [String], _ own: [String]) -> Bool {
    if codes == own { return true }
    let latin = [ICUReorderCode.latin]
    let others = own.filter { $0 != ICUReorderCode.latin }
    return codes == latin + others || codes == others + latin
  }

  /// How many reorder codes always fit. In ICU 72, no three scripts or groups, in any order, need
  /// more lead bytes than are available; five may. Other versions have not been tried.
  private static let codesWithRoom = ICUVersion.library.first == 72 ? 3 : 0

  static func checkReordering(
    by codes: [String], of icu: borrowing ICUCollator
  ) throws(CollationError) {
    if codes.count <= codesWithRoom { return }
    if try requireICU(to: "report how it reorders scripts", icu.keepsWeightsWhenReordered()) {
      return
    }
    throw CollationError(
      .invalidOption,
      "too many rare scripts in reorder codes \(codes.joined(separator: ", ")): ICU runs out of "
        + "lead bytes for scripts that share them; name fewer of these scripts")
  }

  /// Types that CLDR defines but ICU has no data for: they mean the locale's default type.
  private static let typesWithoutData = ["direct", "ducet", "reformed"]

  /// Refuses an undefined collation type, which ICU would silently replace by the default.
  private static func checkCollationType(of locale: LocaleIdentifier) throws(CollationError) {
    let reading = "read locale '\(locale.requested)'"
    guard let type = try requireICU(to: reading, locale.value(ofKeyword: "collation")) else {
      return
    }
    let known = try requireICU(to: reading, ICUCollation.collationTypes())
    if known.contains(type) || typesWithoutData.contains(type) { return }
    // uloc_forLanguageTag gives a key without a value, as in sv-u-co, the value "yes".
    let fault =
      type == "yes"
      ? "no collation type after the key co in locale '\(locale.requested)'"
      : "unknown collation type '\(type)' in locale '\(locale.requested)'"
    throw CollationError(
      .unknownCollationType, "\(fault): ICU has \(known.sorted().joined(separator: ", "))")
  }
}

extension ICUCollator {
  mutating func configure(
    _ options: CollatorOptions, localeSaysNormalization: Bool
  ) throws(CollationError) {
    if options.normalization == .automatic && !localeSaysNormalization {
      try requireICU(to: "turn normalization on", set(.normalization, to: .on))
    }
    for option in CollatorOption.all { try option.configure(options, &self) }
  }

  /// Returns the options in force. `locale` is `nil` for custom rules.
  func resolvedOptions(
    of locale: LocaleIdentifier?
  ) throws(CollationError) -> ResolvedCollatorOptions {
    do {
      let validLocale = try validLocale(for: locale)
      let validBase = validLocale == "root" ? "" : try ICULocale.baseName(validLocale)
      let actualLocale = try actualLocale()
      let collationType = try Self.collationType(of: actualLocale)
      let requestedType = try locale.flatMap { (locale) throws(ICUFailure) in
        try locale.value(ofKeyword: "collation")
      }
      var resolved = ResolvedCollatorOptions(
        requestedLocale: locale?.requested,
        resolvedLocale: validBase.isEmpty ? "root" : validBase,
        actualLocale: actualLocale,
        isFallback: try locale.map { (locale) throws(ICUFailure) in
          try isFallback(from: locale, to: validLocale)
        } ?? false,
        collationType: collationType,
        hasRequestedCollationType: requestedType == nil || requestedType == collationType)
      for option in CollatorOption.all { try option.resolve(self, &resolved) }
      return resolved
    } catch {
      throw CollationError(
        .icuFailure, "ICU could not report the collator's options", status: error.status)
    }
  }

  /// The valid locale. Locales that share a collation type share its data in ICU, which reports
  /// whichever requested it first: `af` for `und-u-co-emoji`. Asking for the locale without the
  /// type avoids this.
  private func validLocale(for locale: LocaleIdentifier?) throws(ICUFailure) -> String {
    let valid = try validLocale()
    guard let locale, try locale.value(ofKeyword: "collation") != nil,
      try ICULocale.language(valid) != locale.language()
    else { return valid }
    return try ICUCollator(locale: locale.baseName()).validLocale()
  }

  /// Whether ICU lacks the language or the script. A collation type may lead to a locale of another
  /// script (`zh-u-co-stroke` to `zh_Hant_TW`), so this compares the script of the base name.
  private func isFallback(
    from locale: LocaleIdentifier, to validLocale: String
  ) throws(ICUFailure) -> Bool {
    if try locale.language().isEmpty { return false }
    if validLocale == "root" { return true }
    let script = try ICULocale.script(locale.canonical)
    guard !script.isEmpty else { return false }
    let base = try ICUCollator(locale: locale.baseName()).validLocale()
    if base == "root" { return true }
    return try ICULocale.script(ICULocale.maximized(base)) != script
  }

  /// Returns the collation type of the locale whose rules are used, or its default type.
  private static func collationType(of actualLocale: String) throws(ICUFailure) -> String {
    let type = try ICULocale.value(ofKeyword: "collation", in: actualLocale)
    if !type.isEmpty { return type }
    // The default type is the standard one, except in Chinese and, in ICU 70, in Swedish.
    guard ["sv", "zh"].contains(try ICULocale.language(actualLocale)) else { return "standard" }
    return try ICUCollation.collationTypes(of: actualLocale).first ?? "standard"
  }
}
