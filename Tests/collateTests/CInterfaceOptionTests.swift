import Collation
import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationOptions
import Testing

/// The options of the C interface have the meaning that they have for the command: the stamp, which
/// says what decides on the order, and the titles are those that the command prints.
@Suite struct CInterfaceOptionTests {
  private static let samples = [
    ["strength=primary"], ["strength=identical"], ["numeric=true"], ["numeric=false"],
    ["case-first=upper"], ["case-level=true"], ["alternate=shifted", "max-variable=symbol"],
    ["backwards=true"], ["normalization=off"], ["reorder=digit,Grek,Latn"], ["reorder="],
    ["layout=icu"], ["script-order=locale"], ["catch-all=split", "layout=icu"],
    ["catch-all-title=…", "catch-all=first"], ["labels-from=ru,el"], ["label=Sch*", "label=St*"],
    ["section-order=emoji,catch-all,letters", "emoji-section=😀"],
    ["title=A=Alpha", "title=B=="], ["index-text=A=1"], ["digits-section=0–9"],
    ["ideographs-section=他"], ["emoji-section=😀"], ["group=X–Z=X, Y,Z", "group=A–C=A,B,C"],
    ["reverse=true"], ["articles=en,fr"], ["articles=list"], ["particles=nl,de"],
    ["article=en=Dr.,Prof.", "article=de=Dr."], ["articles=en", "article=en=DJ"],
    ["skip-punctuation=true"], ["skip-nonsorting=true"], ["skip-modifier-letters=true"],
    ["roman-numerals=true"], ["romanize=true"], ["letters=A Ā CH B", "label=Q"],
    ["romanize-all=true", "han-readings=surname"],
  ]

  /// Rules are a file for the command, and a text here. Workers decide on no order.
  @Test func everyOptionHasASample() {
    let names = Self.samples.joined().map { String($0.prefix { $0 != "=" }) }
    #expect(Set(names + ["rules", "workers"]) == Set(NamedOptions.names))
  }

  @Test(arguments: samples)
  func optionsAreThoseOfTheCommand(options: [String]) throws {
    let arguments = options.flatMap { option -> [String] in
      let sign = option.firstIndex(of: "=")!
      let (name, value) = (String(option[..<sign]), String(option[option.index(after: sign)...]))
      switch value {
      case "true": return ["--\(name)"]
      case "false": return ["--no-\(name)"]
      default: return ["--\(name)", value]
      }
    }
    // Letters replace a locale.
    let locale = options[0].hasPrefix("letters=") ? nil : "en"
    let order = locale.map { ["--locale", $0] } ?? []
    let stamp = try collate(["stamp"] + order + arguments)
    try #require(stamp.status == 0, "\(stamp.error)")
    let filing = [
      "article", "particles", "skip-punctuation", "skip-nonsorting", "skip-modifier-letters",
      "roman-numerals", "romanize", "han-readings",
    ]
    let areTitles = !options.contains { option in filing.contains { option.hasPrefix($0) } }
    let titles = areTitles ? try collate(["titles"] + order + arguments) : nil

    let handle = Handle(locale, options)
    try #require(handle.status == COLLATION_OK)
    #expect(stamp.lines.contains(String(cString: collation_stamp(handle.pointer))), "\(stamp.text)")
    if let titles {
      let found = (0..<collation_section_count(handle.pointer)).map {
        String(cString: collation_title(handle.pointer, $0))
      }
      #expect(found == titles.lines)
    }
  }
}
