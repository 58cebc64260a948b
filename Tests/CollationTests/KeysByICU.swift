@testable import Collation

/// Sort keys for tests to expect: `sortKey(for:)` itself takes them from the library's tables, once
/// there are any.
extension Collator {
  /// ICU's own key of a name. `ucol_getSortKey`
  func keyByICU(_ name: String) -> SortKey {
    var name = name
    name.makeContiguousUTF8()
    return keyByICU(utf8: name.utf8.span)
  }

  /// ICU's own key of a name that is UTF-8.
  func keyByICU(utf8: Span<UInt8>) -> SortKey {
    SortKey(bytes: sortKeyByICU(of: utf8)[...])!
  }
}
