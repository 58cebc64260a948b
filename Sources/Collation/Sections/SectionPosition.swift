/// The index of a section in a collection of sections.
///
/// A section has a *number* in its collation, which never changes, and a *position* among the
/// sections that are shown, which depends on whether empty sections are shown. Both are integers,
/// so a collection of sections takes them by name only:
///
/// ```swift
/// sections[number: collation.section(for: "Müller")]?.title  // "M", or nil if that is not shown
/// sections[position: 0].title                                // the first section that is shown
/// ```
public struct SectionPosition: Hashable, Sendable, Strideable {
  let value: Int

  init(_ value: Int) { self.value = value }

  /// The number of sections from this position to another.
  public func distance(to other: SectionPosition) -> Int { other.value - value }

  /// The position that lies further along by a number of sections.
  public func advanced(by distance: Int) -> SectionPosition { SectionPosition(value + distance) }
}
