/// An upper bound on how much work custom rules give ICU, estimated from their text. Twenty bytes
/// of rules can keep ICU busy for minutes.
///
/// Three things in rules are expensive:
/// - For each tailored string ICU adds mappings for all canonical equivalents, and for the strings
///   that end in a composite of its last letter (`CollationBuilder::addWithClosure`). Since U+212A
///   is equivalent to K, sixteen Ks have 65,536 equivalents.
/// - The contexts of a character are the contractions that begin with it and the prefixes that
///   precede it. Each new mapping of the character makes ICU rebuild all of them
///   (`CollationDataBuilder::buildContext`), so their cost is quadratic.
/// - A range, a set or an import expands to more than its text.
///
/// The budget knows only so much of the syntax (UTS #35, Part 5, 3.4): how text is quoted and where
/// a string ends. Resets count as relations. The limits let the rules of all CLDR locales pass, and
/// none of the rules found to pass takes ICU much longer than a second.
struct RuleBudget {
  static let maximumBytes = 1 << 16
  static let maximumRelations = 1 << 13
  /// In code points between two operators. A long contraction also slows down collation wherever a
  /// text contains its first letters.
  static let maximumLength = 32
  static let maximumMappings = 1 << 15
  static let maximumSettings = 4
  /// In code points of the contexts that ICU rebuilds.
  static let maximumSteps = 1 << 21

  /// How many code points an import may have in the contexts of any one character.
  private static let importedContexts = 1 << 11

  private let equivalents: ICUEquivalents
  private var rules: ArraySlice<Unicode.Scalar>
  /// What has been read since the last operator, decomposed.
  private var string: [UInt32] = []
  private var prefixLength = 0
  private var isList = false
  private var (lastOfList, rangeStart): (UInt32?, UInt32?)
  private var (relations, mappings, settings, imports, steps) = (0, 0, 0, 0, 0)
  /// The number of code points in each character's contexts.
  private var contexts: [UInt32: Int] = [:]

  /// Throws an error that says what in the rules is too costly, and what the limit is.
  ///
  /// - Complexity: O(*n*) in the bytes of the rules.
  static func check(_ rules: String) throws(CollationError) {
    try checkLength(of: rules)
    let equivalents = try requireICU(to: "list its composites", ICUEquivalents.all)
    var budget = RuleBudget(equivalents: equivalents, rules: rules.scalars[...])
    try budget.check()
  }

  /// Refuses rules that are too long to be hashed.
  static func checkLength(of rules: String) throws(CollationError) {
    try require(rules.utf8.count, "bytes", atMost: maximumBytes)
  }

  private init(equivalents: ICUEquivalents, rules: ArraySlice<Unicode.Scalar>) {
    (self.equivalents, self.rules) = (equivalents, rules)
  }

  private static func require(
    _ count: Int, _ things: String, atMost maximum: Int
  ) throws(CollationError) {
    if count <= maximum { return }
    throw CollationError(
      .rulesTooCostly,
      "too many \(things) in the collation rules for ICU to build quickly: expected at most "
        + "\(maximum)")
  }

  // MARK: Syntax

  private mutating func check() throws(CollationError) {
    var isQuoted = false
    while let scalar = rules.popFirst() {
      switch scalar {
      case "'" where rules.first == "'":
        rules.removeFirst()
        try append(scalar)
      case "'": isQuoted.toggle()
      case _ where isQuoted: try append(scalar)
      case "\\": if let escaped = rules.popFirst() { try append(escaped) }
      case "#": rules = rules.drop { !Self.endsComment($0) }
      case "[": try check(setting: setting())
      case "&", "<", "=", ";", ",":
        try endString()
        relations += 1
        try Self.require(relations, "relations", atMost: Self.maximumRelations)
        rules = rules.drop { $0 == scalar }
        isList = rules.first == "*"
        (lastOfList, rangeStart) = (nil, nil)
      case "|": prefixLength = string.count
      case "/": try endString()
      case "-" where isList: rangeStart = lastOfList
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": break
      case _ where scalar.properties.isPatternWhitespace: break
      default: try append(scalar)
      }
    }
    try endString()
  }

  private static func endsComment(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Reads the text between brackets, which may contain brackets but no quotes.
  private mutating func setting() -> String {
    var depth = 1
    let setting = rules.prefix { scalar in
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      return depth > 0
    }
    rules = rules[setting.endIndex...].dropFirst()
    return String(String.UnicodeScalarView(setting))
  }

  @inline(never)
  private mutating func append(_ scalar: Unicode.Scalar) throws(CollationError) {
    guard isList else {
      string += ICUCharacter.decomposition(of: scalar.value)
      return try Self.require(
        string.count, "characters in one string", atMost: Self.maximumLength)
    }
    // Each character of a list is a string by itself.
    for value in min(rangeStart ?? scalar.value, scalar.value)...scalar.value {
      string = ICUCharacter.decomposition(of: value)
      try endString()
    }
    (rangeStart, lastOfList) = (nil, scalar.value)
  }

  @inline(never)
  private mutating func endString() throws(CollationError) {
    try addMappings()
    string = []
    prefixLength = 0
  }

  // MARK: Costs

  private mutating func check(setting: String) throws(CollationError) {
    let isImport = setting.contains("import")
    guard isImport || setting.contains("[") else { return }
    settings += 1
    try Self.require(settings, "imports and sets", atMost: Self.maximumSettings)
    try addMappings(setting.scalars.count)
    if isImport { imports += 1 }
    if setting.contains("optimize") { try addMappings(Self.count(ofSetIn: setting)) }
  }

  /// Returns the number of characters in a setting's set. A set that doesn't parse is left for ICU
  /// to report when it builds the rules.
  private static func count(ofSetIn setting: String) throws(CollationError) -> Int {
    do {
      return try ICUSet.count(ofPattern: String(setting.drop { $0 != "[" }))
    } catch {
      if error.status.lack == nil { return 0 }
      throw CollationError(
        .icuFailure, "ICU could not read a set in the collation rules", status: error.status)
    }
  }

  private mutating func addMappings(_ count: Int) throws(CollationError) {
    mappings += count
    try Self.require(mappings, "characters and equivalents", atMost: Self.maximumMappings)
  }

  /// Counts the mappings of the string, and their cost in contexts.
  private mutating func addMappings() throws(CollationError) {
    guard prefixLength < string.count else { return }
    var (forms, followers, composites) = (1, 0, 0)
    for codePoint in string {
      if equivalents.isFollower(codePoint) {
        followers += 1
      } else {
        followers = 0
        composites = equivalents.composites[codePoint, default: 0]
      }
      // The followers can be ordered in factorially many ways, and a letter that composes with some
      // of them adds further forms.
      forms *=
        followers == 0
        ? 1 + equivalents.singletons[codePoint, default: 0] : followers + (composites > 0 ? 2 : 0)
      try Self.require(forms, "equivalents of one string", atMost: Self.maximumMappings)
    }
    // Few composites agree with marks that already follow the letter.
    let added = forms * (1 + composites / max(1, 4 * followers))
    let isAlone = string.count - prefixLength == 1
    // Prefixes, and contractions after a prefix, have tables of their own.
    let weight = prefixLength == 0 ? 1 : isAlone ? 8 : 64
    // The composites of a single character are characters with contexts of their own.
    let own = (string.count - 1) * (isAlone ? forms : added) * weight
    try addMappings(own == 0 ? added : 4 * added)
    let character = string[prefixLength]
    let known = contexts[character, default: 0]
    steps += (own == 0 ? forms : added) * (known + own)
    guard steps <= Self.maximumSteps else {
      throw CollationError(
        .rulesTooCostly,
        "too many contractions and prefixes share a character in the collation rules for ICU to "
          + "build quickly: use fewer of them")
    }
    contexts[character] = max(known, imports * Self.importedContexts) + own
  }
}
