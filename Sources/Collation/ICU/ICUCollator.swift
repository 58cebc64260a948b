internal import CICU
internal import CICUCxx
internal import Synchronization

/// An attribute of a collator, `UColAttribute`.
struct ICUAttribute {
  let code: CICUAttribute

  static let strength = Self(code: CICUAttribute(CICU_STRENGTH))
  static let alternateHandling = Self(code: CICUAttribute(CICU_ALTERNATE_HANDLING))
  static let caseFirst = Self(code: CICUAttribute(CICU_CASE_FIRST))
  static let caseLevel = Self(code: CICUAttribute(CICU_CASE_LEVEL))
  static let backwardsSecondary = Self(code: CICUAttribute(CICU_FRENCH_COLLATION))
  static let numeric = Self(code: CICUAttribute(CICU_NUMERIC_COLLATION))
  static let normalization = Self(code: CICUAttribute(CICU_NORMALIZATION_MODE))
}

/// The value of an attribute, `UColAttributeValue`.
struct ICUValue: Hashable {
  let code: CICUAttributeValue

  static let off = Self(code: CICUAttributeValue(CICU_OFF))
  static let on = Self(code: CICUAttributeValue(CICU_ON))
  static let primary = Self(code: CICUAttributeValue(CICU_PRIMARY))
  static let secondary = Self(code: CICUAttributeValue(CICU_SECONDARY))
  static let tertiary = Self(code: CICUAttributeValue(CICU_TERTIARY))
  static let quaternary = Self(code: CICUAttributeValue(CICU_QUATERNARY))
  static let identical = Self(code: CICUAttributeValue(CICU_IDENTICAL))
  static let shifted = Self(code: CICUAttributeValue(CICU_SHIFTED))
  static let nonIgnorable = Self(code: CICUAttributeValue(CICU_NON_IGNORABLE))
  static let lowerFirst = Self(code: CICUAttributeValue(CICU_LOWER_FIRST))
  static let upperFirst = Self(code: CICUAttributeValue(CICU_UPPER_FIRST))
}

/// A `UCollator`.
///
/// Unchecked because a collator is configured before it is shared, and only read afterwards (all
/// other ICU functions called here take it `const`).
@safe
package struct ICUCollator: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer
  /// The result of `contractionMarks`; `nil` until it is requested.
  let foundMarks = Mutex<ICUMarkRuns.ContractionMarks?>(nil)

  /// The maximum number of UTF-8 bytes collated per string. ICU counts in 32 bits, and a sort key
  /// may be more than eight times as long as its string.
  package static let maximumLength = 1 << 27
  /// The maximum under custom rules, which may expand a byte to 31 collation elements
  /// (`Collation::MAX_EXPANSION_LENGTH`), each of at most 16 bytes in the levels of a key. Tables
  /// don't read longer names either, whatever the collator.
  static let maximumLengthByRules = 1 << 22
  /// Whichever of the two limits applies to this collator.
  let maximumLength: Int

  init(locale: String) throws(ICUFailure) {
    cicu_memory_watch()
    unsafe try self.init(
      openedByICU { status in unsafe cicu_ucol_open(locale, &status) },
      maximumLength: Self.maximumLength)
  }

  init(rules: String) throws(ICUFailure) {
    cicu_memory_watch()
    var status = ICUStatus()
    var parseError = CICUParseError()
    let opened = unsafe Array(rules.utf16).withUnsafeBufferPointer { units in
      // An empty array has no address, and ICU refuses a null one.
      let empty: CICUUTF16 = 0
      return unsafe withUnsafePointer(to: empty) { nothing in
        unsafe cicu_ucol_openRules(
          units.baseAddress ?? nothing, Int32(clamping: units.count),
          CICUAttributeValue(CICU_DEFAULT), CICUStrength(CICU_DEFAULT), &parseError, &status.code)
      }
    }
    guard let opened = unsafe opened, !status.isFailure else {
      throw ICUFailure(status: status, offset: Int(parseError.offset))
    }
    unsafe try self.init(opened, maximumLength: Self.maximumLengthByRules)
  }

  /// Takes a collator opened since `cicu_memory_watch`, unless an allocation has failed.
  private init(_ opened: OpaquePointer, maximumLength: Int) throws(ICUFailure) {
    if cicu_memory_isShort() {
      unsafe cicu_ucol_close(opened)
      throw ICUFailure(status: .memoryAllocation)
    }
    unsafe self.init(pointer: opened, maximumLength: maximumLength)
  }

  func copy() throws(ICUFailure) -> ICUCollator {
    unsafe ICUCollator(
      pointer: try openedByICU { status in unsafe cicu_ucol_clone(pointer, &status) },
      maximumLength: maximumLength)
  }

  private init(pointer: OpaquePointer, maximumLength: Int) {
    unsafe self.pointer = unsafe pointer
    self.maximumLength = maximumLength
  }

  deinit { unsafe cicu_ucol_close(pointer) }

  // MARK: Configuring

  func value(of attribute: ICUAttribute) throws(ICUFailure) -> ICUValue {
    ICUValue(
      code: try withICUStatus { status in
        unsafe cicu_ucol_getAttribute(pointer, attribute.code, &status)
      })
  }

  mutating func set(_ attribute: ICUAttribute, to value: ICUValue) throws(ICUFailure) {
    try withICUStatus { status in
      unsafe cicu_ucol_setAttribute(pointer, attribute.code, value.code, &status)
    }
  }

  /// The highest group of characters that alternate handling moves, as a reorder code.
  var maxVariable: Int32 { unsafe cicu_ucol_getMaxVariable(pointer) }

  mutating func setMaxVariable(_ group: Int32) throws(ICUFailure) {
    try withICUStatus { status in unsafe cicu_ucol_setMaxVariable(pointer, group, &status) }
  }

  func reorderCodes() throws(ICUFailure) -> [Int32] {
    // A first call without a buffer returns the count, with an overflow.
    var overflow = ICUStatus()
    let count = unsafe cicu_ucol_getReorderCodes(pointer, nil, 0, &overflow.code)
    guard count > 0 else { return [] }
    var codes = [Int32](repeating: 0, count: Int(count))
    _ = try withICUStatus { status in
      unsafe cicu_ucol_getReorderCodes(pointer, &codes, count, &status)
    }
    return codes
  }

  mutating func setReorderCodes(_ codes: [Int32]) throws(ICUFailure) {
    try withICUStatus { status in
      unsafe cicu_ucol_setReorderCodes(pointer, codes, Int32(codes.count), &status)
    }
  }

  // MARK: Asking

  /// The most specific locale that ICU lists on the way to the data. `ULOC_VALID_LOCALE`
  func validLocale() throws(ICUFailure) -> String {
    try locale(CICULocaleType(CICU_VALID_LOCALE))
  }

  /// The locale whose rules are used. `ULOC_ACTUAL_LOCALE`
  func actualLocale() throws(ICUFailure) -> String {
    try locale(CICULocaleType(CICU_ACTUAL_LOCALE))
  }

  private func locale(_ type: CICULocaleType) throws(ICUFailure) -> String {
    let name = unsafe try withICUStatus { status in
      unsafe cicu_ucol_getLocaleByType(pointer, type, &status)
    }
    // A collator made from rules has no locale; its rules are on top of root's.
    guard let name = unsafe name else { return "root" }
    return unsafe String(cString: name)
  }

  var ucaVersion: [UInt8] {
    unsafe ICUVersion.bytes { unsafe cicu_ucol_getUCAVersion(pointer, $0) }
  }

  // MARK: Collating

  /// -1, 0 or 1. Ill-formed UTF-8 collates as U+FFFD. `ucol_strcollUTF8`
  func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int32 {
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        var status = ICUStatus()
        let result = unsafe cicu_ucol_strcollUTF8(
          pointer, left.baseAddress, Int32(min(left.count, maximumLength)),
          right.baseAddress, Int32(min(right.count, maximumLength)), &status.code)
        // When out of memory, ICU reports the strings as equal.
        if status.isFailure { status.endProcess("compare two strings") }
        return result
      }
    }
  }
}
