internal import CICU
internal import CICUCxx

/// An `icu::LocaleMatcher`, which chooses among locales.
///
/// Unchecked because an open matcher is only read: ICU calls the class immutable.
@safe
package final class ICULocaleMatcher: @unchecked Sendable {
  private let pointer: OpaquePointer

  /// - Parameter identifiers: ICU's identifiers, free of NUL and line feeds.
  package init(_ identifiers: [String]) throws(ICUFailure) {
    unsafe pointer = try openedByICU { status in
      unsafe cicu_localeMatcher_open(identifiers.joined(separator: "\n"), &status)
    }
  }

  deinit { unsafe cicu_localeMatcher_close(pointer) }

  /// Returns the identifier of the locale that best suits the languages of an `Accept-Language`
  /// header; `nil` if none does.
  ///
  /// - Parameter header: Free of NUL.
  package func best(forAcceptLanguage header: String) throws(ICUFailure) -> String? {
    let best = unsafe try withICUStatus { status in
      unsafe cicu_localeMatcher_best(pointer, header, &status)
    }
    return unsafe best.map { unsafe String(cString: $0) }
  }
}
