/// What is measured: a job that the library does for many names.
public enum NameOperation: String, CaseIterable, Sendable {
  /// The section of each record.
  case section
  /// Records sorted and in sections.
  case partition
  /// Strings sorted and in sections.
  case partitionStrings = "partition-strings"
  /// Records sorted.
  case sort
  /// The sort key of each record.
  case keys
}
