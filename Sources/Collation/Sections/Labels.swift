/// The labels of a collator's index, and the collator with the script order that the layout
/// requests.
///
/// ICU's `AlphabeticIndex` makes the labels of CLDR's index exemplar characters. All are kept,
/// whereas ICU by default thins them out to 99 (`setMaxLabelCount`).
struct Labels {
  let collator: Collator
  let primaryCollator: Collator
  /// The language whose labels come first; empty for root.
  let language: String
  let index: ICUIndex
  /// The labels listed by CLDR and the layout, whether or not they became titles.
  let offered: [String]

  /// For each label of several primary weights, such as a Korean syllable, ICU searches backwards
  /// for the last label of a single weight (`AlphabeticIndex::createBucketList`).
  private static let maximumLabelsOfSeveralWeights = 1 << 13

  init(collator: Collator, layout: SectionLayout) throws(CollationError) {
    try Self.check(layout.customLabels, collator)
    let locale = collator.storage.locale
    do {
      let exemplars = try Exemplars(locale: locale, layout: layout)
      language = exemplars.language
      // CLDR's index characters are in canonical order, so ICU needn't normalize them.
      var index = try OpenIndex.open(
        collator, otherwise: Self.reordered(collator, labelsOf: exemplars.own, layout.scriptOrder),
        normalizes: !(layout.customLabels.isEmpty && exemplars.haveIndex))
      // "Chinese index characters, which are specific to each of the several Chinese tailorings,
      // take precedence over the single locale data exemplar set per language":
      // AlphabeticIndex::init
      if !index.builder.hasOwnLabels && layout.scriptOrder != .labelsOnly {
        try index.builder.add(labelsOf: exemplars.own)
      }
      for exemplars in exemplars.others { try index.builder.add(labelsOf: exemplars) }
      for label in layout.customLabels { try index.builder.add(label: label) }
      // With a split catch-all, buckets extend past the end of their scripts, as ICU's do. But if
      // Latin has been moved, another script may follow it, so buckets end with their scripts.
      let endsWithScripts = layout.catchAll != .split || index.collator != collator
      let built = try index.builder.build(endsWithScripts: endsWithScripts)

      (self.collator, primaryCollator) = (index.collator, index.primaryCollator)
      offered = built.offeredLabels
      self.index =
        layout.followsUIKit
        ? try Self.withoutMarks(built, primaryCollator, endsWithScripts: endsWithScripts) : built
    } catch let error as CollationError {
      throw error
    } catch {
      // `[suppressContractions …]` may remove the contractions of U+FDD1, which mark script
      // beginnings.
      throw CollationError(
        .icuFailure,
        collator.storage.request.isOfRules
          ? "ICU could not build an index for the collation rules: they must not suppress the "
            + "contractions of U+FDD1"
          : "ICU could not build the index for locale '\(locale)'",
        status: (error as? ICUFailure)?.status)
    }
  }

  /// The index characters that CLDR lists for a locale and for the layout's other locales.
  private struct Exemplars {
    var own: ICUExemplars
    var others: [ICUExemplars] = []
    let language: String

    init(locale: String, layout: SectionLayout) throws {
      own = try ICUExemplars(locale: locale.isEmpty ? "root" : locale)
      language = try ICULocale.language(own.areOfLocale ? locale : "")
      if !own.areOfLocale { own = try ICUExemplars(locale: "root") }
      if ![.localeOnly, .labelsOnly].contains(layout.scriptOrder) {
        others.append(try ICUExemplars(locale: "en"))
      }
      for name in layout.labelLocales { others.append(try Self.exemplars(ofLabelLocale: name)) }
    }

    /// Whether all locales have index characters, which ICU otherwise derives from the letters.
    var haveIndex: Bool { own.haveIndex && others.allSatisfy(\.haveIndex) }

    private static func exemplars(
      ofLabelLocale name: String
    ) throws(CollationError) -> ICUExemplars {
      let locale = try LocaleIdentifier(name).canonical
      let exemplars = try requireICU(
        to: "read label locale '\(name)'", ICUExemplars(locale: locale.isEmpty ? "root" : locale))
      guard locale.isEmpty || exemplars.areOfLocale else {
        throw CollationError(
          .noIndexLabels,
          "CLDR has no data for label locale '\(name)': expected a locale such as ja")
      }
      return exemplars
    }
  }

  /// An index whose labels are being added.
  private struct OpenIndex: ~Copyable {
    let collator: Collator
    let primaryCollator: Collator
    var builder: ICUIndexBuilder

    /// Opens the index of a collator if its tailoring brings labels, otherwise another collator's.
    ///
    /// Only an open index knows. To open just one, this asks the rules first; rules that mention no
    /// labels may still import some.
    static func open(
      _ collator: Collator, otherwise other: Collator, normalizes: Bool
    ) throws -> OpenIndex {
      let likely = ICUIndexBuilder.rulesBringLabels(collator.storage.icu) ? collator : other
      let index = try OpenIndex(likely, normalizes: normalizes)
      let right = index.builder.hasOwnLabels ? collator : other
      return right == likely ? index : try OpenIndex(right, normalizes: normalizes)
    }

    private init(_ collator: Collator, normalizes: Bool) throws {
      // With a case level, ICU's index would have "adam" before the boundary "A".
      let primary = try Collator(collator.storage.request.atPrimaryStrength)
      builder = try ICUIndexBuilder(
        collator: primary.storage.icu,
        normalizes: normalizes && primary.resolvedOptions.normalization)
      (self.collator, primaryCollator) = (collator, primary)
    }
  }

  /// Refuses labels that would cost ICU's index too much time.
  private static func check(_ labels: [String], _ collator: Collator) throws(CollationError) {
    for label in labels { try check(label) }
    guard
      labels.count <= maximumLabelsOfSeveralWeights
        || labels.count(where: { hasSeveralWeights($0, collator) })
          <= maximumLabelsOfSeveralWeights
    else {
      throw CollationError(
        .tooManySections,
        "too many custom labels that collate as several letters: expected at most "
          + "\(maximumLabelsOfSeveralWeights)")
    }
  }

  private static func hasSeveralWeights(_ label: String, _ collator: Collator) -> Bool {
    let text = Array(label.utf16)
    var count = 0
    collator.storage.icu.forEachElement(of: text.span) { element in
      if element.weights >> 32 != 0 { count += 1 }
    }
    return count > 1
  }

  private static func check(_ label: String) throws(CollationError) {
    let (length, maximum) = (label.utf8.count, SectionLayout.maximumLabelLength)
    guard length <= maximum else {
      throw CollationError(
        .labelTooCostly, "a custom label of \(length) bytes: expected at most \(maximum)")
    }
    guard !ICUMarkRuns.isTooExpensive(label) else {
      throw CollationError(
        .labelTooCostly,
        "ICU would take too long on the combining marks of custom label '\(label)': expected at "
          + "most \(ICUMarkRuns.freeMarks) in a row, in canonical order (NFC)")
    }
  }

  /// Returns the collator with Latin where the layout puts it. Reordering the collator itself keeps
  /// titles and order consistent.
  private static func reordered(
    _ collator: Collator, labelsOf exemplars: ICUExemplars, _ order: SectionLayout.ScriptOrder
  ) throws -> Collator {
    var request = collator.storage.request
    guard order == .latinFirst || order == .latinLast, request.options.reorderCodes == nil else {
      return collator
    }
    let scripts = try exemplars.scripts()
    let latin = ICUReorderCode.latin
    guard !scripts.contains(where: { ICUReorderCode.name(of: $0) == latin }) else {
      return collator
    }
    let own = collator.resolvedOptions.reorderCodes
    var codes = own.filter { $0 != latin }
    if order == .latinFirst {
      codes.insert(latin, at: 0)
    } else {
      // Root puts Latin before most scripts, so the labels' scripts must be named.
      if codes.isEmpty { codes = scripts.map(ICUReorderCode.name(of:)) }
      codes.append(latin)
    }
    guard codes != own else { return collator }
    request.options.reorderCodes = codes
    return try Collator(request)
  }

  /// Returns the index without labels that are bare combining marks. ICU derives such labels from
  /// the standard exemplars of some languages without index characters.
  private static func withoutMarks(
    _ index: ICUIndex, _ collator: Collator, endsWithScripts: Bool
  ) throws(ICUFailure) -> ICUIndex {
    let labels = index.buckets.filter { $0.kind == .normal }.map(\.label)
    let kept = labels.filter { !$0.scalars.allSatisfy(\.isMark) }
    if kept.count == labels.count { return index }
    var builder = try ICUIndexBuilder(collator: collator.storage.icu, normalizes: true)
    // The asterisk keeps a label of several letters that sorts just as its letters do.
    for label in kept {
      try builder.add(label: label.scalars.count > 1 ? label + "*" : label)
    }
    return try builder.build(endsWithScripts: endsWithScripts)
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    // U+0300 is the first combining mark.
    if value < 0x300 { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
