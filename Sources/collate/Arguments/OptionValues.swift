public import ArgumentParser
public import Collation
package import CollationOptions

// The library's options as arguments: the command takes their raw values.

extension CollationStrength: ExpressibleByArgument {}
extension CaseFirst: ExpressibleByArgument {}
extension AlternateHandling: ExpressibleByArgument {}
extension MaxVariable: ExpressibleByArgument {}
extension Normalization: ExpressibleByArgument {}
extension SectionLayout.ScriptOrder: ExpressibleByArgument {}
extension SectionLayout.CatchAll: ExpressibleByArgument {}
extension NamedOptions.Preset: ExpressibleByArgument {}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable<String> {
  /// Reads the raw value of a case that the library knows: the structure would take any.
  public init?(argument: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == argument }) else { return nil }
    self = known
  }
}
