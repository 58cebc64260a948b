/// The sections of an alphabetic list in a language, like UIKit's `UILocalizedIndexedCollation`:
/// their titles, the index titles at the side of the list, and the section of each name.
///
/// ```swift
/// let collation = try LocalizedIndexedCollation(locale: "sv_SE")
/// collation.sectionTitles             // ["A", "B", …, "Z", "Å", "Ä", "Ö", "#"]
/// collation.section(for: "Åberg")     // 26, the section Å
///
/// for section in collation.sections(of: people, by: \.name) {
///   print(section.title, section.map(\.name))
/// }
/// ```
///
/// The letters come from CLDR's index exemplar characters through ICU's `AlphabeticIndex`. None is
/// thinned out, whereas ICU by default keeps 99. One collator, ``collator``, determines the
/// sections, the section of a name and the order within it, so they cannot disagree. The sections
/// need not be in the collator's order: `#` comes last although digits collate first, and in
/// Chinese 阿明 and Adam share section A.
///
/// A collation is a value that any number of tasks may use at once. The first time, opening a
/// locale with given options and layout takes up to a few milliseconds; opened collations stay in a
/// bounded cache.
///
/// ## Topics
///
/// ### Opening
/// - ``init(locale:options:layout:)``
/// - ``init(collator:layout:)``
/// - ``current(options:layout:)``
/// - ``SectionLayout``
///
/// ### Titles
/// - ``sectionTitles``
/// - ``sectionIndexTitles``
/// - ``section(forSectionIndexTitle:)``
/// - ``sectionKinds``
/// - ``droppedLabels``
///
/// ### One name
/// - ``section(for:)``
/// - ``section(for:by:_:)``
/// - ``section(forUTF8:)``
/// - ``listKey(for:)``
/// - ``listKey(for:by:_:)``
/// - ``listKey(forUTF8:)``
/// - ``appendListKey(for:to:)``
/// - ``appendListKey(forUTF8:to:)``
///
/// ### Sorting and grouping
/// - ``sortedArray(from:)``
/// - ``sortedArray(from:by:)``
/// - ``sections(of:hidingEmpty:)-(Sequence<String>,_)``
/// - ``sections(of:by:_:hidingEmpty:)``
/// - ``sections(of:by:_:hidingEmpty:workers:progress:)``
///
/// ### Many names
/// - ``NameList``
/// - ``sections(of:hidingEmpty:)-(NameList,_)``
/// - ``sections(of:hidingEmpty:workers:progress:)``
/// - ``sectionNumbers(of:)``
/// - ``sectionNumbers(of:workers:progress:)``
/// - ``listKeys(of:)``
/// - ``listKeys(of:workers:progress:)``
///
/// ### Inspecting
/// - ``collator``
/// - ``layout``
/// - ``stamp``
public struct LocalizedIndexedCollation: Sendable {
  struct Request: Hashable {
    var collator: Collator.Request
    var layout: SectionLayout

    /// Hashes the collator alone: hashing a layout takes longer than comparing the few layouts of
    /// one collator.
    func hash(into hasher: inout Hasher) { hasher.combine(collator) }

    /// The memory a collation takes, in multiples of a locale's collation: a label takes some 150
    /// bytes.
    var weight: Int {
      let texts =
        layout.customLabels.count + layout.titleReplacements.count
        + layout.indexTitleReplacements.count + layout.groups.reduce(0) { $0 + $1.letters.count }
      return collator.weight + texts >> 6
    }
  }

  package let storage: Storage
  /// A collation takes some ten kilobytes in addition to its collator.
  static let cache = BoundedCache<Request, Storage>(capacity: 256, weigh: \.weight)

  /// Opens the collation of a locale. ICU: `ucol_open`, `AlphabeticIndex::buildImmutableIndex`
  ///
  /// A locale whose language or script ICU lacks falls back: to root's order and the letters A–Z if
  /// the language is missing, and never to the process's own locale.
  /// ``ResolvedCollatorOptions/isFallback`` of the ``collator`` is then `true`.
  ///
  /// > Important: In a language of another script, such as Russian, the ``collator`` is not the one
  /// > that ``Collator/init(locale:options:)`` opens. The default layout moves Latin first, so it
  /// > sorts Zorn before Анна, and `Collator(locale: "ru")` sorts Анна first. The two have
  /// > different sort keys and stamps: use one of them throughout.
  ///
  /// The list itself has digits and symbols last, under `#`; either collator sorts them first.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 language tag (`zh-u-co-stroke`) or an ICU identifier (`sv_SE`), in any
  ///     letter case.
  ///   - options: The options, which override the locale's own; by default none does.
  ///   - layout: The sections, their order and their titles; UIKit's by default.
  /// - Throws: A ``CollationError``, as thrown by ``Collator/init(locale:options:)``, or if
  ///   ``SectionLayout/labelLocales`` has a malformed locale or one without index characters, a
  ///   label or title is too long, or a letter is in two of the ``SectionLayout/groups``.
  /// - Complexity: O(1) on a cache hit; otherwise up to a few milliseconds, most of them ICU's.
  public init(
    locale: String, options: CollatorOptions = CollatorOptions(), layout: SectionLayout = .uikit
  ) throws(CollationError) {
    let request = Request(
      collator: try Collator.Request(locale: locale, options: options), layout: layout)
    storage = try Self.cache.value(for: request) { () throws(CollationError) in
      try Self.open(request)
    }
  }

  /// Not inlined, so that finding a collation that is open copies nothing of the request.
  @inline(never)
  private static func open(_ request: Request) throws(CollationError) -> Storage {
    try Storage(collator: Collator(request.collator), layout: request.layout)
  }

  /// Opens the collation of a collator, such as one with custom rules.
  ///
  /// > Important: If the layout moves Latin, as the default one does in Russian, ``collator`` is
  /// > not what you pass, but a copy with different reorder codes, sort keys and stamp.
  ///
  /// - Parameters:
  ///   - collator: The order, in which the layout may move Latin.
  ///   - layout: The sections, their order and their titles; UIKit's by default.
  /// - Throws: A ``CollationError`` if ``SectionLayout/labelLocales`` has a malformed locale or one
  ///   without index characters, a label or title is too long, a letter is in two of the
  ///   ``SectionLayout/groups``, there are more than 65,535 sections, or ICU fails.
  /// - Complexity: As for ``init(locale:options:layout:)``.
  public init(
    collator: Collator, layout: SectionLayout = .uikit
  ) throws(CollationError) {
    let request = Request(collator: collator.storage.request, layout: layout)
    let opened = try Self.cache.value(for: request) { () throws(CollationError) in
      try Storage(collator: collator.unfiled, layout: request.layout)
    }
    storage = collator.filing.map { Storage(opened, filing: $0) } ?? opened
  }

  private init(storage: Storage) { self.storage = storage }

  package var unfiled: LocalizedIndexedCollation {
    collator.filing == nil
      ? self : LocalizedIndexedCollation(storage: Storage(storage, filing: nil))
  }

  package func filed(by filing: any NameFiling) -> LocalizedIndexedCollation {
    LocalizedIndexedCollation(storage: Storage(storage, filing: filing))
  }

  /// Opens the collation of the process's own locale, as the environment sets it (`LC_ALL`,
  /// `LC_MESSAGES`, `LANG`). ICU: `uloc_getDefault`
  ///
  /// Nothing else in this library looks at the process's locale. An environment that names no
  /// locale, a malformed one, `C` or `POSIX` counts as `en_US`: for the last two ICU has byte
  /// order, which suits no list that people read.
  ///
  /// - Parameters:
  ///   - options: The options, which override the locale's own; by default none does.
  ///   - layout: The sections, their order and their titles; UIKit's by default.
  /// - Throws: A ``CollationError``, as thrown by ``init(locale:options:layout:)``.
  /// - Complexity: O(1) on a cache hit; otherwise up to a few milliseconds, most of them ICU's.
  public static func current(
    options: CollatorOptions = CollatorOptions(), layout: SectionLayout = .uikit
  ) throws(CollationError) -> LocalizedIndexedCollation {
    var locale = ICULocale.processDefault
    do {
      if try LocaleIdentifier(locale).requested == "en_US_POSIX" { locale = "en_US" }
    } catch  where error.code == .malformedLocale {
      locale = "en_US"
    }
    return try LocalizedIndexedCollation(locale: locale, options: options, layout: layout)
  }

  /// The collator that determines titles, sections and order: the locale's, with the layout's
  /// script order.
  public var collator: Collator { storage.collator }

  /// The layout as requested.
  public var layout: SectionLayout { storage.layout }

  // MARK: Titles

  /// The titles of the sections, in the order of the list.
  public var sectionTitles: [String] { storage.titles }

  /// The kind of each section, in the order of the list.
  public var sectionKinds: [SectionKind] { storage.kinds }

  /// Labels, both CLDR's for the locales and custom ones, that have no section of their own.
  ///
  /// Of several labels with equal primary weights, ICU keeps one. It also drops a label that is not
  /// a letter to the collator: if you add Spanish labels in English, Ñ goes to N. The
  /// ``SectionLayout/uikit`` preset leaves out bare combining marks.
  ///
  /// - Complexity: O(*n*) in the labels.
  public var droppedLabels: [String] {
    let kept = Set(storage.keptLabels)
    return storage.offeredLabels.filter { !kept.contains($0) }
  }

  // MARK: The section index

  /// The titles at the side of the list, one for each section, after
  /// ``SectionLayout/indexTitleReplacements``.
  public var sectionIndexTitles: [String] { storage.indexTitles }

  /// Returns its argument, or `nil` if there is no such index title: each section has one, so a
  /// section and its index title have equal numbers.
  ///
  /// This call eases ports from UIKit. There, it also covers an index with fewer titles than
  /// sections, and a data source decides where the title of a hidden section leads. A collation
  /// doesn't know which sections a list shows, so ask the list, which covers both:
  ///
  /// ```swift
  /// sections.indexTitles()[3].section?.position   // the nearest section shown
  /// ```
  ///
  /// ``SectionOutline/indexTitles(limit:includingSearch:)`` says which section that is.
  ///
  /// - Complexity: O(1).
  public func section(forSectionIndexTitle index: Int) -> Int? {
    storage.titles.indices.contains(index) ? index : nil
  }

  // MARK: One name

  /// Returns the number of a name's section. ICU: `AlphabeticIndex::ImmutableIndex::getBucketIndex`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  @_effects(releasenone)
  public func section(for name: String) -> Int { section(forUTF8: name.utf8.span) }

  /// Returns the number of an object's section, by its texts.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - text: The text of the object: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text, or replace it
  ///     if it is empty.
  /// - Throws: Whatever the closures throw.
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the texts and the number of sections.
  @inlinable
  public func section<Object, Failure: Error>(
    for object: Object, by text: (Object) throws(Failure) -> String,
    _ furtherTexts: (Object) throws(Failure) -> String...
  ) throws(Failure) -> Int {
    if furtherTexts.isEmpty { return section(for: try text(object)) }
    return section(ofFields: try Self.texts(of: object, by: text, furtherTexts))
  }

  @usableFromInline
  func section(ofFields texts: [String]) -> Int {
    if collator.filing != nil {
      return sectionNumbers(of: NameList(source: .fields(JoinedFields(ofOneName: texts))))[0]
    }
    return section(forUTF8: JoinedFields.bytes(of: texts).span)
  }

  /// Returns the number of the section of a name in UTF-8. Each ill-formed sequence collates as
  /// U+FFFD.
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  @_effects(releasenone)
  public func section(forUTF8 name: Span<UInt8>) -> Int {
    Engine(collator: storage.sectionCollator).section(of: name, by: storage.sectionLookup)
  }

  package func section(ofCollated text: Span<UInt8>) -> Int {
    Engine(collator: storage.primaryCollator).section(of: text, by: storage.sectionLookup)
  }

  /// Returns the list key of a name. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  @_effects(releasenone)
  public func listKey(for name: String) -> ListKey { listKey(forUTF8: name.utf8.span) }

  /// Returns the list key of an object, by its texts. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// let key = collation.listKey(for: person, by: \.family, \.given)
  /// ```
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - text: The text of the object: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text.
  /// - Throws: Whatever the closures throw.
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the texts and the number of sections.
  @inlinable
  public func listKey<Object, Failure: Error>(
    for object: Object, by text: (Object) throws(Failure) -> String,
    _ furtherTexts: (Object) throws(Failure) -> String...
  ) throws(Failure) -> ListKey {
    if furtherTexts.isEmpty { return listKey(for: try text(object)) }
    return listKey(ofFields: try Self.texts(of: object, by: text, furtherTexts))
  }

  @usableFromInline
  func listKey(ofFields texts: [String]) -> ListKey {
    if collator.filing != nil {
      return listKeys(of: NameList(source: .fields(JoinedFields(ofOneName: texts))))[0]
    }
    return listKey(forUTF8: JoinedFields.bytes(of: texts).span)
  }

  /// Returns the list key of a name in UTF-8. Each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  @_effects(releasenone)
  public func listKey(forUTF8 name: Span<UInt8>) -> ListKey {
    ListKey(Engine(collator: storage.collator).key(of: name, by: storage.sectionLookup)[...])
  }

  /// Appends the bytes of a name's list key to the caller's memory, so that storing a row allocates
  /// nothing for its key. ICU: `ucol_getSortKey`
  ///
  /// For an example, see ``Collator/appendSortKey(for:to:)``.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - output: The memory to append to; its present contents stay.
  /// - Returns: The length of the key in bytes. If `output` has less `freeCapacity`, nothing is
  ///   appended: call again with at least that much.
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  @_effects(releasenone)
  public func appendListKey(for name: String, to output: inout OutputSpan<UInt8>) -> Int {
    appendListKey(forUTF8: name.utf8.span, to: &output)
  }

  /// Appends the bytes of the list key of a name in UTF-8 to the caller's memory. Each ill-formed
  /// sequence collates as U+FFFD. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - name: The bytes of the name.
  ///   - output: The memory to append to; its present contents stay.
  /// - Returns: The length of the key in bytes. If it exceeds the `freeCapacity` that `output` had,
  ///   nothing is appended.
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  @_effects(releasenone)
  public func appendListKey(
    forUTF8 name: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) -> Int {
    Engine(collator: storage.collator).appendKey(
      of: name, by: storage.sectionLookup, to: &output)
  }

  /// Returns the texts of an object. Inlined into the client, since an unspecialized generic call
  /// looks up the types of its closures, which takes longer than making the key.
  @inlinable @inline(__always)
  static func texts<Object, Failure: Error>(
    of object: Object, by text: (Object) throws(Failure) -> String,
    _ furtherTexts: [(Object) throws(Failure) -> String]
  ) throws(Failure) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(1 + furtherTexts.count)
    texts.append(try text(object))
    for number in 0..<furtherTexts.count { texts.append(try furtherTexts[number](object)) }
    return texts
  }

  package func listKey(
    of text: Span<UInt8>, shownAs name: Span<UInt8>, isSame: Bool
  ) -> ListKey {
    let engine = Engine(collator: storage.collator.unfiled)
    let lookup = storage.sectionLookup
    let key =
      isSame
      ? engine.key(of: text, by: lookup)
      : engine.key(of: text, shownAs: name, by: lookup)
    return ListKey(key[...])
  }

  // MARK: Sorting

  /// Returns the names of an array in the collator's order, reversed for a layout from Z to A.
  /// Names that collate as equal keep their order.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sortedArray(from names: [String]) -> [String] {
    names.permuted(by: order(of: NameList(names)))
  }

  /// Returns the objects of an array in the collator's order of their texts, reversed for a layout
  /// from Z to A. Objects that collate as equal keep their order.
  ///
  /// - Parameters:
  ///   - array: The objects.
  ///   - text: The text of an object, read once: a closure or a key path.
  /// - Throws: Whatever `text` throws.
  /// - Complexity: O(*n* log *n*) in the objects.
  public func sortedArray<Object, Failure: Error>(
    from array: [Object], by text: (Object) throws(Failure) -> String
  ) throws(Failure) -> [Object] {
    array.permuted(by: order(of: try NameList(array, by: text, [])))
  }

  private func order(of names: NameList) -> [Int] {
    Engine(collator: collator).order(of: names, in: storage.sectionLookup.keyOrder).run()
  }
}

extension LocalizedIndexedCollation: Hashable {
  /// Whether both use the same locale or rules, options, layout and filing rules.
  public static func == (left: LocalizedIndexedCollation, right: LocalizedIndexedCollation) -> Bool
  {
    left.storage === right.storage
      || left.collator == right.collator && left.layout == right.layout
  }

  /// Hashes the collator and the layout.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(collator)
    hasher.combine(layout)
  }
}

extension LocalizedIndexedCollation: CustomStringConvertible {
  /// The locale and the titles.
  public var description: String {
    "LocalizedIndexedCollation(\(collator.name): \(sectionTitles.joined(separator: " ")))"
  }
}
