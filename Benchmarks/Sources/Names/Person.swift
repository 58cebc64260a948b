/// A made-up name with its parts.
public struct Person: Sendable {
  /// The name as lists of its language have it: in many the family's comes first.
  public fileprivate(set) var name = ""
  /// The language of the name, as a locale.
  public fileprivate(set) var language = ""
  /// The family's name.
  public fileprivate(set) var family = ""
  /// What the name has beside the family's: given names, a father's, a title.
  public fileprivate(set) var given = ""
  /// How the name is read; `nil` where it is written so.
  public fileprivate(set) var reading: String?
}

/// Takes names that are made, with their parts.
struct PersonWriter: NameWriter {
  private(set) var people: [Person] = []
  private var (name, family, given, reading): ([UInt8], [UInt8], [UInt8], [UInt8]) =
    ([], [], [], [])

  var count: Int { people.count }

  mutating func append(_ part: Word, isFamily: Bool) {
    name += part.text
    reading += part.reading
    if isFamily { family += part.text } else { given += part.text }
  }

  mutating func endName(in language: String) {
    people.append(
      Person(
        name: String(decoding: name, as: UTF8.self), language: language,
        family: String(decoding: family, as: UTF8.self),
        given: String(decoding: Self.trimmed(given), as: UTF8.self),
        reading: reading == name ? nil : String(decoding: reading, as: UTF8.self)))
    (name, family, given, reading) = ([], [], [], [])
  }

  mutating func repeatName(_ number: Int) { people.append(people[number]) }

  /// Given names without what stands between them and the family's.
  private static func trimmed(_ given: [UInt8]) -> ArraySlice<UInt8> {
    let start = given.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    let dot = Array("・".utf8)
    if start.last == UInt8(ascii: " ") { return start.dropLast() }
    return start.suffix(dot.count) == dot[...] ? start.dropLast(dot.count) : start
  }
}
