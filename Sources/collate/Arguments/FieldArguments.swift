import ArgumentParser
import CollationOptions

/// The option that selects the fields to collate.
struct FieldArguments: ParsableArguments {
  @Option(
    name: [.customShort("k"), .long],
    help: ArgumentHelp(
      """
      Collate by this field: a number from 1 up, such as 2, or 2n to order digits in it by their \
      numeric value; in input with a header, also its name. May be repeated: the fields decide \
      one after the other.
      """, valueName: "field"))
  var field: [String] = []

  func validate() throws { _ = try parsed }

  /// The fields to collate.
  var columns: [FieldArgument] { get throws { try parsed.map(\.field) } }

  /// The positions of the fields whose digits are ordered by numeric value.
  var numericColumns: Set<Int> {
    get throws { Set(try parsed.enumerated().filter(\.element.isNumeric).map(\.offset)) }
  }

  private var parsed: [(field: FieldArgument, isNumeric: Bool)] {
    get throws { try field.map { try FieldArgument.parse($0, for: "--field") } }
  }
}

/// A field of a record, as given in an argument.
enum FieldArgument: Equatable {
  /// The number of a field, from 1 up, and the name that it might be instead.
  case number(Int, name: String)
  /// A name in the header.
  case name(String)

  /// Reads the argument of `sort -k` if it denotes a single field: `2` or `2,2`. A trailing `n`
  /// requests numeric order. Anything else is a name.
  static func parse(
    _ text: String, for option: String
  ) throws -> (field: FieldArgument, isNumeric: Bool) {
    let expected =
      "expected the number of a field, such as 2 (or 2n for numbers), or its name in the header"
    func invalid(_ expected: String) -> ValidationError {
      ValidationError("invalid value \(quoted(text)) for \(option): \(expected)")
    }
    if text.isEmpty { throw invalid(expected) }
    guard let key = text.wholeMatch(of: /([0-9]+)(n?)(?:,([0-9]+)(n?))?/) else {
      return (.name(text), false)
    }
    guard let number = Int(key.1), number >= 1 else { throw invalid(expected) }
    if let last = key.3, Int(last) != number {
      throw invalid("expected one field; for several, repeat the option: -k 2 -k 1")
    }
    let name = key.3 == nil ? String(key.1) : text
    return (.number(number, name: name), key.2 == "n" || key.4 == "n")
  }

  /// What to type instead of a name that looks like an argument of `sort -k` for more than a field;
  /// `nil` for any other name.
  static func replacement(for name: String) -> String? {
    let key = /[0-9][0-9.]*[A-Za-z]*(?:,[0-9][0-9.]*[A-Za-z]*)?/
    if name.wholeMatch(of: key) == nil { return nil }
    if name.contains(".") { return "expected a whole field, not positions in it" }
    if name.contains("r") { return "-r reverses all fields; not one alone" }
    return name.lazy.compactMap { SortLetters.replacements["-\($0)"] }.first
  }

  var isName: Bool { if case .name = self { true } else { false } }

  /// Returns the number of the field.
  ///
  /// - Parameter names: The names in the header.
  func number(in names: [String]) throws -> Int {
    let name =
      switch self {
      case .number(_, let name), .name(let name): name
      }
    let named = names.indices.filter { names[$0] == name }.map { $0 + 1 }
    if case .number(let number, _) = self, named.isEmpty || number <= names.count {
      if named.count != 1 || named[0] == number { return number }
      throw Failure(
        .data,
        "\(name) is the number of the field \(quoted(names[number - 1])) and the name of field "
          + "\(named[0]): expected \(name),\(name) or \(named[0]),\(named[0])")
    }
    if named.count > 1 {
      throw Failure(
        .data,
        "fields \(named[0]) and \(named[1]) are both named \(quoted(name)): expected the number "
          + "of one")
    }
    if let number = named.first { return number }
    let known = names.prefix(20).map(quoted).joined(separator: ", ")
    let reason =
      Self.replacement(for: name)
      ?? (names.isEmpty ? "the input has no header" : "expected one of \(known)")
    throw Failure(.data, "no field is named \(quoted(name)): \(reason)")
  }
}
