import CICUReference

/// ICU's `AlphabeticIndex` itself.
package final class ReferenceIndex: @unchecked Sendable {
  package enum Kind: Int32, Sendable { case normal, underflow, inflow, overflow }

  private let index: OpaquePointer
  package let labels: [String]
  package let kinds: [Kind]

  package init?(
    locale: String, labelLocales: [String] = [], labelSet: String = "", maxLabelCount: Int = 0
  ) {
    guard
      let index = reference_index_open(
        locale, labelLocales.joined(separator: ","), labelSet, Int32(maxLabelCount))
    else { return nil }
    self.index = index
    let buckets = 0..<reference_index_count(index)
    labels = buckets.map { String(cString: reference_index_label(index, $0)) }
    kinds = buckets.map { Kind(rawValue: reference_index_kind(index, $0))! }
  }

  deinit { reference_index_close(index) }

  package func bucket(of name: [UInt8]) -> Int { name.withUnsafeBufferPointer(bucket) }

  package func bucket(of name: UnsafeBufferPointer<UInt8>) -> Int {
    Int(reference_index_bucket(index, name.baseAddress, Int32(name.count)))
  }
}

/// ICU's `UCollator` itself.
package final class ReferenceCollator {
  fileprivate let collator: OpaquePointer

  package init?(locale: String) {
    guard let collator = reference_collator_open(locale) else { return nil }
    self.collator = collator
  }

  /// A collator with normalization on, as the library's are.
  package convenience init?(normalizing locale: String) {
    self.init(locale: locale)
    set(4, to: 17)  // UCOL_NORMALIZATION_MODE, UCOL_ON
  }

  package init?(rules: String) {
    let units = Array(rules.utf16)
    guard let collator = reference_collator_openRules(units, Int32(units.count)) else { return nil }
    self.collator = collator
  }

  deinit { reference_collator_close(collator) }

  /// Sets an attribute by ICU's numbers, `UColAttribute` and `UColAttributeValue`.
  package func set(_ attribute: Int, to value: Int) {
    reference_collator_set(collator, Int32(attribute), Int32(value))
  }

  /// Sets the highest group that alternate handling moves, by ICU's number.
  package func setMaxVariable(_ group: Int) {
    reference_collator_setMaxVariable(collator, Int32(group))
  }

  /// Sets the reorder codes, by ICU's numbers.
  package func setReorderCodes(_ codes: [Int32]) {
    reference_collator_setReorderCodes(collator, codes, Int32(codes.count))
  }

  package func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    Int(
      reference_collator_compare(
        collator, left, Int32(left.count), right, Int32(right.count)))
  }

  package func sortKey(_ name: [UInt8]) -> [UInt8] {
    // Room for nearly every key, so that ICU makes it once.
    var length = 8 * name.count + 64
    while true {
      let capacity = length
      let key = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
        length = writeSortKey(name, to: memory)
        count = min(length, capacity)
      }
      if length <= capacity { return key }
    }
  }

  private func writeSortKey(_ name: [UInt8], to key: UnsafeMutableBufferPointer<UInt8>) -> Int {
    name.withUnsafeBufferPointer { writeSortKey($0, to: key) }
  }

  /// Writes as much of a sort key as there is room for. Returns its length.
  package func writeSortKey(
    _ name: UnsafeBufferPointer<UInt8>, to key: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    Int(
      reference_collator_sortKey(
        collator, name.baseAddress, Int32(name.count), key.baseAddress, Int32(key.count)))
  }
}

extension ReferenceCollator {
  /// A value of `ucol_next`, and the offsets before and behind it in UTF-16.
  package struct Element {
    package var value: UInt32
    package var start: Int
    package var end: Int
  }

  package func elements(of text: [UInt16]) -> [Element] {
    if text.isEmpty { return [] }
    let capacity = 64 * text.count
    var values = [UInt32](repeating: 0, count: capacity)
    var starts = [Int32](repeating: 0, count: capacity)
    var ends = starts
    let count = reference_collator_elements(
      collator, text, Int32(text.count), &values, &starts, &ends, Int32(capacity))
    return (0..<Int(count)).map {
      Element(value: values[$0], start: Int(starts[$0]), end: Int(ends[$0]))
    }
  }

  /// The rules of the tailoring.
  package var rules: String {
    var length: Int32 = 0
    let rules = reference_collator_rules(collator, &length)
    return String(decoding: UnsafeBufferPointer(start: rules, count: Int(length)), as: UTF16.self)
  }

  package var variableTop: UInt32 { reference_collator_variableTop(collator) }
}

/// ICU's `UStringSearch`.
package final class ReferenceSearch {
  private let search: OpaquePointer

  package init?(_ pattern: String, by collator: ReferenceCollator, isAsymmetric: Bool = false) {
    let units = Array(pattern.utf16)
    guard
      let search = reference_search_open(
        collator.collator, units, Int32(units.count), isAsymmetric)
    else { return nil }
    self.search = search
  }

  deinit { reference_search_close(search) }

  /// The first match in UTF-16 code units.
  package func first(in text: [UInt16]) -> Range<Int>? {
    if text.isEmpty { return nil }
    var length: Int32 = 0
    let start = reference_search_first(search, text, Int32(text.count), &length)
    return start < 0 ? nil : Int(start)..<Int(start + length)
  }
}

extension ReferenceCollator {
  /// The number of contractions that mark where a script begins, and of those among them whose
  /// second character is not the sample of a script.
  package var scriptStarts: (count: Int, withoutSample: Int) {
    var withoutSample: Int32 = 0
    let count = reference_collator_scriptStarts(collator, &withoutSample)
    return (Int(count), Int(withoutSample))
  }
}

/// Strings whose keys tell whether two of ICU's collators make the same.
package final class ReferenceCorpus: @unchecked Sendable {
  private let corpus = reference_corpus_open()

  package init() {}

  deinit { reference_corpus_close(corpus) }

  package var count: Int { Int(reference_corpus_count(corpus)) }

  package func add(_ name: [UInt8]) { reference_corpus_add(corpus, name, Int32(name.count)) }

  /// Adds all that a collator has otherwise than root, and all its contractions, alone and in
  /// contexts.
  package func addTailored(by collator: ReferenceCollator) {
    reference_corpus_addTailored(corpus, collator.collator)
  }

  /// A digest of the keys of all strings.
  package func digest(by collator: ReferenceCollator) -> UInt64 {
    reference_corpus_digest(corpus, collator.collator)
  }
}

package enum ReferenceICU {
  /// One key of two, `ucol_mergeSortkeys`.
  package static func mergedSortKey(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var merged = [UInt8](repeating: 0, count: left.count + right.count + 8)
    let length = reference_mergeSortKeys(
      left, Int32(left.count), right, Int32(right.count), &merged, Int32(merged.count))
    return Array(merged.prefix(Int(length)))
  }

  /// Every locale that ICU has, `uloc_getAvailable`.
  package static let locales: [String] = {
    var locales: [String] = []
    while let name = reference_locale(Int32(locales.count)) {
      locales.append(String(cString: name))
    }
    return locales
  }()

  /// The languages of `personNames/nameOrderLocales` for a locale.
  ///
  /// - Parameter order: `surnameFirst` or `givenFirst`.
  package static func nameOrder(_ locale: String, _ order: String) -> [String] {
    var lines = [CChar](repeating: 0, count: 4_096)
    let length = reference_nameOrder(locale, order, &lines, Int32(lines.count))
    return String(decoding: lines.prefix(Int(length)).map(UInt8.init), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  package static var majorVersion: Int { Int(reference_icuMajorVersion()) }

  /// The number of the locale that ICU's `LocaleMatcher` finds best for an `Accept-Language`
  /// header.
  package static func bestLocale(of locales: [String], forAcceptLanguage header: String) -> Int? {
    let number = reference_bestLocale(locales.joined(separator: ","), header)
    return number < 0 ? nil : Int(number)
  }

  package static func setDefaultLocale(_ locale: String) { reference_setDefaultLocale(locale) }

  /// Whether this ICU has a character: Swift may know more or fewer of them.
  package static func has(_ scalar: Unicode.Scalar) -> Bool {
    reference_isAssigned(Int32(scalar.value))
  }

  package static func leadCombiningClass(_ codePoint: UInt32) -> Int {
    Int(reference_leadCombiningClass(Int32(codePoint)))
  }

  /// The script of a code point, by ICU's number: 0 is Common, 1 Inherited, 17 Han, 103 Unknown.
  package static func script(_ codePoint: UInt32) -> Int {
    Int(reference_script(Int32(codePoint)))
  }
}

/// ICU's `Transliterator`.
package enum ReferenceTransliterator {
  /// What the transliterator of a name makes of a text; `nil` if there is none of that name.
  package static func transliterate(_ text: String, by name: String) -> String? {
    let utf8 = Array(text.utf8)
    var written = [UInt8](repeating: 0, count: 16 * utf8.count + 64)
    let length = reference_transliterate(
      name, utf8, Int32(utf8.count), &written, Int32(written.count))
    if length < 0 { return nil }
    precondition(Int(length) <= written.count)
    return String(decoding: written[..<Int(length)], as: UTF8.self)
  }
}
