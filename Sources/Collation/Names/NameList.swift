/// A list of names: what is collated, and what is shown for it.
///
/// Make a list once, from strings, records or elements, and pass it to a ``Collator`` or a
/// ``LocalizedIndexedCollation``:
///
/// ```swift
/// let names = NameList(["Öberg", "Zorn", "Åberg"])
/// try Collator(locale: "sv").sortedIndices(of: names)  // [1, 2, 0]
///
/// let contacts = NameList(people, by: \.family, \.given)
/// collation.sectionNumbers(of: contacts)
/// collation.listKeys(of: contacts)
/// ```
///
/// A result refers to a name by its index in the list. `CollationFiling` makes lists of names that
/// are filed differently from how they are shown.
///
/// ## Topics
///
/// ### Making a list
/// - ``init(_:)-(Sequence<String>)``
/// - ``init(_:)-(UTF8Records)``
/// - ``init(_:by:_:)``
public struct NameList: Sendable {
  package enum Source: Sendable {
    case strings([String])
    case records(UTF8Records)
    case fields(JoinedFields)
    case parts(any NamesInParts)
    case foreign(ForeignNames<Int32>)
    case largeForeign(ForeignNames<Int64>)
  }

  package let source: Source

  package init(source: Source) { self.source = source }

  /// Makes a list of the names in strings, which are not copied.
  public init(_ strings: some Sequence<String>) { source = .strings(Array(strings)) }

  /// Makes a list of the names in records, which are not copied.
  public init(_ records: UTF8Records) { source = .records(records) }

  /// Makes a list of the names of elements, by their texts.
  ///
  /// Several texts are compared level by level (UTS #10, 1.6 Merging Sort Keys): first the letters
  /// of each text in turn, then the accents of each, then their case. An empty text is left out, so
  /// a person without a family name is filed by the given name.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, read once: a closure or a key path.
  ///   - furtherTexts: The texts that decide when the letters of the first text are equal.
  /// - Throws: Whatever the closures throw.
  /// - Complexity: O(*n*) in the UTF-8 bytes, which are copied into one buffer.
  public init<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) {
    self = try NameList(elements, by: text, furtherTexts)
  }

  package init<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: [(Element) throws(Failure) -> String]
  ) throws(Failure) {
    if furtherTexts.isEmpty {
      source = .records(try UTF8Records(of: elements, by: text))
    } else {
      source = .fields(try JoinedFields(of: elements, by: text, furtherTexts))
    }
  }

  /// The number of names.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    switch source {
    case .strings(let strings): strings.count
    case .records(let records): records.count
    case .fields(let fields): fields.records.count
    case .parts(let names): names.count
    case .foreign(let names): names.count
    case .largeForeign(let names): names.count
    }
  }
}

/// Names with more than one text each. `CollationFiling` has them.
package protocol NamesInParts: Sendable {
  var count: Int { get }

  /// Returns what is collated and what is shown for some of the names if no rules say otherwise.
  func filedAsTheyStand(_ range: Range<Int>) -> FiledNames
}

/// Names of several fields: a record for each name, and the place of each field in it.
package struct JoinedFields: Sendable {
  /// The fields of each name that are not empty, with U+FFFE between them.
  package let records: UTF8Records
  /// The place of each field of each name in the buffer of the records, by field.
  package let places: [[Range<Int>]]

  /// Joins the fields of one name.
  init(ofOneName fields: [String]) {
    var records = UTF8Records()
    places = fields.map { [records.appendField($0, ofRecordAt: 0)] }
    records.endRecord(at: 0)
    self.records = records
  }

  init<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: [(Element) throws(Failure) -> String]
  ) throws(Failure) {
    var records = UTF8Records()
    var places = [[Range<Int>]](repeating: [], count: 1 + furtherTexts.count)
    for element in elements {
      let start = records.bytes.count
      places[0].append(records.appendField(try text(element), ofRecordAt: start))
      for (field, furtherText) in furtherTexts.enumerated() {
        places[field + 1].append(records.appendField(try furtherText(element), ofRecordAt: start))
      }
      records.endRecord(at: start)
    }
    (self.records, self.places) = (records, places)
  }

  /// Returns the bytes of a name's record.
  static func bytes(of fields: [String]) -> [UInt8] {
    var records = UTF8Records()
    records.reserveCapacity(
      records: 0, bytes: fields.reduce(0) { $0 + $1.utf8.count + UTF8Records.separator.count })
    for field in fields { _ = records.appendField(field, ofRecordAt: 0) }
    return records.bytes
  }
}
