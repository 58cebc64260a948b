internal import CICU

/// Locale identifiers to choose from, one after another in memory, each with its NUL.
///
/// They are free of NUL, and so is the header: `LocaleIdentifier` and `OfferedCollations` have
/// checked them.
struct ICULocaleList: Sendable {
  private var text: [CChar] = []
  private var offsets: [Int] = []

  init(_ identifiers: [String]) {
    for identifier in identifiers {
      offsets.append(text.count)
      text += identifier.utf8.map(CChar.init(bitPattern:)) + [0]
    }
  }

  /// The locale that suits the languages of an `Accept-Language` header best, `nil` if none does.
  /// `uloc_acceptLanguageFromHTTP`
  func best(forAcceptLanguage header: String) throws(ICUFailure) -> String? {
    var result = CICUAcceptResult(CICU_ACCEPT_FAILED)
    let best = unsafe try icuString { buffer, capacity, status in
      unsafe text.withUnsafeBufferPointer { text in
        guard let start = text.baseAddress else { return 0 }
        let strings = unsafe offsets.map { unsafe start + $0 }
        // It is moved by reading it, so each call has its own. It has to be closed before the array
        // that it reads is let go.
        return unsafe strings.withUnsafeBufferPointer { strings in
          let opened = unsafe cicu_enumeration_open(
            strings.baseAddress, Int32(strings.count), &status)
          guard let available = unsafe opened else { return 0 }
          defer { unsafe cicu_enumeration_close(available) }
          return unsafe cicu_locale_acceptLanguage(
            buffer, capacity, &result, header, available, &status)
        }
      }
    }
    return result == CICUAcceptResult(CICU_ACCEPT_FAILED) ? nil : best
  }
}
