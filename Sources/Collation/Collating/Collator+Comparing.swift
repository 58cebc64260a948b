// Calls that take one or two names are `@_effects(releasenone)`: they release only what they
// create, so a client's loop over an array need not retain each string during the call. Retaining
// and releasing two strings takes longer than comparing them.

extension Collator {
  /// Compares two strings. ICU: `ucol_strcollUTF8`
  ///
  /// The result always agrees with the strings' sort keys. For the few strings on which ICU's
  /// comparison and its keys disagree, such as strings with unordered combining marks in
  /// Vietnamese, the keys decide.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes. The call that passes a collator its thousandth name
  ///   builds the tables (<doc:ManyNames>).
  @_effects(releasenone)
  public func compare(_ left: String, _ right: String) -> CollationResult {
    Engine(collator: self).compare(left, right)
  }

  /// Compares two substrings in place. ICU: `ucol_strcollUTF8`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  @_effects(releasenone)
  public func compare(_ left: Substring, _ right: Substring) -> CollationResult {
    compare(utf8: left.utf8.span, right.utf8.span)
  }

  /// Compares two strings in UTF-8. ICU: `ucol_strcollUTF8`
  ///
  /// The bytes may be ill-formed: each ill-formed sequence collates as U+FFFD. Only the first
  /// 134,217,728 bytes of a string count, or 4,194,304 under custom rules.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  @_effects(releasenone)
  public func compare(utf8 left: Span<UInt8>, _ right: Span<UInt8>) -> CollationResult {
    Engine(collator: self).compare(left, right)
  }
}
