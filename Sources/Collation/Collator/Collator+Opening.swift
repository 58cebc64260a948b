extension Collator {
  /// Opens the collator of a locale as the locale has it.
  static func open(_ locale: LocaleIdentifier) throws(CollationError) -> ICUCollator {
    try checkCollationType(of: locale)
    do {
      return try ICUCollator(locale: locale.canonical)
    } catch {
      if error.status == .illegalArgument {
        throw CollationError(
          .invalidOption,
          "a keyword of locale '\(locale.requested)' has a value that ICU does not take",
          status: error.status)
      }
      throw CollationError(
        .icuFailure, "ICU could not open the collator of '\(locale.requested)'",
        status: error.status)
    }
  }

  /// Opens a collator of custom rules.
  static func open(rules: String) throws(CollationError) -> ICUCollator {
    do {
      return try ICUCollator(rules: rules)
    } catch {
      let place = error.offset.map { " at UTF-16 offset \($0)" } ?? ""
      throw CollationError(
        .invalidRules,
        "the collation rules do not parse\(place): UTS #35, Part 5 has their syntax",
        status: error.status)
    }
  }

  /// Whether the locale has the keyword `kk`.
  static func saysNormalization(_ locale: LocaleIdentifier) throws(CollationError) -> Bool {
    try explainingFailure(.icuFailure, "ICU could not read locale '\(locale.requested)'") {
      () throws(ICUFailure) in
      try locale.value(ofKeyword: "colnormalization") != nil
    }
  }

  /// The types that CLDR defines and ICU has no data for; they are the locale's default type.
  private static let typesWithoutData = ["direct", "ducet", "reformed"]

  /// ICU takes a collation type that nobody has defined in silence, as the locale's default.
  private static func checkCollationType(of locale: LocaleIdentifier) throws(CollationError) {
    let (type, known) = try explainingFailure(
      .icuFailure, "ICU could not read locale '\(locale.requested)'"
    ) { () throws(ICUFailure) -> (String?, [String]) in
      guard let type = try locale.value(ofKeyword: "collation") else { return (nil, []) }
      return (type, try ICUCollation.collationTypes())
    }
    guard let type, !known.contains(type), !typesWithoutData.contains(type) else { return }
    throw CollationError(
      .unknownCollationType,
      "unknown collation type '\(type)' in locale '\(locale.requested)': ICU has "
        + known.sorted().joined(separator: ", "))
  }
}

extension ICUCollator {
  /// Sets what the options ask for.
  mutating func configure(
    _ options: CollatorOptions, localeSaysNormalization: Bool
  ) throws(CollationError) {
    var codes: [Int32]?
    if let reorderCodes = options.reorderCodes {
      codes = []
      for code in reorderCodes { codes?.append(try code.icuCode()) }
    }
    let normalization =
      options.normalizationRequest ?? (localeSaysNormalization ? nil : options.normalization)
    do {
      try set(.strength, to: options.strength?.icuValue)
      try set(.alternateHandling, to: options.alternateHandling?.icuValue)
      try set(.caseFirst, to: options.caseFirst?.icuValue)
      try set(.caseLevel, to: options.caseLevel.map(ICUValue.init))
      try set(.backwardsSecondary, to: options.backwardsSecondary.map(ICUValue.init))
      try set(.numeric, to: options.numeric.map(ICUValue.init))
      try set(.normalization, to: normalization.map(ICUValue.init))
      // The raw values are ICU's names of the groups.
      if let group = options.maxVariable.flatMap({ ICUReorderCode.code(named: $0.rawValue) }) {
        try setMaxVariable(group)
      }
    } catch {
      throw CollationError(.invalidOption, "ICU does not take an option", status: error.status)
    }
    guard let codes else { return }
    do {
      try setReorderCodes(codes)
    } catch {
      throw CollationError(
        .invalidOption,
        "ICU does not take the reorder codes "
          + "\(options.reorderCodes?.map(\.rawValue).joined(separator: ",") ?? ""): each script may "
          + "stand once, and scripts that share letters move as one",
        status: error.status)
    }
  }

  private mutating func set(_ attribute: ICUAttribute, to value: ICUValue?) throws(ICUFailure) {
    guard let value else { return }
    try set(attribute, to: value)
  }

  /// What is in force; `nil` for the locale of custom rules.
  func resolvedOptions(
    of locale: LocaleIdentifier?
  ) throws(CollationError) -> ResolvedCollatorOptions {
    do {
      let validLocale = try validLocale()
      let validBase = validLocale == "root" ? "" : try ICULocale.baseName(validLocale)
      let actualLocale = try actualLocale()
      return ResolvedCollatorOptions(
        requestedLocale: locale?.requested,
        resolvedLocale: validBase.isEmpty ? "root" : validBase,
        actualLocale: actualLocale,
        isFallback: try locale.map { (locale) throws(ICUFailure) in
          try isFallback(from: locale, to: validLocale)
        } ?? false,
        collationType: try Self.collationType(of: actualLocale),
        strength: CollationStrength(try value(of: .strength)),
        alternateHandling: try value(of: .alternateHandling) == .shifted ? .shifted : .nonIgnorable,
        maxVariable: MaxVariable(rawValue: ICUReorderCode.name(of: maxVariable)) ?? .punctuation,
        caseFirst: CaseFirst(try value(of: .caseFirst)),
        caseLevel: try value(of: .caseLevel) == .on,
        backwardsSecondary: try value(of: .backwardsSecondary) == .on,
        numeric: try value(of: .numeric) == .on,
        normalization: try value(of: .normalization) == .on,
        reorderCodes: try reorderCodes().map(ReorderCode.init(icuCode:)))
    } catch {
      throw CollationError(
        .icuFailure, "ICU does not tell the collator's options", status: error.status)
    }
  }

  /// Whether ICU has neither the language nor the script. A collation type may lead to another
  /// script's locale (`zh-u-co-stroke` to `zh_Hant_TW`), so the script is that of the base name.
  private func isFallback(
    from locale: LocaleIdentifier, to validLocale: String
  ) throws(ICUFailure) -> Bool {
    if try locale.language().isEmpty { return false }
    if validLocale == "root" { return true }
    let script = try locale.script()
    guard !script.isEmpty else { return false }
    let base = try ICUCollator(locale: locale.baseName()).validLocale()
    if base == "root" { return true }
    return try ICULocale.script(ICULocale.maximized(base)) != script
  }

  /// The keyword of the locale whose rules are used, or that locale's default type.
  private static func collationType(of actualLocale: String) throws(ICUFailure) -> String {
    let type = try ICULocale.value(ofKeyword: "collation", in: actualLocale)
    if !type.isEmpty { return type }
    // Only in Chinese is the default type not the standard one.
    guard try ICULocale.language(actualLocale) == "zh" else { return "standard" }
    return try ICUCollation.collationTypes(of: actualLocale).first ?? "standard"
  }
}

extension ICUValue {
  init(_ isOn: Bool) { self = isOn ? .on : .off }
}

extension CollationStrength {
  var icuValue: ICUValue {
    switch self {
    case .primary: .primary
    case .secondary: .secondary
    case .tertiary: .tertiary
    case .quaternary: .quaternary
    case .identical: .identical
    }
  }

  init(_ value: ICUValue) {
    self = Self.allCases.first { $0.icuValue == value } ?? .tertiary
  }
}

extension AlternateHandling {
  var icuValue: ICUValue {
    switch self {
    case .nonIgnorable: .nonIgnorable
    case .shifted: .shifted
    }
  }
}

extension CaseFirst {
  var icuValue: ICUValue {
    switch self {
    case .off: .off
    case .lower: .lowerFirst
    case .upper: .upperFirst
    }
  }

  init(_ value: ICUValue) { self = Self.allCases.first { $0.icuValue == value } ?? .off }
}
