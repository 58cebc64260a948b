/// The parts of many names, in columns: the third record of each column is a part of the third
/// name.
///
/// ```swift
/// let columns = NameColumns(
///   names: UTF8Records(strings: ["Zorn", "van Beethoven"]),
///   sortAs: UTF8Records(strings: ["", "Beethoven"]))
/// collation.sections(of: columns).rows  // [1, 0]: the numbers of the names
/// ```
///
/// No strings are made of the records. A column may be shorter than others, or missing; the parts
/// that it lacks are empty. ``NameParts`` says which part is collated.
public struct NameColumns: Sendable {
  /// The texts that are shown.
  public var names: UTF8Records
  /// The fields that the names are filed by, a column for each.
  public var fields: [UTF8Records]
  /// The texts that the names sort as.
  public var sortAs: UTF8Records
  /// How the names are read.
  public var readings: UTF8Records
  /// The languages of the names, as BCP 47 tags.
  public var languages: UTF8Records

  /// Makes columns.
  public init(
    names: UTF8Records = UTF8Records(), fields: [UTF8Records] = [],
    sortAs: UTF8Records = UTF8Records(), readings: UTF8Records = UTF8Records(),
    languages: UTF8Records = UTF8Records()
  ) {
    self.names = names
    self.fields = fields
    self.sortAs = sortAs
    self.readings = readings
    self.languages = languages
  }

  /// The number of names: that of the records of the longest column.
  ///
  /// - Complexity: O(*n*) in the columns.
  public var count: Int {
    (fields + [sortAs, readings, languages]).reduce(names.count) { max($0, $1.count) }
  }

  var hasNamesAlone: Bool {
    fields.isEmpty && sortAs.isEmpty && readings.isEmpty && languages.isEmpty
  }

  /// The parts of elements, asked for once.
  init<Element, Failure: Error>(
    of elements: [Element], by parts: (Element) throws(Failure) -> NameParts
  ) throws(Failure) {
    self.init()
    for (number, element) in elements.enumerated() {
      let parts = try parts(element)
      names.append(parts.name)
      sortAs.append(parts.sortAs ?? "")
      readings.append(parts.reading ?? "")
      languages.append(parts.language ?? "")
      for (place, field) in parts.fields.enumerated() {
        if place == fields.count { fields.append(UTF8Records()) }
        // The names before this one had fewer fields.
        while fields[place].count < number { fields[place].append("") }
        fields[place].append(field)
      }
    }
  }

  /// The texts of elements: names, or fields where there are several texts.
  init<Element, Failure: Error>(
    of elements: [Element], by text: (Element) throws(Failure) -> String,
    _ furtherTexts: [(Element) throws(Failure) -> String]
  ) throws(Failure) {
    self.init()
    if furtherTexts.isEmpty {
      for element in elements { names.append(try text(element)) }
      return
    }
    fields = [UTF8Records](repeating: UTF8Records(), count: 1 + furtherTexts.count)
    for element in elements {
      fields[0].append(try text(element))
      for (place, furtherText) in furtherTexts.enumerated() {
        fields[place + 1].append(try furtherText(element))
      }
    }
  }
}
