public import Collation

/// A list in sections that changes in place, and says what each change means for a table view.
///
/// ```swift
/// var list = SectionedList(people, for: collation, hidingEmpty: true, by: \.name)
/// list.outline.map(\.title)                        // the titles of the sections
/// list[RowPosition(section: 2, row: 0)]            // the first person of the third section
/// let shown = list
/// list.insert(person)                              // or replaces the person with that id
/// let difference = list.difference(from: shown)    // what a table view has to animate
/// ```
///
/// The rows are always in the order of their list keys, and rows with equal keys in the order of
/// their ids by `<`, which for numbers is the order of a database.
///
/// A list is a value. A copy is a snapshot that costs nothing: it shares its nodes with the list it
/// was copied from, and a change copies only the nodes on its way. So one task can change a list
/// while others read their copies, and nobody waits.
///
/// ## Topics
///
/// ### Making a list
/// - ``init(_:for:hidingEmpty:by:)``
/// - ``init(_:for:hidingEmpty:names:)``
/// - ``collation``
///
/// ### Reading
/// - ``outline``
/// - ``count``
/// - ``subscript(_:)-(RowPosition)``
/// - ``subscript(id:)``
/// - ``position(of:)``
/// - ``position(ofRow:)``
/// - ``insertionPosition(of:)``
/// - ``rows(for:_:)``
/// - ``RowPosition``
///
/// ### Changing
/// - ``insert(_:)``
/// - ``remove(id:)``
/// - ``update(inserting:removing:)``
/// - ``ListChange``
///
/// ### Comparing states
/// - ``difference(from:)``
/// - ``ListDifference``
public struct SectionedList<Element: Identifiable & Equatable & Sendable>: Sendable
where Element.ID: Comparable & Sendable {
  /// The collation of the list.
  public let collation: LocalizedIndexedCollation
  private let names: @Sendable ([Element]) -> NameList
  /// The rows, by list key and then by id.
  private var rows = CountedTree()
  /// The same entries, by the hash of the id, which is followed by the list key.
  private var keys = CountedTree(keyLength: Self.hashLength)
  private var sections: SectionCounts

  private static var hashLength: Int { 8 }

  /// An element; or an id alone, to find its element by. Unchecked because its parent is.
  private final class Entry: TreeEntry, @unchecked Sendable {
    let id: Element.ID
    let element: Element?

    init(_ element: Element) { (id, self.element) = (element.id, element) }
    init(id: Element.ID) { (self.id, element) = (id, nil) }

    override func precedes(_ other: TreeEntry) -> Bool { id < (other as! Entry).id }
  }

  private static func hash(of id: Element.ID) -> UInt64 { UInt64(bitPattern: Int64(id.hashValue)) }

  /// The place of an entry in ``keys``, with the key that stands there.
  private static func place(of entry: Entry, _ listKey: ArraySlice<UInt8> = []) -> TreePlace {
    var key: [UInt8] = []
    key.append(hash(of: entry.id), listKey)
    return TreePlace(key: key[...], entry: entry)
  }

  /// The place in the list of the element with an id.
  private func place(of id: Element.ID) -> TreePlace? {
    keys[Self.place(of: Entry(id: id))].map {
      TreePlace(key: $0.key.dropFirst(Self.hashLength), entry: $0.entry)
    }
  }

  private static func element(_ entry: TreeEntry) -> Element { (entry as! Entry).element! }

  /// Makes a list of elements by a text of each.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  ///   - text: The text of an element: a closure or a key path.
  /// - Complexity: O(*n* log *n*) comparisons of keys.
  public init(
    _ elements: [Element] = [], for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false,
    by text: @escaping @Sendable (Element) -> String
  ) {
    self.init(elements, for: collation, hidingEmpty: hidesEmptySections) {
      NameList($0, by: text)
    }
  }

  /// Makes a list of elements by their names: by several texts, or by the parts of a name.
  ///
  /// ```swift
  /// SectionedList(people, for: collation) { NameList($0, by: \.family, \.given) }
  /// ```
  ///
  /// With `CollationFiling`, `NameList($0, filedBy: \.parts)` makes them of the parts of names.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  ///   - names: Makes the names of some elements, one of each.
  /// - Complexity: O(*n* log *n*) comparisons of keys.
  public init(
    _ elements: [Element] = [], for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false,
    names: @escaping @Sendable ([Element]) -> NameList
  ) {
    self.collation = collation
    self.names = names
    sections = SectionCounts(
      [Int](repeating: 0, count: collation.sectionTitles.count), hidingEmpty: hidesEmptySections)
    update(inserting: elements)
  }

  // MARK: Reading

  /// The sections with their titles and counts, and the index titles.
  ///
  /// - Complexity: O(*n*) in the sections.
  public var outline: SectionOutline {
    SectionOutline(
      counts: sections.counts, for: collation, hidesEmptySections: sections.hidesEmptySections)
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// The element at a position, of which there must be a row.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public subscript(position: RowPosition) -> Element {
    guard let row = sections.row(at: position) else { preconditionFailure("no row \(position)") }
    return Self.element(rows[row].entry)
  }

  /// The element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows.
  public subscript(id id: Element.ID) -> Element? {
    place(of: id).map { Self.element($0.entry!) }
  }

  /// Returns the position of the element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public func position(of id: Element.ID) -> RowPosition? {
    place(of: id).map(place(at:)).map { place in
      RowPosition(section: sections.position(of: place.section), row: place.row)
    }
  }

  /// Returns the position that an element has, or would have after ``insert(_:)``.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public func insertionPosition(of element: Element) -> RowPosition {
    var changed = self
    return changed.insert(element).new!
  }

  /// Returns the position of a row by its number in the list, from 0; `nil` if the list has no such
  /// row.
  ///
  /// - Complexity: O(*m*) in the sections.
  public func position(ofRow row: Int) -> RowPosition? {
    (0..<count).contains(row) ? sections.position(ofRow: row).position : nil
  }

  /// The section of a place in the list, and the row in that section by the counts.
  private func place(at place: TreePlace) -> SectionCounts.Place {
    let section = ListKey.section(of: place.key)!
    return (section, rows.find(place).offset - sections.offset(of: section))
  }

  /// Fetches the rows of a query, so that ``StoredList`` pages and searches the list as it does one
  /// in a database.
  ///
  /// ```swift
  /// let list = SectionedList(people, for: collation, by: \.name)
  /// let page = try StoredList(collation).page(from: .after(text), limit: 50) { query in
  ///   list.rows(for: query) { Row(key: Array($0.bytes), id: $1.id, name: $1.name) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: What the page asks for.
  ///   - row: Makes a row of an element and its list key.
  /// - Complexity: O(log *n* + *m*) for *m* rows of the page among *n*.
  public func rows<Row: StoredRow>(
    for query: StoredRowQuery<Row>, _ row: (ListKey, Element) -> Row
  ) -> [Row] where Row.ID == Element.ID {
    let (key, end) = (ArraySlice(query.key), ArraySlice(query.end))
    let place = rows.find(TreePlace(key: key, entry: query.id.map(Entry.init(id:))))
    let bound = rows.find(TreePlace(key: end)).offset
    var fetched: [Row] = []
    if query.isBackward {
      let lowest = place.offset - min(query.limit, max(0, place.offset - bound))
      rows.forEach(in: lowest..<place.offset) { key, entry in
        fetched.append(row(ListKey(bytes: key)!, Self.element(entry)))
      }
      return fetched.reversed()
    }
    let first = place.offset + (place.isFound ? 1 : 0)
    let highest = first + min(query.limit, max(0, bound - first))
    rows.forEach(in: first..<highest) { key, entry in
      fetched.append(row(ListKey(bytes: key)!, Self.element(entry)))
    }
    return fetched
  }

  // MARK: Changing

  /// Inserts an element, or replaces the one with the same id, and says what changed.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  @discardableResult
  public mutating func insert(_ element: Element) -> ListChange<Element.ID> {
    change(Entry(element), to: listKeys(of: [element])[0])!
  }

  /// Removes the element with an id, and says what changed; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  @discardableResult
  public mutating func remove(id: Element.ID) -> ListChange<Element.ID>? {
    change(Entry(id: id), to: nil)
  }

  private mutating func change(
    _ entry: Entry, to newKey: ArraySlice<UInt8>?
  ) -> ListChange<Element.ID>? {
    var old: TreePlace?
    let edit = TreeEdit(place: Self.place(of: entry, newKey ?? []), isInsertion: newKey != nil)
    keys.apply(1, key: { _ in edit.place.key }, { _ in edit }) { _, key, entry in
      old = TreePlace(key: key.dropFirst(Self.hashLength), entry: entry)
    }
    if old == nil && newKey == nil { return nil }
    let new = newKey.map { TreePlace(key: $0, entry: entry) }
    let oldPlace = old.map(place(at:))
    var edits: [TreeEdit] = []
    if let new { edits.append(TreeEdit(place: new, isInsertion: true)) }
    if let old, old.key != newKey {
      let isFirst = newKey.map { old.key.compare($0) < 0 } ?? true
      edits.insert(TreeEdit(place: old, isInsertion: false), at: isFirst ? 0 : edits.count)
    }
    rows.apply(edits.count, key: { edits[$0].place.key }) { edits[$0] }
    // The counts are still those before the change.
    let newPlace = new.map { new in
      var place = self.place(at: new)
      if let oldPlace, oldPlace.section < place.section { place.row += 1 }
      return place
    }
    return sections.move(entry.id, from: oldPlace, to: newPlace)
  }

  /// Inserts and removes many elements at once. An element whose id is in the list takes the place
  /// of the one there. ``difference(from:)`` tells what changed.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - ids: The ids of the elements to remove first. Those of which there is none do not count.
  /// - Complexity: O(*m* log *m*) comparisons of keys for *m* elements, and O(*m* log *n*) for *n*
  ///   rows, at most O(*n*).
  public mutating func update(
    inserting elements: [Element] = [], removing ids: [Element.ID] = []
  ) {
    let newKeys = listKeys(of: elements)
    let entries = elements.map(Entry.init(_:)) + ids.map(Entry.init(id:))
    var idKeys = KeyList(
      capacity: entries.count, byteCapacity: newKeys.bytes.count + Self.hashLength * entries.count)
    for (number, entry) in entries.enumerated() {
      let listKey = number < elements.count ? newKeys[number] : []
      idKeys.append { $0.append(Self.hash(of: entry.id), listKey) }
    }
    var isInserted = [Bool](repeating: false, count: elements.count)
    var removals: [TreePlace] = []
    let order = Self.lastOfEachID(idKeys.sortedIndices(), idKeys, entries, elements.count)
    for number in order where number < elements.count { isInserted[number] = true }
    keys.apply(order.count, key: { idKeys[order[$0]] }) { number in
      let number = order[number]
      return TreeEdit(
        place: TreePlace(key: idKeys[number], entry: entries[number]),
        isInsertion: number < elements.count)
    } displaced: { number, key, entry in
      let number = order[number]
      let key = key.dropFirst(Self.hashLength)
      sections.counts[ListKey.section(of: key)!] -= 1
      if number >= elements.count || newKeys[number] != key {
        removals.append(TreePlace(key: key, entry: entry))
      }
    }
    for number in elements.indices where isInserted[number] {
      sections.counts[ListKey.section(of: newKeys[number])!] += 1
    }

    func place(_ number: Int) -> TreePlace {
      number < 0
        ? removals[~number] : TreePlace(key: newKeys[number], entry: entries[number])
    }
    removals.sort { $0.compare($1) < 0 }
    var edits = newKeys.sortedIndices().filter { isInserted[$0] } + removals.indices.map(~)
    // Names of one batch are in order already, but for the ids of equal ones.
    let hasEqual = zip(edits, edits.dropFirst()).contains { left, right in
      left >= 0 && right >= 0 && newKeys[left].compare(newKeys[right]) == 0
    }
    if hasEqual || !removals.isEmpty { edits.sort { place($0).compare(place($1)) < 0 } }
    rows.apply(edits.count, key: { place(edits[$0]).key }) {
      TreeEdit(place: place(edits[$0]), isInsertion: edits[$0] >= 0)
    }
  }

  /// Returns the numbers of the entries in the order of ``keys``, each id once. Where an id is
  /// removed and inserted, or inserted twice, the last insertion counts.
  private static func lastOfEachID(
    _ sorted: [Int], _ idKeys: KeyList, _ entries: [Entry], _ insertionCount: Int
  ) -> [Int] {
    func rank(_ number: Int) -> Int {
      number < insertionCount ? number : number - entries.count
    }
    func isSameID(_ left: Int, _ right: Int) -> Bool {
      !entries[left].precedes(entries[right]) && !entries[right].precedes(entries[left])
    }
    func hash(_ place: Int) -> ArraySlice<UInt8> { idKeys[sorted[place]].prefix(hashLength) }
    var order: [Int] = []
    order.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, hash(end).compare(hash(start)) == 0 { end += 1 }
      if end == start + 1 {
        order.append(sorted[start])
      } else {
        let same = sorted[start..<end].sorted {
          isSameID($0, $1) ? rank($0) < rank($1) : entries[$0].precedes(entries[$1])
        }
        for (place, number) in same.enumerated()
        where place + 1 == same.count || !isSameID(number, same[place + 1]) {
          order.append(number)
        }
      }
      start = end
    }
    return order
  }

  private func listKeys(of elements: [Element]) -> KeyList {
    let keys = collation.listKeys(of: names(elements)).keys
    precondition(
      keys.count == elements.count, "\(keys.count) names of \(elements.count) elements")
    return keys
  }

  // MARK: Comparing states

  /// Returns what differs from another state of the list, as a table view has to know it.
  ///
  /// If the other state has another collation, all sections are deleted and inserted.
  ///
  /// - Complexity: O(*m* · (log *n* + *s*)) for *m* rows that differ among *n*, in *s* sections, if
  ///   one state is a copy of the other that was changed; otherwise O(*n*).
  public func difference(from old: SectionedList) -> ListDifference {
    let (before, after) = (old.sections, sections)
    if collation != old.collation {
      return ListDifference(
        deletedSections: before.shown.map(before.position(of:)),
        insertedSections: after.shown.map(after.position(of:)))
    }
    var oldRows: [Element.ID: (offset: Int, element: Element)] = [:]
    var newRows: [(offset: Int, element: Element)] = []
    var updatedRows: [RowPosition] = []
    TreeDifference.walk(
      from: old.rows, to: rows, isSame: { Self.element($0) == Self.element($1) },
      removed: { oldRows[Self.element($1).id] = ($0, Self.element($1)) },
      inserted: { newRows.append(($0, Self.element($1))) },
      updated: { updatedRows.append(after.position(ofRow: $0).position) })

    var insertedRows: [RowPosition] = []
    var moves: [ListDifference.Move] = []
    for row in newRows {
      let (position, section) = after.position(ofRow: row.offset)
      guard before.isShown(section) else { continue }
      let oldRow = oldRows[row.element.id]
      let oldPosition = oldRow.map { before.position(ofRow: $0.offset) }
      if let oldRow, let oldPosition, after.isShown(oldPosition.section) {
        moves.append(ListDifference.Move(old: oldPosition.position, new: position))
        if oldRow.element != row.element { updatedRows.append(position) }
        oldRows[row.element.id] = nil
      } else {
        insertedRows.append(position)
      }
    }
    let deletedRows = oldRows.values.map { before.position(ofRow: $0.offset) }
      .filter { after.isShown($0.section) }.map(\.position)
    return ListDifference(
      deletedSections: before.shown.filter { !after.isShown($0) }.map(before.position(of:)),
      insertedSections: after.shown.filter { !before.isShown($0) }.map(after.position(of:)),
      deletedRows: deletedRows.sorted(), insertedRows: insertedRows, movedRows: moves,
      updatedRows: updatedRows.sorted())
  }
}

extension SectionedList {
  /// What is wrong with the trees, or `nil`; for tests.
  var fault: String? {
    if rows.count != keys.count || rows.count != sections.counts.reduce(0, +) {
      return "\(rows.count) rows, \(keys.count) ids"
    }
    return rows.root.fault() ?? keys.root.fault()
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ hash: UInt64, _ listKey: ArraySlice<UInt8>) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: hash >> UInt64(shift)))
    }
    self += listKey
  }
}
