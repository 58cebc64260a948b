/// A list of names: the texts to collate, and the texts to show for them.
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
    case names(Names)
    case fields(JoinedFields)
    case parts(any NamesInParts)
  }

  package let source: Source

  package init(source: Source) { self.source = source }

  /// Makes a list of the names in strings.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes, which are copied into one buffer.
  public init(_ strings: some Sequence<String>) { self.init(UTF8Records(strings: strings)) }

  /// Makes a list of the names in records, which are not copied.
  public init(_ records: UTF8Records) { source = .names(Names(records)) }

  /// Makes a list of elements' names from their texts.
  ///
  /// Several texts are compared level by level (UTS #10, 1.6 Merging Sort Keys): first the letters
  /// of each text in turn, then the accents of each, then their case. An empty text is left out, so
  /// a person without a family name is filed by the given name.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, read once: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text.
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
    var list = CollectedTexts(furtherTexts.count, capacity: elements.underestimatedCount)
    // A loop over the closures themselves would cost ten times as much as the texts where the
    // compiler doesn't know `Element`: the iterator's type is built at run time.
    for element in elements {
      list.append(try text(element))
      for number in 0..<furtherTexts.count { list.appendFurther(try furtherTexts[number](element)) }
    }
    self = list.names
  }

  /// Makes the list on the caller's actor, letting other tasks run meanwhile.
  ///
  /// - Throws: Whatever the closures throw, and `CancellationError`.
  nonisolated(nonsending) static func inTurns<Element>(
    _ elements: [Element], by text: (Element) throws -> String,
    _ furtherTexts: [(Element) throws -> String]
  ) async throws -> NameList {
    var list = CollectedTexts(furtherTexts.count, capacity: elements.count)
    var turn = Turn()
    for slice in elements.indices.slices(of: Turn.elements) {
      try Task.checkCancellation()
      for place in slice {
        list.append(try text(elements[place]))
        for number in 0..<furtherTexts.count {
          list.appendFurther(try furtherTexts[number](elements[place]))
        }
      }
      await turn.pass()
    }
    return list.names
  }

  /// The number of names.
  ///
  /// - Complexity: O(1).
  public var count: Int {
    switch source {
    case .names(let names): names.count
    case .fields(let fields): fields.records.count
    case .parts(let names): names.count
    }
  }
}

/// The texts of a list's names, one after another. Its methods aren't inlined: in generic code and
/// after each `await`, the compiler would repeat them.
private struct CollectedTexts {
  private var records = UTF8Records()
  /// Used instead of the records if names have further texts.
  private var fields: JoinedFields
  private let furtherCount: Int

  init(_ furtherCount: Int, capacity: Int) {
    self.furtherCount = furtherCount
    fields = JoinedFields(count: 1 + furtherCount)
    if furtherCount == 0 { records.reserveCapacity(records: capacity, bytes: 0) }
  }

  /// Appends the first text of the next name.
  @inline(never)
  mutating func append(_ text: String) {
    if furtherCount == 0 { records.append(copying: text) } else { fields.append(text) }
  }

  /// Appends another text of the latest name.
  @inline(never)
  mutating func appendFurther(_ text: String) {
    fields.append(text)
    if fields.isComplete { fields.endRecord() }
  }

  var names: NameList {
    furtherCount == 0 ? NameList(records) : NameList(source: .fields(fields))
  }
}

/// Names with more than one text each, implemented by `CollationFiling`.
package protocol NamesInParts: Sendable {
  var count: Int { get }

  /// Returns what is collated and shown for some of the names in the absence of rules.
  func filedAsTheyStand(_ range: Range<Int>) -> Names
}

/// Names of several fields: a record for each name, and the position of each field in it.
package struct JoinedFields: Sendable {
  /// The nonempty fields of each name, with U+FFFE between them.
  package private(set) var records = UTF8Records()
  /// The position of each field of each name in the records' buffer, by field.
  package private(set) var places: [[Range<Int>]]
  /// Where the latest name begins, and how many fields it has so far.
  private var (start, fieldCount) = (0, 0)

  /// - Parameter count: The number of fields in each name.
  init(count: Int) { places = [[Range<Int>]](repeating: [], count: count) }

  /// Joins the fields of one name.
  init(ofOneName fields: [String]) {
    self.init(count: fields.count)
    for field in fields { append(field) }
    endRecord()
  }

  /// Appends the next field of the latest name.
  mutating func append(_ field: String) {
    places[fieldCount].append(records.appendField(field, ofRecordAt: start))
    fieldCount += 1
  }

  /// Whether the latest name has all its fields.
  var isComplete: Bool { fieldCount == places.count }

  mutating func endRecord() {
    records.endRecord(at: start)
    (start, fieldCount) = (records.bytes.count, 0)
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
