import Testing

/// The locale of the environment: POSIX.1, 8.2, Internationalization Variables. Swedish has å after
/// z, root and English have it at a.
@Suite struct EnvironmentLocaleTests {
  private func run(
    _ variables: [String: String], _ arguments: String...
  ) throws -> CommandResult {
    try collate(arguments, input: Array("Zorn\nÅberg\n".utf8), environment: variables)
  }

  private static let (swedish, root) = ("Zorn\nÅberg\n", "Åberg\nZorn\n")

  @Test(
    arguments: [
      (["LANG": "sv_SE.UTF-8"], swedish), (["LC_COLLATE": "sv_SE", "LANG": "C"], swedish),
      (["LC_ALL": "sv_SE.utf8", "LC_COLLATE": "C"], swedish),
      (["LC_ALL": "", "LC_COLLATE": "", "LANG": "sv"], swedish),
      (["LC_ALL": "C", "LANG": "sv_SE.UTF-8"], root),
      (["LC_COLLATE": "POSIX", "LANG": "sv"], root),
      (["LANG": "C.UTF-8"], root), (["LANG": "C"], root), ([:], root), (["LANG": "en_US"], root),
      (["LC_MESSAGES": "sv_SE"], root), (["LC_CTYPE": "sv_SE"], root),
      (["LANG": "sv_SE.ISO-8859-1@euro"], swedish),
    ])
  func precedence(variables: [String: String], expected: String) throws {
    let sorted = try run(variables, "sort")
    #expect(sorted.status == 0 && sorted.text == expected && sorted.error == "")
    // What is asked for counts.
    #expect(try run(variables, "sort", "--locale", "sv").text == Self.swedish)
    #expect(try run(variables, "sort", "--locale", "root").text == Self.root)
  }

  @Test func otherCommands() throws {
    let variables = ["LANG": "sv_SE.UTF-8"]
    #expect(try run(variables, "compare", "Zorn", "Åberg").text == "<\n")
    #expect(try run(variables, "titles").lines.suffix(4) == ["Å", "Ä", "Ö", "#"])
    #expect(try run(variables, "titles", "--json").text.hasPrefix(#"{"locale":"sv_SE","#))
    let named = try run([:], "stamp", "--locale", "sv").text
    #expect(try run(variables, "stamp").text == named)
  }

  /// Nobody asked for the environment's locale: an unusable one is told, and root is used.
  @Test(arguments: ["tlh_XX", "not a locale", "sv@bogus=1", "é"])
  func localesThatICUDoesNotHave(name: String) throws {
    let sorted = try run(["LANG": name], "sort")
    #expect(sorted.status == 0 && sorted.text == Self.root)
    #expect(sorted.error.hasPrefix("collate: ") && sorted.error.contains(name))
    #expect(sorted.error.count(where: \.isNewline) == 1)
    // A status of 1 is an answer, and needs the note too.
    let check = try run(["LANG": name], "sort", "-c")
    #expect(check.status == 1)
    #expect(check.error == "collate: -:2: out of order: 'Åberg'\n" + sorted.error)
    let nothing = try run(["LANG": name], "search", "x")
    #expect(nothing.status == 1 && nothing.error == sorted.error)
  }

  /// ICU 76 makes no default locale of these names but the last, and looks for one whatever a
  /// command names. What the command prints without a locale in the environment is expected.
  @Test(
    arguments: ["not a locale", "/usr/share/x", "abcdefghijklmnop.UTF-8", "sv_SE"],
    ["LC_ALL", "LC_MESSAGES", "LANG"])
  func firstCallsOfICU(name: String, variable: String) throws {
    let variables = [variable: name]
    for arguments in [
      ["sort", "--locale", "sv"], ["partition", "--locale", "sv", "--hide-empty"],
      ["titles", "--locale", "sv"], ["sort", "--rules-file", "/dev/null"], ["locales"],
      ["stamp", "--locale", "sv"],
    ] {
      let input = Array("Zorn\nÅberg\nИванов\n".utf8)
      let named = try collate(arguments, input: input, environment: variables)
      let plain = try collate(arguments, input: input, environment: [:])
      #expect(named.status == 0 && named.text == plain.text && named.error == plain.error)
    }
  }
}
