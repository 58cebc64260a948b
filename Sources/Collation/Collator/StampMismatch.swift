/// What was stored under another ``CollationStamp`` than the one that holds now, and so has to be
/// made anew.
///
/// ```swift
/// do {
///   try collation.stamp.check(stored: CollationStamp(text))
/// } catch {
///   print(error.differences)  // such as ["ICU version is 72.1, was 70.1"]
/// }
/// ```
public struct StampMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// What differs, in words; empty if the stored stamp could not be read.
  public let differences: [String]
  /// What differs and what to do, in one line.
  public let description: String

  /// - Parameter differences: What differs; `nil` if the stored stamp could not be read.
  init(differences: [String]?) {
    self.differences = differences ?? []
    let reason =
      differences.map { "made under another collation: \($0.joined(separator: "; "))" }
      ?? "made under a stamp that cannot be read"
    description = "\(reason); what is stored has to be made anew"
  }
}
