extension LocalizedIndexedCollation {
  /// All that decides on the order and the sections. ICU: as ``Collator/stamp``
  ///
  /// - Complexity: O(1). The first call is O(*n* + *m*) in the size of the tailoring and the number
  ///   of sections.
  public var stamp: CollationStamp {
    storage.stamp.value {
      var digest = Digest()
      for (title, kind) in zip(sectionTitles, sectionKinds) {
        digest.add(title.utf8)
        digest.add(kind.rawValue.utf8)
      }
      for (key, section) in storage.sectionLookup.boundaries {
        digest.add(key)
        digest.add([UInt8(section >> 8), UInt8(section & 0xFF)])
      }
      return CollationStamp(collator.stamp, labels: "\(sectionTitles.count)-\(digest.text)")
    }
  }
}
