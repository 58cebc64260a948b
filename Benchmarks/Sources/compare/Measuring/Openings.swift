import ArgumentParser
import Collation
import ICU4C

/// Opens collations in fresh processes, the library's and ICU4C's in turns.
struct Openings {
  let pairs: Int

  /// Locales of many scripts, with and without a tailoring.
  static let locales = [
    "en", "sv", "de", "cs", "pl", "vi", "tr", "ru", "el", "ja", "ko", "zh", "ar", "th", "hi",
  ]

  /// The first collation of a process, and one after another locale's.
  func reports() throws -> [OpeningReport] {
    // The first process brings the files of both into memory.
    _ = try (time("fi", icu: false, after: nil), time("fi", icu: true, after: nil))
    return try [nil, "fi"].flatMap { before in
      try Self.locales.map { locale in
        Progress.show("opening \(locale)")
        var times = Pairs()
        for number in 0..<pairs {
          let isSecond = !number.isMultiple(of: 2)
          let theirs = isSecond ? try time(locale, icu: true, after: before) : nil
          let ours = try time(locale, icu: false, after: before)
          times.append(
            ours: ours, theirs: try theirs ?? time(locale, icu: true, after: before))
        }
        Progress.clear()
        return OpeningReport(
          locale: locale, isFirst: before == nil, ours: Spread(times.ours), ratio: times.ratio)
      }
    }
  }

  private func time(_ locale: String, icu: Bool, after: String?) throws -> Double {
    try ChildProcess.number(
      ["open", "--locale", locale] + (icu ? ["--icu"] : [])
        + (after.map { ["--after", $0] } ?? []))
  }
}

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
