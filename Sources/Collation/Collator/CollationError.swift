/// Why a collation cannot be opened, a stamp does not match, or a cursor is refused.
///
/// The only other errors are `CancellationError`, `DecodingError` when decoding a value, and the
/// errors of Foundation and GRDB in the products that use them. Comparing, sorting and sectioning
/// accept any bytes and never throw. If ICU runs out of memory during any of these, the process
/// ends, as it does when a Swift array cannot grow.
///
/// The description is one line with the request, ICU's response and what was expected:
///
/// ```swift
/// do {
///   _ = try Collator(locale: "sv-u-co-bogus")
/// } catch where error.code == .unknownCollationType {
///   print(error)
///   // unknown collation type 'bogus' in locale 'sv-u-co-bogus': ICU has …
/// }
/// ```
public struct CollationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong. Later versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let rawValue: String
    /// The name of the code.
    public var description: String { rawValue }

    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The locale is neither a BCP 47 language tag nor an ICU locale identifier.
    public static let malformedLocale = Code(rawValue: "malformedLocale")
    /// ICU has no collation for a locale of a `CollationCatalog`.
    public static let unknownLocale = Code(rawValue: "unknownLocale")
    /// The locale has a keyword that CLDR doesn't define.
    public static let unknownLocaleKeyword = Code(rawValue: "unknownLocaleKeyword")
    /// The locale asks for a collation type that ICU has for no locale at all.
    public static let unknownCollationType = Code(rawValue: "unknownCollationType")
    /// A keyword of the locale or an option has a value that ICU doesn't accept.
    public static let invalidOption = Code(rawValue: "invalidOption")
    /// A reorder code is neither a script nor a group of characters.
    public static let unknownReorderCode = Code(rawValue: "unknownReorderCode")
    /// The collation rules do not parse.
    public static let invalidRules = Code(rawValue: "invalidRules")
    /// The collation rules are too long, or expand to too much, for ICU to build quickly.
    public static let rulesTooCostly = Code(rawValue: "rulesTooCostly")
    /// An ``Alphabet`` has no letters, too many, one twice, or something that is no letter.
    public static let invalidAlphabet = Code(rawValue: "invalidAlphabet")
    /// The query of a search is longer than `NameSearch.maximumQueryLength`.
    public static let queryTooLong = Code(rawValue: "queryTooLong")
    /// A label or a title of a layout is longer than ``SectionLayout/maximumLabelLength``, or a
    /// custom label has combining marks that would take ICU too long.
    public static let labelTooCostly = Code(rawValue: "labelTooCostly")
    /// The `FilingRules` are invalid: an entry that is not an article, a language that has no
    /// articles, an unknown romanization, or readings of surnames under an order that does not sort
    /// by reading.
    public static let invalidFilingRules = Code(rawValue: "invalidFilingRules")
    /// CLDR has no data for a locale whose labels were requested.
    public static let noIndexLabels = Code(rawValue: "noIndexLabels")
    /// The layout has more than 65,535 sections.
    public static let tooManySections = Code(rawValue: "tooManySections")
    /// A record lies outside its buffer.
    public static let rangeOutOfBounds = Code(rawValue: "rangeOutOfBounds")
    /// The row counts are invalid: for a nonexistent section, negative, or too large.
    public static let invalidCounts = Code(rawValue: "invalidCounts")
    /// The stored data, or a cursor, was made under another ``CollationStamp``.
    /// ``CollationError/differences`` says what differs, except for a cursor, which carries only a
    /// digest of its stamp.
    public static let stampMismatch = Code(rawValue: "stampMismatch")
    /// No stamp is stored, as in a new database, or its text cannot be read.
    public static let missingStamp = Code(rawValue: "missingStamp")
    /// ICU failed for a reason of its own, such as missing data or memory.
    public static let icuFailure = Code(rawValue: "icuFailure")
  }

  /// What went wrong.
  public let code: Code
  /// The request, ICU's response and what was expected, in one line.
  public let description: String
  /// ICU's name for the failure, such as `U_ILLEGAL_ARGUMENT_ERROR`, if ICU reported one.
  public let icuStatus: String?
  /// What differs between two stamps, in words, such as `ICU version is 72.1, was 70.1`. Empty
  /// unless the code is ``Code/stampMismatch``, and for a cursor.
  public let differences: [String]

  @inline(never)
  package init(
    _ code: Code, _ description: String, status: ICUStatus? = nil, differences: [String] = []
  ) {
    self.code = code
    self.description = Self.inOneLine(description) + (status.map { " (\($0.name))" } ?? "")
    self.icuStatus = status?.name
    self.differences = differences
  }

  /// ICU refused a request. If ICU lacks memory or data, the request is not at fault.
  @inline(never)
  static func refused(
    _ code: Code, _ description: String, _ asked: String, status: ICUStatus
  ) -> CollationError {
    guard let lack = status.lack else {
      return CollationError(code, description, status: status)
    }
    return CollationError(
      .icuFailure,
      lack == "data"
        ? "ICU is missing data for \(asked): libicudata is incomplete; install a complete one"
        : "ICU ran out of memory processing \(asked)",
      status: status)
  }

  /// A request may contain line feeds, and control characters that a terminal would obey.
  private static func inOneLine(_ text: String) -> String {
    text.scalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }.joined()
  }
}

/// Calls ICU, and turns a failure into an error that says what ICU could not do.
package func requireICU<Result: ~Copyable>(
  to asked: @autoclosure () -> String, _ call: @autoclosure () throws(ICUFailure) -> Result
) throws(CollationError) -> Result {
  do {
    return try call()
  } catch {
    throw CollationError(.icuFailure, "ICU could not \(asked())", status: error.status)
  }
}
