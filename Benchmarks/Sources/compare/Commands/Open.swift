import ArgumentParser
import Collation
import ICU4C

/// Opens a collation once in this process, and prints the nanoseconds that this took.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Option var locale: String
  @Flag(help: "Open with ICU4C.") var icu = false
  @Option(help: "A locale to open first.") var after: String?

  func run() throws {
    if let after { _ = try time(after) }
    print(try time(locale))
  }

  private func time(_ locale: String) throws -> Double {
    guard !icu else { return Double(icu4c_time_opening(locale)) }
    return try Clock.time { try LocalizedIndexedCollation(locale: locale) }
  }
}
