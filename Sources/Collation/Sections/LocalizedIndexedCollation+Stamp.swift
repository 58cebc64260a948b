extension LocalizedIndexedCollation {
  /// The stamp of everything that determines the order, the sections and what is collated. ICU: see
  /// ``Collator/stamp``
  ///
  /// - Complexity: O(1). The first call is O(*n* + *m*) in the size of the tailoring and the number
  ///   of sections.
  public var stamp: CollationStamp {
    do {
      return try openStamp()
    } catch {
      error.status.endProcess("make a stamp")
    }
  }

  /// Returns the stamp, or throws if ICU cannot make it.
  package func openStamp() throws(ICUFailure) -> CollationStamp {
    let stamp = try storage.stamp.value { () throws(ICUFailure) in
      var digest = Digest()
      for (title, kind) in zip(sectionTitles, sectionKinds) {
        digest.add(title.utf8)
        digest.add(kind.rawValue.utf8)
      }
      for boundary in storage.sectionLookup.boundaries {
        digest.add(boundary.key)
        digest.add(ListKeyFormat.bytes(ofSection: boundary.section))
      }
      // A single section has the same number in either direction.
      if layout.isDescending { digest.add("descending".utf8) }
      return try collator.unfiled.openStamp()
        .with("labels", "\(sectionTitles.count)-\(digest.text)")
    }
    return collator.filing.map { stamp.with("filing", $0.digest) } ?? stamp
  }
}
