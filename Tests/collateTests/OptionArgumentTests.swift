import Testing

@testable import Collation

/// Every option of the library is one of the command: a new one fails here until it has an
/// argument.
@Suite struct OptionArgumentTests {
  /// An argument that asks for a value, and the value that a stamp then has. The values are ICU's
  /// names.
  private static let arguments: [String: (arguments: [String], stamped: String)] = [
    "ks": (["--strength", "secondary"], "secondary"),
    "ka": (["--alternate", "shifted"], "shifted"),
    "kv": (["--alternate", "shifted", "--max-variable", "currency"], "currency"),
    "kf": (["--case-first", "upper"], "upper"),
    "kc": (["--case-level"], "true"),
    "kb": (["--backwards"], "true"),
    "kn": (["--numeric"], "true"),
    "kk": (["--normalization", "off"], "false"),
    "kr": (["--reorder", "Grek,Latn"], "Grek,Latn"),
  ]

  @Test(arguments: CollatorOption.all.map(\.key))
  func eachOptionHasAnArgument(key: String) throws {
    let (arguments, stamped) = try #require(Self.arguments[key])
    func stamp(_ arguments: [String]) throws -> CollationStamp {
      let result = try collate(["stamp", "--order-only"] + arguments)
      return try #require(CollationStamp(result.lines.first ?? ""))
    }
    func value(_ stamp: CollationStamp) -> String? {
      stamp.components.first { $0.name == key }?.value
    }
    #expect(try value(stamp(arguments)) == stamped)
    #expect(try value(stamp([])) != stamped)
  }
}
