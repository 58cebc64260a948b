public import Collation
public import Foundation

extension Collator {
  /// The collator as a comparator for Foundation's sorting.
  ///
  /// ```swift
  /// names.sort(using: collator.comparator)
  /// people.sort(using: KeyPathComparator(\.name, comparator: collator.comparator))
  /// ```
  ///
  /// `sorted(_:by:)` of the collator gives the same order faster: it makes one sort key for each
  /// element, while a comparator compares each with many.
  public var comparator: CollatorComparator { CollatorComparator(self) }
}

/// A collator as a comparator of strings, which `sort(using:)` and `KeyPathComparator` take.
public struct CollatorComparator: SortComparator, Sendable {
  /// The order of the strings.
  public let collator: Collator
  /// Whether the order is reversed.
  public var order: SortOrder

  /// Makes the comparator of a collator.
  public init(_ collator: Collator, order: SortOrder = .forward) {
    self.collator = collator
    self.order = order
  }

  /// Compares two strings. ICU: `ucol_strcollUTF8`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch (collator.compare(left, right), order) {
    case (.equal, _): .orderedSame
    case (.less, .forward), (.greater, .reverse): .orderedAscending
    case (.greater, .forward), (.less, .reverse): .orderedDescending
    }
  }
}
