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
        var ours: [Double] = []
        var theirs: [Double] = []
        for number in 0..<pairs {
          // ICU4C comes first in every other pair.
          for icu in number.isMultiple(of: 2) ? [false, true] : [true, false] {
            let time = try time(locale, icu: icu, after: before)
            if icu { theirs.append(time) } else { ours.append(time) }
          }
        }
        Progress.clear()
        return OpeningReport(
          locale: locale, isFirst: before == nil, ours: Spread(ours), theirs: Spread(theirs),
          ratio: Spread(zip(ours, theirs).map { $1 / $0 }))
      }
    }
  }

  private func time(_ locale: String, icu: Bool, after: String?) throws -> Double {
    try ChildProcess.number(
      ["open", "--locale", locale] + (icu ? ["--icu"] : [])
        + (after.map { ["--after", $0] } ?? []))
  }
}
