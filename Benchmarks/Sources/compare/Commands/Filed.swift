import ArgumentParser
import Collation
import CollationFiling
import Names
import Operations

/// Measures what filing costs beside the plain partition of the same bytes.
struct Filed: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures what filing by rules and by fields adds to partitioning.",
    discussion: """
      Prints how many times as long as the plain partition of the same records the work takes: the \
      median of pairs of times, taken in turns. A tenth of the names has a leading article or \
      quotation mark. Each name is also filed by two fields, its last word first, compared with \
      records in which a space joins them. Finally, all letters are romanized.
      """)

  @OptionGroup var input: Input

  @Option(help: "Languages to measure, separated by commas. (default: all)")
  var languages: String?

  @Option(help: "The number of timed pairs for each ratio.")
  var repetitions = 9

  private static let calls = [
    "articles", "punctuation", "both", "two fields", "sort-as", "romanized",
  ]

  func run() throws {
    print(Machine().description)
    print("times as long as the plain partition; nanoseconds a name, filed and plain")
    print(row("", Self.calls))
    for language in languages?.split(separator: ",").map(String.init) ?? Names.languages {
      print(row(language, try measure(input.dataset(language))))
    }
  }

  private func measure(_ dataset: Dataset) throws -> [String] {
    let articles = FilingRules(articles: .standard, articleLanguages: ["en"])
    let punctuation = FilingRules(skipsPunctuation: true)
    let both = FilingRules(
      articles: .standard, articleLanguages: ["en"], skipsPunctuation: true)
    let (records, plainNames) = (dataset.records, dataset.list)
    let withArticles = records.marking("The ")
    let withMarks = NameList(records.marking("“"))
    let (articleNames, fields) = (NameList(withArticles), records.fields)
    let cases: [(FilingRules, filed: NameList, plain: NameList)] = [
      (articles, articleNames, articleNames), (punctuation, withMarks, withMarks),
      (both, withMarks, withMarks),
      (
        .asShown, NameList(shown: UTF8Records(), fields: fields),
        NameList(joined(fields[0], fields[1]))
      ),
      (.asShown, NameList(shown: records, sortAs: withArticles), articleNames),
      (FilingRules(romanization: .allScripts), plainNames, plainNames),
    ]
    let plain = try LocalizedIndexedCollation(locale: dataset.locale)
    return try cases.map { rules, filedNames, plainNames in
      let filed = try plain.filed(by: rules)
      var times = Pairs()
      for repetition in 0...repetitions {
        let ours = Clock.time { _ = filed.sections(of: filedNames) }
        let theirs = Clock.time { _ = plain.sections(of: plainNames) }
        // The first pair warms both.
        if repetition > 0 { times.append(ours: ours, theirs: theirs) }
      }
      let ratio = Spread(zip(times.ours, times.theirs).map { $0 / $1 }).median
      let names = Double(dataset.count)
      let (ours, theirs) = (Spread(times.ours).median / names, Spread(times.theirs).median / names)
      return "\((ratio * 100).rounded() / 100) (\(Int(ours)) \(Int(theirs)))"
    }
  }

  private func row(_ title: String, _ cells: [String]) -> String {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return padded(title, 8) + cells.map { padded($0, 16) }.joined()
  }
}

/// The records of two columns with a space between.
private func joined(_ first: UTF8Records, _ second: UTF8Records) -> UTF8Records {
  var result = UTF8Records()
  for (first, second) in zip(first, second) {
    result.append(utf8: first + [UInt8(ascii: " ")] + second)
  }
  return result
}

extension UTF8Records {
  /// The records, of which every tenth begins with a text.
  fileprivate func marking(_ text: String) -> UTF8Records {
    var result = UTF8Records()
    for (number, record) in enumerated() {
      result.append(utf8: (number % 10 == 0 ? Array(text.utf8) : []) + record)
    }
    return result
  }

  /// Two columns: the last word of each record, and what stands before it.
  fileprivate var fields: [UTF8Records] {
    let ends = ranges.map { range in
      bytes[range].lastIndex(of: UInt8(ascii: " ")) ?? range.lowerBound
    }
    let last = zip(ranges, ends).map { range, end in
      Swift.min(end + (end > range.lowerBound ? 1 : 0), range.upperBound)..<range.upperBound
    }
    let first = zip(ranges, ends).map { range, end in range.lowerBound..<end }
    // The ranges lie within those of the records.
    return [try! UTF8Records(bytes, ranges: last), try! UTF8Records(bytes, ranges: first)]
  }
}
