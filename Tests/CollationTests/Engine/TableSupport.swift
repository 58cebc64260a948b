@testable import Collation

extension PrimaryTable {
  /// The weights of a locale's letters, of as many characters as a test has, whatever memory the
  /// tables of other tests take.
  convenience init(_ locale: String, _ options: CollatorOptions = CollatorOptions()) throws {
    let request = Collator.Request(source: .locale(locale), options: options)
    self.init(try PrimarySource(Collator(request.atPrimaryStrength)), limit: .none)
  }
}

extension OrderWork {
  /// The numbers of the names in order, once all is done.
  var order: [Int] { partition.order }
}

extension BlockMemory.Limit {
  static let none = BlockMemory.Limit(blocks: .max, bytes: .max)
}
