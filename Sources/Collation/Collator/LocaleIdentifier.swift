/// A locale as its caller writes it, and as ICU names it.
///
/// Accepts both BCP 47 language tags (`zh-u-co-stroke`) and ICU identifiers
/// (`zh@collation=stroke`), in any letter case.
package struct LocaleIdentifier: Hashable {
  let requested: String
  /// ICU's identifier with CLDR's aliases replaced; empty for the root locale.
  package let canonical: String

  /// The keys of UTS #35, Part 1, 3.6 Unicode BCP 47 U Extension. ICU silently accepts any other
  /// key, so a misspelled one would have no effect. `t` and `x` are extensions of BCP 47, and ICU
  /// keeps the attributes of the `u` extension as a keyword.
  private static let knownKeys: Set<String> = [
    "ca", "cf", "co", "cu", "dx", "em", "fw", "hc", "ka", "kb", "kc", "kf", "kh", "kk", "kn", "kr",
    "ks", "kv", "lb", "lw", "ms", "mu", "nu", "rg", "sd", "ss", "tz", "va", "vt", "t", "x",
    "attribute",
  ]

  /// Enough for a keyword that reorders all scripts. A limit is needed because ICU compares each
  /// variant with all variants before it.
  private static let maximumLength = 2_048

  package init(_ requested: String) throws(CollationError) {
    self.requested = requested
    try Self.check(requested)
    do {
      var tag = Self.replacingModifier(in: requested)
      if tag.utf8.contains(where: Self.isSeparator) {
        try Self.checkKeywords(of: tag, requested: requested)
        // ICU takes a hyphen as an underscore here, so `sr_RS-latin` has a modifier too.
        let canonical = try ICULocale.canonicalized(tag)
        tag = try ICULocale.languageTag(Self.replacingModifier(in: canonical))
      }
      var (identifier, parsedLength) = try ICULocale.identifier(forLanguageTag: tag)
      guard parsedLength == tag.utf8.count else { throw Self.malformed(requested) }
      let publicTag = Self.removingPrivateVariant(from: tag)
      if publicTag != tag { (identifier, _) = try ICULocale.identifier(forLanguageTag: publicTag) }
      // A tag carries the modifier as a variant: `sr-latin`.
      let replaced = Self.replacingModifier(in: identifier)
      if replaced != identifier {
        tag = try ICULocale.languageTag(replaced)
        (identifier, _) = try ICULocale.identifier(forLanguageTag: tag)
      }
      identifier = Self.replacingTrue(in: identifier)
      try Self.checkKeywords(of: identifier, requested: requested)
      // ICU takes an identifier without subtags, such as "__", for root.
      guard !identifier.isEmpty || ["root", "und"].contains(requested.lowercased()) else {
        throw Self.malformed(requested)
      }
      canonical =
        identifier == "root"
        ? ""
        : try requireICU(
          to: "resolve the aliases in locale '\(requested)'",
          ICULocale.replacingAliases(in: identifier))
    } catch let error as CollationError {
      throw error
    } catch {
      throw Self.malformed(requested, status: (error as? ICUFailure)?.status)
    }
  }

  /// Refuses a locale that is malformed by its bytes alone.
  private static func check(_ requested: String) throws(CollationError) {
    // ICU stops at a NUL and drops what it cannot read; either would silently change the meaning.
    guard !requested.isEmpty, requested.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw malformed(requested)
    }
    guard requested.utf8.count <= maximumLength else {
      throw CollationError(
        .malformedLocale,
        "locale '\(requested.prefix(40))…' is \(requested.utf8.count) bytes long: "
          + "expected at most \(maximumLength) bytes")
    }
  }

  /// Refuses a text that must not be hashed: Swift normalizes strings for hashing, in quadratic
  /// time for a run of combining marks. A short text passes, since scanning it would slow down the
  /// lookup of a locale that is already open.
  package static func checkBeforeHashing(_ requested: String) throws(CollationError) {
    if requested.utf8.count > 64 { try check(requested) }
  }

  /// The modifiers of glibc's locales, and the scripts that some of them denote. The others don't
  /// matter to collation.
  private static let modifiers: [String: String?] = [
    "latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "euro": nil, "valencia": nil,
  ]

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "@")
  }

  /// Turns `sr_RS@latin` into `sr_Latn_RS`, and also `sr_RS_LATIN`, as `uloc_getDefault` spells it.
  private static func replacingModifier(in identifier: String) -> String {
    guard let separator = identifier.utf8.lastIndex(where: isSeparator),
      let script = modifiers[identifier[separator...].dropFirst().lowercased()]
    else { return identifier }
    var subtags = identifier[..<separator].split(separator: "_", omittingEmptySubsequences: false)
    if let script { subtags.insert(script[...], at: 1) }
    return subtags.joined(separator: "_")
  }

  /// Turns `as@hours=true` into `as@hours=yes`. ICU writes both as `as-u-hc`, which it reads as the
  /// second, but keeps a `true` that it doesn't know for the key.
  private static func replacingTrue(in identifier: String) -> String {
    let parts = identifier.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return identifier }
    let keywords = parts[1].split(separator: ";").map { keyword in
      // Extensions other than `u`, and its attributes, have words of their own.
      keyword.hasSuffix("=true") && !["t", "x", "attribute"].contains(keyword.dropLast(5))
        ? keyword.dropLast(4) + "yes" : keyword
    }
    return "\(parts[0])@\(keywords.joined(separator: ";"))"
  }

  /// Turns `ja-JP-x-lvariant-JP` into `ja-JP`, dropping the variant, which has no other place in a
  /// tag. ICU turns such a tag into an identifier that it then refuses as a name.
  private static func removingPrivateVariant(from tag: String) -> String {
    let subtags = tag.split(separator: "-")
    guard let privateUse = subtags.firstIndex(where: { $0.lowercased() == "x" }),
      let variant = subtags[privateUse...].firstIndex(where: { $0.lowercased() == "lvariant" })
    else { return tag }
    let kept = subtags[..<(variant == privateUse + 1 ? privateUse : variant)]
    return kept.isEmpty ? "und" : kept.joined(separator: "-")
  }

  private static func malformed(_ requested: String, status: ICUStatus? = nil) -> CollationError {
    let fault =
      "malformed locale '\(requested)': expected a BCP 47 tag such as sv-SE or de-u-co-phonebk, or "
      + "an ICU identifier such as sv_SE or de@collation=phonebook"
    let status = ICULocale.knowsKeywords ? status : .memoryAllocation
    guard let status else { return CollationError(.malformedLocale, fault) }
    return .refused(.malformedLocale, fault, "locale '\(requested)'", status: status)
  }

  private static func checkKeywords(of identifier: String, requested: String) throws {
    for keyword in try ICULocale.keywords(identifier) {
      guard ICULocale.knowsKeywords else { throw malformed(requested) }
      let key = ICULocale.unicodeKey(ofKeyword: keyword) ?? keyword
      guard knownKeys.contains(key) else {
        throw CollationError(
          .unknownLocaleKeyword,
          "unknown keyword '\(keyword)' in locale '\(requested)': expected one of "
            + "co, ka, kb, kc, kf, kk, kn, kr, ks, kv")
      }
    }
  }

  func baseName() throws(ICUFailure) -> String { try ICULocale.baseName(canonical) }

  package func language() throws(ICUFailure) -> String { try ICULocale.language(canonical) }

  /// Returns the value of a keyword; `nil` if there is none. `uloc_getKeywordValue`
  func value(ofKeyword keyword: String) throws(ICUFailure) -> String? {
    let value = try ICULocale.value(ofKeyword: keyword, in: canonical)
    return value.isEmpty ? nil : value
  }
}
