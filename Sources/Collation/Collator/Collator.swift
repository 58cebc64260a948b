internal import Synchronization

/// The order of strings in a language: ICU's `UCollator`.
///
/// ```swift
/// let swedish = try Collator(locale: "sv")
/// swedish.compare("Zorn", "Åberg")             // .less: Å comes after Z
/// swedish.sorted(["Öberg", "Zorn", "Åberg"])   // ["Zorn", "Åberg", "Öberg"]
/// ```
///
/// A collator is a value that any number of tasks may use at once. Opening a locale with some
/// options for the first time takes as long as ICU does; opened collators stay in a bounded cache.
/// `CollationFiling` makes collators that file names, *The Beatles* under B.
///
/// ## Topics
///
/// ### Opening
/// - ``init(locale:options:)``
/// - ``init(rules:options:)``
/// - ``CollatorOptions``
/// - ``CollationError``
///
/// ### Inspecting
/// - ``resolvedOptions``
/// - ``stamp``
/// - ``availableLocales``
/// - ``availableCollationTypes(for:)``
///
/// ### Comparing
/// - ``compare(_:_:)-(String,String)``
/// - ``compare(_:_:)-(Substring,Substring)``
/// - ``compare(utf8:_:)``
///
/// ### Sorting
/// - ``sorted(_:descending:)``
/// - ``sort(_:descending:)``
/// - ``sorted(_:by:_:descending:)``
/// - ``sorted(_:by:_:descending:workers:progress:)``
///
/// ### Sort keys
/// - ``sortKey(for:)``
/// - ``sortKey(forUTF8:)``
/// - ``appendSortKey(for:to:)``
/// - ``appendSortKey(forUTF8:to:)``
///
/// ### Many names
/// - ``NameList``
/// - ``sortedIndices(of:descending:)``
/// - ``sortedIndices(of:descending:workers:progress:)``
/// - ``sortKeys(of:)``
/// - ``sortKeys(of:workers:progress:)``
public struct Collator: Sendable {
  enum Source: Hashable {
    case locale(String)
    case rules(String)
  }

  package struct Request: Hashable {
    var source: Source
    package var options: CollatorOptions

    /// Hashes the locale or the rules alone: hashing all options takes longer than comparing the
    /// options of the few requests with one locale.
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }

    package var isOfRules: Bool { if case .rules = source { true } else { false } }

    /// The memory a collator takes, in multiples of a locale's collator: the longest rules, 64
    /// kilobytes, take some megabytes.
    package var weight: Int {
      if case .rules(let rules) = source { 1 + rules.utf8.count >> 10 } else { 1 }
    }

    /// The same letters in the same order, without further levels.
    var atPrimaryStrength: Request {
      var request = self
      request.options.strength = .primary
      request.options.caseLevel = false
      return request
    }
  }

  /// The open collator, shared by all values of one request.
  package final class Storage: Sendable {
    package let request: Request
    /// ICU's identifier of the locale; empty for root and for custom rules.
    package let locale: String
    private let opened: OpenedCollator
    let resolvedOptions: ResolvedCollatorOptions
    let agreement: ComparisonAgreement
    /// `nil` until the stamp is first requested.
    let stamp = Mutex<CollationStamp?>(nil)
    let engineSlot = EngineSlot()

    /// Which text of a name is collated; `nil` if it is the name itself. A collator that files
    /// builds no tables of its own, so code that finds a table need not check for filing.
    let filed: Filed?

    package var icu: ICUCollator { _read { yield opened.icu } }

    init(_ filed: Filed) {
      let base = filed.collator.storage
      self.filed = filed
      (request, locale, opened) = (base.request, base.locale, base.opened)
      (resolvedOptions, agreement) = (base.resolvedOptions, base.agreement)
    }

    init(_ request: Request) throws(CollationError) {
      self.request = request
      filed = nil
      switch request.source {
      case .locale(let requested):
        let identifier = try LocaleIdentifier(requested)
        locale = identifier.canonical
        var icu = try Collator.open(identifier)
        let localeReorderCodes = try Collator.reorderCodes(of: identifier, in: icu)
        try icu.configure(
          request.options, localeSaysNormalization: try Collator.saysNormalization(identifier))
        resolvedOptions = try icu.resolvedOptions(of: identifier)
        if !Collator.isWithLatinMoved(resolvedOptions.reorderCodes, localeReorderCodes) {
          try Collator.checkReordering(by: resolvedOptions.reorderCodes, of: icu)
        }
        agreement = ComparisonAgreement(resolvedOptions, localeReorderCodes: localeReorderCodes)
        opened = OpenedCollator(icu)
      case .rules(let rules):
        locale = ""
        var icu = try Collator.open(rules: rules)
        try icu.configure(request.options, localeSaysNormalization: false)
        resolvedOptions = try icu.resolvedOptions(of: nil)
        try Collator.checkReordering(by: resolvedOptions.reorderCodes, of: icu)
        agreement = ComparisonAgreement(resolvedOptions, localeReorderCodes: nil)
        opened = OpenedCollator(icu)
      }
    }
  }

  /// ICU's collator, shared by a collator and its variants that file names.
  final class OpenedCollator: Sendable {
    let icu: ICUCollator

    init(_ icu: consuming ICUCollator) { self.icu = icu }
  }

  package let storage: Storage

  init(storage: Storage) { self.storage = storage }

  /// A collator takes some kilobytes in addition to its rules, which ICU shares.
  static let cache = BoundedCache<Request, Storage>(capacity: 256, weigh: \.weight)

  package init(_ request: Request) throws(CollationError) {
    storage = try Self.cache.value(for: request) { () throws(CollationError) in
      try Storage(request)
    }
  }

  /// Opens a collator that shares nothing with other collators of the request, so a table kept by
  /// those can hold it without a reference cycle.
  init(unshared request: Request) throws(CollationError) { storage = try Storage(request) }

  /// Opens the collator of a locale. ICU: `ucol_open`
  ///
  /// A locale that ICU lacks falls back as ICU defines, never to the process's own locale.
  /// ``ResolvedCollatorOptions/isFallback`` is then `true`.
  ///
  /// The order is the language's plain one, with digits and symbols first.
  ///
  /// > Important: A list with sections is ordered differently. Digits and symbols come last, and in
  /// > a language of another script, such as Russian, the default layout moves Latin first:
  /// > `Collator(locale: "ru")` sorts Анна before Zorn, and
  /// > `LocalizedIndexedCollation(locale: "ru").collator` sorts Zorn first, by different sort keys.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 language tag (`sv-SE`, `de-u-co-phonebk`, `sv-u-kn`) or an ICU identifier
  ///     (`sv_SE`, `de@collation=phonebook`), in any letter case. `und` and `root` select root's
  ///     order. At most 2,048 bytes. ICU refuses a keyword value of more than 127, so for more than
  ///     25 reorder codes use ``CollatorOptions/reorderCodes``, which takes any number.
  ///   - options: The options, which override the locale's own.
  /// - Throws: A ``CollationError`` for a malformed locale, for a keyword, collation type, option
  ///   or reorder code that ICU does not know, or for a failure in ICU.
  /// - Complexity: O(1) on a cache hit; otherwise the time that ICU takes to open the collator.
  public init(
    locale: String, options: CollatorOptions = CollatorOptions()
  ) throws(CollationError) {
    try self.init(Request(locale: locale, options: options))
  }

  /// Opens a collator with custom rules on top of root's order. ICU: `ucol_openRules`
  ///
  /// ```swift
  /// let collator = try Collator(rules: "&a < æ <<< Æ")
  /// ```
  ///
  /// - Parameters:
  ///   - rules: Rules in the syntax of UTS #35, Part 5, Collation.
  ///   - options: The options, which override any set by the rules. Normalization is on unless you
  ///     turn it off.
  /// - Throws: A ``CollationError`` that says where the rules do not parse.
  /// - Complexity: O(1) on a cache hit; otherwise the time that ICU takes to build the rules, kept
  ///   short by limits on rules (<doc:ChoosingOptions>).
  public init(
    rules: String, options: CollatorOptions = CollatorOptions()
  ) throws(CollationError) {
    try RuleBudget.checkLength(of: rules)
    try self.init(Request(source: .rules(rules), options: options))
  }

  /// The options in force, and the locale that they come from.
  public var resolvedOptions: ResolvedCollatorOptions { storage.resolvedOptions }

  /// The version of the collation algorithm's data. ICU: `ucol_getUCAVersion`
  package var ucaVersion: String { Versions.text(of: storage.icu.ucaVersion) }

  /// The locales that ICU lists collations for, as ICU names them. ICU: `ucol_getAvailable`
  ///
  /// A locale that is not listed (`sv_AX`) may still open by way of one that is (`sv`). The list is
  /// empty if ICU lacks the data or the memory to make it.
  public static var availableLocales: [String] { ICUCollation.availableLocales }

  /// Returns the collation types of a locale, such as `standard`, `phonebook` and `search`, as ICU
  /// names them, the locale's default first. ICU: `ucol_getKeywordValuesForLocale`
  ///
  /// - Throws: A ``CollationError`` for a malformed locale.
  public static func availableCollationTypes(
    for locale: String
  ) throws(CollationError) -> [String] {
    let identifier = try LocaleIdentifier(locale)
    return try requireICU(
      to: "list the collation types of '\(locale)'",
      ICUCollation.collationTypes(of: identifier.canonical))
  }
}

extension Collator.Request {
  /// - Throws: A ``CollationError`` for a locale that must not be hashed.
  init(locale: String, options: CollatorOptions) throws(CollationError) {
    try LocaleIdentifier.checkBeforeHashing(locale)
    self.init(source: .locale(locale), options: options)
  }
}

extension Collator: Hashable {
  /// Whether both use the same locale or rules, options and filing rules.
  public static func == (left: Collator, right: Collator) -> Bool {
    left.storage === right.storage
      || left.storage.request == right.storage.request
        && left.filing?.digest == right.filing?.digest
  }

  /// Hashes the locale or the rules.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.request) }
}

extension Collator: CustomStringConvertible {
  /// The locale or the rules.
  public var description: String { "Collator(\(name))" }

  var name: String {
    switch storage.request.source {
    case .locale(let locale): locale
    case .rules: "custom rules"
    }
  }
}
