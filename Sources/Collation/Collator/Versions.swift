package enum Versions {
  /// The library's own version, which ends with `-dev` until it is tagged. A release changes this
  /// line.
  package static let library = "0.1.0-dev"

  package static var icu: String { text(of: ICUVersion.library) }

  /// The version of CLDR; empty if ICU has no data to read it from. `ulocdata_getCLDRVersion`
  package static var cldr: String { text(of: (try? ICUVersion.cldr()) ?? []) }

  /// Formats a version without trailing zeros.
  static func text(of bytes: [UInt8]) -> String {
    let significant = bytes.prefix((bytes.lastIndex { $0 != 0 } ?? 0) + 1)
    return significant.map(String.init).joined(separator: ".")
  }
}
