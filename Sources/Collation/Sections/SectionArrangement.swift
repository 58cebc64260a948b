/// ICU's buckets in the order of a layout.
struct SectionArrangement {
  var titles: [String] = []
  var kinds: [SectionKind] = []
  var sectionOfBucket: [Int] = []

  init(of buckets: [ICUIndex.Bucket], layout: SectionLayout) {
    if layout.catchAll == .first { append(layout.catchAllTitle, .catchAll) }
    let letters = buckets.count { $0.kind == .normal }
    for bucket in buckets {
      switch (bucket.kind, layout.catchAll) {
      case (.normal, _): sectionOfBucket.append(append(bucket.label, .normal))
      case (.underflow, .split):
        sectionOfBucket.append(append(layout.underflowTitle, .underflow))
      case (.inflow, .split): sectionOfBucket.append(append(layout.inflowTitle, .inflow))
      case (.overflow, .split): sectionOfBucket.append(append(layout.overflowTitle, .overflow))
      case (_, .first): sectionOfBucket.append(0)
      default: sectionOfBucket.append(letters)
      }
    }
    if layout.catchAll == .last { append(layout.catchAllTitle, .catchAll) }
  }

  @discardableResult
  private mutating func append(_ title: String, _ kind: SectionKind) -> Int {
    titles.append(title)
    kinds.append(kind)
    return titles.count - 1
  }
}
