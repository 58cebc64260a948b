public import Collation

extension NameList {
  /// Makes the names of elements from the parts of each name.
  ///
  /// ```swift
  /// let names = NameList(people) { NameParts($0.name, reading: $0.reading) }
  /// let keys = collation.listKeys(of: names)
  /// ```
  ///
  /// Names whose filed texts collate as equal are ordered by their shown texts.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - parts: The parts of an element's name, read once: a closure or a key path.
  /// - Throws: Whatever `parts` throws.
  /// - Complexity: O(*n*) in the elements.
  public init<Element, Failure: Error>(
    _ elements: some Sequence<Element>, filedBy parts: (Element) throws(Failure) -> NameParts
  ) throws(Failure) {
    var list: [NameParts] = []
    list.reserveCapacity(elements.underestimatedCount)
    for element in elements { list.append(try parts(element)) }
    self.init(source: .parts(list))
  }

  /// Makes the names of records whose parts are in columns: the third record of each column is a
  /// part of the third name.
  ///
  /// ```swift
  /// let names = NameList(
  ///   shown: UTF8Records(strings: ["Zorn", "van Beethoven"]),
  ///   sortAs: UTF8Records(strings: ["", "Beethoven"]))
  /// collation.sections(of: names).rows  // [1, 0]: the numbers of the names
  /// ```
  ///
  /// No strings are made from the records. A column may be shorter than others, or missing; parts
  /// that it lacks are empty. For which part is collated, see ``NameParts``.
  ///
  /// - Parameters:
  ///   - shown: The shown texts, a record of UTF-8 for each name.
  ///   - fields: The fields by which the names are filed, a column for each; by default none.
  ///   - sortAs: The sort-as texts; by default no name has one.
  ///   - readings: How the names are read; by default no name has a reading.
  ///   - languages: The languages of the names, as BCP 47 tags; by default all are unknown.
  public init(
    shown: UTF8Records, fields: [UTF8Records] = [], sortAs: UTF8Records = UTF8Records(),
    readings: UTF8Records = UTF8Records(), languages: UTF8Records = UTF8Records()
  ) {
    self.init(
      shown: shown, fields: fields, sortAs: sortAs, readings: readings, languages: languages,
      keepsEmptyFields: false)
  }

  /// Makes names of records whose parts are in columns, optionally with a place for empty fields:
  /// an empty field then comes before all others.
  ///
  /// - Parameters:
  ///   - shown: The shown texts.
  ///   - fields: The fields by which the names are filed.
  ///   - sortAs: The sort-as texts.
  ///   - readings: How the names are read.
  ///   - languages: The languages of the names.
  ///   - keepsEmptyFields: Whether empty fields have a place.
  package init(
    shown: UTF8Records, fields: [UTF8Records], sortAs: UTF8Records, readings: UTF8Records,
    languages: UTF8Records, keepsEmptyFields: Bool
  ) {
    let columns = PartColumns(
      shown: shown, fields: fields, sortAs: sortAs, readings: readings, languages: languages,
      keepsEmptyFields: keepsEmptyFields)
    let hasOthers =
      columns.count > shown.count || !fields.isEmpty || !sortAs.isEmpty
      || !readings.isEmpty || !languages.isEmpty
    self.init(source: hasOthers ? .parts(columns) : .names(Names(shown)))
  }
}
