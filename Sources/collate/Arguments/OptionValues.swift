public import ArgumentParser
public import Collation

// The library's options as arguments: the command takes their raw values.

extension CollationStrength: ExpressibleByArgument {}
extension CaseFirst: ExpressibleByArgument {}
extension AlternateHandling: ExpressibleByArgument {}
extension MaxVariable: ExpressibleByArgument {}
extension Normalization: ExpressibleByArgument {}

extension SectionLayout.ScriptOrder: ExpressibleByArgument {
  /// Reads the raw value of a place that the library knows.
  public init?(argument: String) { self.init(knownValue: argument) }

  /// The raw values of the places that the library knows.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension SectionLayout.CatchAll: ExpressibleByArgument {
  /// Reads the raw value of a place that the library knows.
  public init?(argument: String) { self.init(knownValue: argument) }

  /// The raw values of the places that the library knows.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Makes the case with a raw value; `nil` if the library has no such case.
  fileprivate init?(knownValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == knownValue }) else { return nil }
    self = known
  }
}
