internal import CICU

/// The languages whose names begin with the family name, and the languages whose names begin with
/// the given name, in a list of some locale. `personNames/nameOrderLocales`
///
/// ICU has had this data since version 72. Earlier versions know no languages.
package struct ICUNameOrder {
  package let surnameFirst: [String]
  package let givenFirst: [String]

  /// - Parameter locale: ICU's identifier without keywords; empty for root.
  package init(locale: String) {
    surnameFirst = Self.languages("surnameFirst", of: locale)
    givenFirst = Self.languages("givenFirst", of: locale)
  }

  /// Returns the languages of an order. A locale inherits each order as a whole.
  private static func languages(_ order: String, of locale: String) -> [String] {
    var next = locale.isEmpty ? ICUBundle.root : locale
    while let bundle = ICUBundle(locale: next), let names = bundle.resource("personNames") {
      if let orders = names.resource("nameOrderLocales"), let languages = orders.resource(order) {
        return languages.strings
      }
      // The locale may have inherited the names.
      guard let parent = names.parentLocale else { break }
      next = parent
    }
    return []
  }
}

/// A resource of ICU's data: a locale's data, or a part of it. `UResourceBundle`
@safe
private struct ICUBundle: ~Copyable {
  private let pointer: OpaquePointer

  private init?(_ open: (inout CICUStatus) -> OpaquePointer?) {
    var status = ICUStatus()
    let opened = unsafe open(&status.code)
    if status.lack == "data" { return nil }
    guard let opened = unsafe opened, !status.isFailure else { Self.endProcess(status) }
    unsafe pointer = opened
  }

  /// Opens the data of a locale and its ancestors, or root's data if ICU has none. `ures_open`
  ///
  /// `ures_openDirect` opens only the locale's own data, but in ICU 72 the locale then inherits
  /// from root for as long as the process runs: Norwegian `nb` loses the data of `no`.
  init?(locale: String) {
    unsafe self.init { status in
      let opened = unsafe cicu_ures_open(nil, locale, &status)
      // ICU tries the process's default locale before root.
      guard status == CICUStatus(CICU_USING_DEFAULT_WARNING), let opened = unsafe opened else {
        return unsafe opened
      }
      unsafe cicu_ures_close(opened)
      status = CICUStatus(CICU_ZERO_ERROR)
      return unsafe cicu_ures_open(nil, Self.root, &status)
    }
  }

  deinit { unsafe cicu_ures_close(pointer) }

  static let root = "root"

  /// The locale whose data this is, with aliases resolved: `zh_Hant_TW` for `zh_TW`.
  /// `ures_getLocaleByType`
  private var locale: String? {
    var status = ICUStatus()
    let locale = unsafe cicu_ures_getLocaleByType(
      pointer, CICULocaleType(CICU_ACTUAL_LOCALE), &status.code)
    return unsafe locale.map { unsafe String(cString: $0) }
  }

  /// The parent of the data's locale; `nil` for root.
  var parentLocale: String? {
    guard let locale, locale != Self.root else { return nil }
    // `zh_Hant` names its parent, which is not `zh`. Inherited data may name another parent.
    if let bundle = ICUBundle(locale: locale), let parent = bundle.resource("%%Parent"),
      parent.locale == locale
    {
      return parent.strings.first
    }
    return locale.lastIndex(of: "_").map { String(locale[..<$0]) } ?? Self.root
  }

  /// Returns the part under a key; `nil` if there is none. `ures_getByKey`
  func resource(_ key: String) -> ICUBundle? {
    unsafe ICUBundle { status in unsafe cicu_ures_getByKey(pointer, key, nil, &status) }
  }

  /// The strings of an array, or a single string. `ures_getUTF8StringByIndex`
  var strings: [String] {
    (unsafe 0..<cicu_ures_getSize(pointer)).map { index in
      do throws(ICUFailure) {
        return unsafe try icuString { buffer, capacity, status in
          var length = capacity
          _ = unsafe cicu_ures_getUTF8StringByIndex(pointer, index, buffer, &length, 1, &status)
          return length
        }
      } catch {
        Self.endProcess(error.status)
      }
    }
  }

  private static func endProcess(_ status: ICUStatus) -> Never {
    (status.isFailure ? status : .memoryAllocation).endProcess("read the order of names")
  }
}
