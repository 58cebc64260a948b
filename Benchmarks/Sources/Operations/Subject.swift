import Collation
import Names

/// The library with all that it needs for an operation, opened before time is taken.
public struct Subject: Sendable {
  private let collation: LocalizedIndexedCollation
  private let collator: Collator

  /// Opens a collation.
  public init(locale: String) throws {
    collation = try LocalizedIndexedCollation(locale: locale)
    collator = try Collator(locale: locale)
  }

  /// Does an operation. The result is handed over, so that it is not given back to the system while
  /// the time is taken.
  public func run(_ operation: NameOperation, _ dataset: Dataset, strings: [String]) -> Output {
    switch operation {
    case .section: .numbers(collation.sectionNumbers(of: dataset.list))
    case .partition: .records(collation.sections(of: dataset.list))
    case .partitionStrings: .strings(collation.sections(of: strings))
    case .sort: .numbers(collator.sortedIndices(of: dataset.list))
    case .keys: .keys(collator.sortKeys(of: dataset.list))
    }
  }

  /// Does an operation by several tasks; strings are not shared out.
  public func run(
    _ operation: NameOperation, _ dataset: Dataset, workers: WorkerCount
  ) async throws -> Output {
    switch operation {
    case .section:
      .numbers(try await collation.sectionNumbers(of: dataset.list, workers: workers))
    case .partition, .partitionStrings:
      .records(try await collation.sections(of: dataset.list, workers: workers))
    case .sort: .numbers(try await collator.sortedIndices(of: dataset.list, workers: workers))
    case .keys: .keys(try await collator.sortKeys(of: dataset.list, workers: workers))
    }
  }

  /// The order that names have in sections. A layout with Latin letters first has a collator of its
  /// own: in Russian, "Дом №5" (which collates as "No") then comes before "Дом Аа".
  public func orderInSections(of dataset: Dataset) -> [Int] {
    collation.collator.sortedIndices(of: dataset.list)
  }

  /// Sorts a few strings.
  public func sorted(_ strings: [String]) -> [String] { collator.sorted(strings) }

  /// Sorts a few records.
  public func order(of records: UTF8Records) -> [Int] {
    collator.sortedIndices(of: NameList(records))
  }
}
