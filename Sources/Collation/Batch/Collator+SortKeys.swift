extension Collator {
  /// The sort key of a string. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKey(for string: String) -> SortKey { sortKey(forUTF8: string.utf8.span) }

  /// The sort key of a string of UTF-8 bytes, of which each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func sortKey(forUTF8 utf8: Span<UInt8>) -> SortKey {
    var bytes: [UInt8] = []
    storage.icu.appendSortKey(of: utf8, to: &bytes)
    return SortKey(bytes: bytes)
  }

  /// The sort keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func sortKeys(of records: UTF8Records) -> SortKeys {
    sortKeys(ofNames: records)
  }

  /// As ``sortKeys(of:)``, by several tasks.
  ///
  /// - Parameters:
  ///   - records: What the keys are made of.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sortKeys(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SortKeys {
    let batch = BatchSortKeys(of: records, by: self)
    try await batch.finish(workers: workers, progress: progress)
    return batch.takeKeys()
  }

  func sortKeys(ofNames source: some BatchSource) -> SortKeys {
    var keys = SortKeys(capacity: source.count)
    source.withNames { names in
      for number in 0..<source.count {
        unsafe names.withName(number) { name in
          unsafe keys.append(Span(_unsafeElements: name), of: storage.icu)
        }
        if number == 1024 {
          keys.reserveCapacity(forAll: source.count, ofBytes: source.byteCount)
        }
      }
    }
    return keys
  }

  /// The range in which the sort keys of all strings lie whose letters begin with those of `prefix`,
  /// whatever their accents and case: `ang` finds Ångström where å is a variant of a.
  ///
  /// A name that goes on so that the last letters of the prefix become another one is not among them, as
  /// Czech *ch* is not for `c`: ``LocalizedIndexedCollation/prefixSearch(_:strength:)`` finds it.
  ///
  /// It is the range of ICU's `ucol_getBound` at one level, `UCOL_BOUND_LOWER` to
  /// `UCOL_BOUND_UPPER_LONG`. ICU itself reads beyond the end of a key that has but one level.
  ///
  /// ```swift
  /// let range = collator.sortKeys(startingWith: "ang")
  /// let found = names.filter { range.contains(collator.sortKey(for: $0)) }
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKeys(startingWith prefix: String) -> Range<SortKey> {
    // 1 ends each level of a sort key but the last, which 0 ends: LEVEL_SEPARATOR_BYTE in collation.h.
    let letters = Array(sortKey(for: prefix).bytes.prefix { $0 > 1 })
    // No weight begins with a higher byte than that of U+FFFF, whose bytes are FF FF.
    return SortKey(bytes: letters)..<SortKey(bytes: letters + [0xFF, 0xFF, 0xFF])
  }
}
