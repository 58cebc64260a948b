/// Names in memory that is not Swift's, for the C interface.
extension LocalizedIndexedCollation {
  /// The list keys of names, in input order. No name is copied unless filing rules change it.
  package func listKeys(of names: ForeignNames<Int32>) -> ListKeys { keys(of: names) }

  /// The list keys of names, in input order. No name is copied unless filing rules change it.
  package func listKeys(of names: ForeignNames<Int64>) -> ListKeys { keys(of: names) }

  /// The number of the section of each name. No name is copied unless filing rules change it.
  package func sectionNumbers(of names: ForeignNames<Int32>) -> [Int] { numbers(of: names) }

  /// The number of the section of each name. No name is copied unless filing rules change it.
  package func sectionNumbers(of names: ForeignNames<Int64>) -> [Int] { numbers(of: names) }

  // Called with either type of offsets here, so that the compiler makes the work for each.

  @inline(__always)
  private func keys<Offset>(of names: ForeignNames<Offset>) -> ListKeys {
    if filing != nil { return listKeys(of: names.records) }
    let keys = Engine(collator: collator).keys(of: names, by: storage.sectionLookup)
    return ListKeys(keys.run())
  }

  @inline(__always)
  private func numbers<Offset>(of names: ForeignNames<Offset>) -> [Int] {
    if filing != nil { return sectionNumbers(of: names.records) }
    return Engine(collator: storage.primaryCollator)
      .sectionNumbers(of: names, by: storage.sectionLookup).run()
  }
}
