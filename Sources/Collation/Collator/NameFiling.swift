/// Decides which text of a name is collated. `CollationFiling` has the rules; collators and the
/// engine know nothing more about them.
package protocol NameFiling: AnyObject, Sendable {
  /// A digest of every deciding factor, for stamps. Filings with equal digests file all names
  /// alike.
  var digest: String { get }

  /// Returns what is collated and what is shown for some of the names.
  func file(_ names: NameList, _ range: Range<Int>) -> Names

  /// Calls `body` with the text by which a name is collated, and whether it is the name itself.
  func withFiledText<Result>(
    of name: Span<UInt8>, _ body: (_ text: Span<UInt8>, _ isAsShown: Bool) -> Result
  ) -> Result
}

extension Collator {
  /// The rules by which a collator files names, and the collator of the filed texts.
  struct Filed: Sendable {
    let filing: any NameFiling
    let collator: Collator
  }

  package func filed(by filing: any NameFiling) -> Collator {
    Collator(storage: Storage(Filed(filing: filing, collator: unfiled)))
  }

  /// The rules by which names are filed; `nil` if every name is collated as it is.
  package var filing: (any NameFiling)? { storage.filed?.filing }

  package var unfiled: Collator { storage.filed?.collator ?? self }
}
