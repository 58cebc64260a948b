public import Collation

/// A list in sections that changes in place and reports each change as updates for a table view.
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
/// The rows are always sorted by list key, then by id. `<` must order any two different ids; a
/// database sorts integers in that order, too. As in a dictionary, an id is found by its hash: ids
/// with equal hashes are compared one by one.
///
/// A list is a value. A copy is a snapshot that costs nothing: it shares its nodes with the
/// original, and a change copies only the nodes on its path. So one task can change a list while
/// others read their copies, and nobody waits.
///
/// Making a list and updating many rows block the calling thread. In a server, update more than a
/// few thousand rows in several calls, with `Task.yield()` between them.
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
/// - ``page(offset:limit:)``
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
  /// The list key of each row, by the rank of its id.
  private var ids = CountedTree()
  private var sections: SectionCounts

  /// An element, or an id alone to find its element by. Unchecked because its superclass is.
  private final class Entry: TreeEntry, @unchecked Sendable {
    let id: Element.ID
    let element: Element?

    /// Takes the id, so that the client is asked for it only once: its answers may differ.
    init(_ element: Element, id: Element.ID) { (self.id, self.element) = (id, element) }
    init(id: Element.ID) { (self.id, element) = (id, nil) }

    override func precedes(_ other: TreeEntry) -> Bool { id < (other as! Entry).id }
    override func withIDAlone() -> TreeEntry { Entry(id: id) }
  }

  private static func element(_ entry: TreeEntry) -> Element { (entry as! Entry).element! }

  /// Half of an id's hash. Several ids may share it, so ``ids`` finds candidates by it. The other
  /// half is left for numbers, so that ranks with numbers sort as integers.
  private static func rank(of id: Element.ID) -> UInt64 {
    UInt64(UInt(bitPattern: id.hashValue)) << 32
  }

  /// Makes a list of elements, collated by a text.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default `false`.
  ///   - text: The text of an element: a closure or a key path.
  /// - Complexity: O(*n* log *n*) comparisons of keys.
  public init(
    _ elements: [Element] = [], for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false,
    by text: @escaping @Sendable (Element) -> String
  ) {
    self.init(elements, for: collation, hidingEmpty: hidesEmptySections) {
      // For one text, copying it to a buffer of records takes longer than making its key.
      $0.count == 1 ? NameList([text($0[0])]) : NameList($0, by: text)
    }
  }

  /// Makes a list of elements, collated by several texts or by the parts of a name.
  ///
  /// ```swift
  /// SectionedList(people, for: collation) { NameList($0, by: \.family, \.given) }
  /// ```
  ///
  /// With `CollationFiling`, `NameList($0, filedBy: \.parts)` takes the parts of names.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default `false`.
  ///   - names: Makes the names of elements, one for each.
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

  /// The element at a position, where there must be a row.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public subscript(position: RowPosition) -> Element {
    guard let row = sections.row(at: position) else { preconditionFailure("no row \(position)") }
    return Self.element(rows[row].entry!)
  }

  /// The element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows.
  public subscript(id id: Element.ID) -> Element? {
    find(Entry(id: id)).map { Self.element($0.entry) }
  }

  /// Returns the position of the element with an id; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public func position(of id: Element.ID) -> RowPosition? {
    find(Entry(id: id)).map { found in
      let place = place(of: found.key, at: found.offset)
      return RowPosition(section: sections.position(of: place.section), row: place.row)
    }
  }

  /// Returns the position that an element has, or would have after ``insert(_:)``.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  public func insertionPosition(of element: Element) -> RowPosition {
    var changed = self
    return changed.insert(element).new!
  }

  /// Returns the position of the row with a number, from 0; `nil` if the list has no such row.
  ///
  /// - Complexity: O(*m*) in the sections.
  public func position(ofRow row: Int) -> RowPosition? {
    (0..<count).contains(row) ? sections.position(ofRow: row).position : nil
  }

  /// The row with an id: its list key, its number and its entry.
  private typealias Found = (key: ArraySlice<UInt8>, offset: Int, entry: TreeEntry)

  private func find(_ entry: Entry) -> Found? {
    var found: Found?
    ids.forEach(ofRank: Self.rank(of: entry.id)) { key in
      if found != nil { return }
      let (offset, there) = rows.find(TreePlace(key: key, entry: entry))
      if let there { found = ([UInt8](key.span)[...], offset, there) }
    }
    return found
  }

  /// The section of a list key, and the place in it of the row with a number.
  private func place(of key: ArraySlice<UInt8>, at offset: Int) -> SectionCounts.Place {
    let section = Self.section(of: key)
    return (section, offset - sections.offset(of: section))
  }

  /// Fetches the rows of a query, so that ``StoredList`` can page and search the list as if it were
  /// in a database.
  ///
  /// ```swift
  /// let list = SectionedList(people, for: collation, by: \.name)
  /// let stored = StoredList(uncheckedFor: collation)
  /// let page = try stored.page(from: .after(text), limit: 50) { query in
  ///   list.rows(for: query) { Row(key: Array($0.bytes), id: $1.id, name: $1.name) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query of a page.
  ///   - row: Makes a row from a list key and its element.
  /// - Complexity: O(log *n* + *m*) for a page of *m* rows among *n*.
  public func rows<Row: StoredRow>(
    for query: StoredRowQuery<Row>, _ row: (ListKey, Element) -> Row
  ) -> [Row] where Row.ID == Element.ID {
    let (key, end) = (ArraySlice(query.key), ArraySlice(query.end))
    let limit = max(0, query.limit)
    let place = rows.find(TreePlace(key: key, entry: query.id.map(Entry.init(id:))))
    let bound = rows.find(TreePlace(key: end)).offset
    var fetched: [Row] = []
    if query.isBackward {
      let lowest = place.offset - min(limit, max(0, place.offset - bound))
      rows.forEach(in: lowest..<place.offset) {
        fetched.append(row(ListKey(bytes: $0.key)!, Self.element($0.entry!)))
      }
      return fetched.reversed()
    }
    let first = place.offset + (place.entry == nil ? 0 : 1)
    let highest = first + min(limit, max(0, bound - first))
    rows.forEach(in: first..<highest) {
      fetched.append(row(ListKey(bytes: $0.key)!, Self.element($0.entry!)))
    }
    return fetched
  }

  /// Returns the page that starts at an offset. To jump to a section, pass the section's `offset`.
  ///
  /// ```swift
  /// let list = SectionedList(people, for: collation, by: \.name)
  /// let page = list.page(offset: list.outline[12].offset, limit: 50)  // from M on
  /// ```
  ///
  /// Its cursors are for a ``StoredList`` that doesn't authenticate them and whose rows come from
  /// ``rows(for:_:)``. A row with too long a key has no cursor; reach the next page by its offset.
  ///
  /// - Parameters:
  ///   - offset: The number of rows before the page.
  ///   - limit: The maximum number of rows, at least 1.
  /// - Complexity: O(log *n* + *m*) for a page of *m* rows among *n*.
  public func page(offset: Int, limit: Int) -> StoredPage<Element>
  where Element.ID: LosslessStringConvertible {
    let start = min(max(0, offset), count)
    let end = start + min(max(1, limit), count - start)
    var (elements, keys): ([Element], [ListKey]) = ([], [])
    rows.forEach(in: start..<end) {
      elements.append(Self.element($0.entry!))
      keys.append(ListKey(bytes: $0.key)!)
    }
    let list = StoredList(uncheckedFor: collation)
    func cursor(_ key: ListKey?, _ element: Element?) -> String? {
      guard let key, let element else { return nil }
      return try? list.cursor(forKey: key.bytes, id: element.id)
    }
    return StoredPage(
      rows: elements, sectionNumbers: keys.map(\.section),
      next: end < count ? cursor(keys.last, elements.last) : nil,
      previous: start > 0 ? cursor(keys.first, elements.first) : nil)
  }

  // MARK: Changing

  /// Inserts an element, or replaces the one with its id, and returns what changed.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  @discardableResult
  public mutating func insert(_ element: Element) -> ListChange<Element.ID> {
    let entry = Entry(element, id: element.id)
    return ListChange(entry.id, change(entry, to: listKeys(of: [element])[0])!)
  }

  /// Removes the element with an id, and returns what changed; `nil` if there is none.
  ///
  /// - Complexity: O(log *n*) in the rows, and O(*m*) in the sections.
  @discardableResult
  public mutating func remove(id: Element.ID) -> ListChange<Element.ID>? {
    change(Entry(id: id), to: nil).map { ListChange(id, $0) }
  }

  private mutating func change(
    _ entry: Entry, to newKey: ArraySlice<UInt8>?
  ) -> SectionCounts.Change? {
    let rank = Self.rank(of: entry.id)
    var (old, new): (SectionCounts.Place?, SectionCounts.Place?)
    var oldKey: ArraySlice<UInt8>?
    for key in ids.keys(ofRank: rank) where key != newKey {
      guard let offset = rows.remove(TreePlace(key: key, entry: entry)) else { continue }
      (old, oldKey) = (place(of: key, at: offset), key)
      break
    }
    if let newKey {
      let (offset, isReplacement) = rows.insert(TreePlace(key: newKey, entry: entry))
      new = place(of: newKey, at: offset)
      // The row that was removed is still counted.
      if let old, old.section < new!.section { new!.row += 1 }
      if isReplacement { old = new }
    }
    if let oldKey {
      let place = TreePlace(rank: rank, key: oldKey)
      if let newKey { ids.replace(place, by: newKey) } else { ids.remove(place) }
    } else if let newKey, old == nil {
      ids.insert(TreePlace(rank: rank, key: newKey))
    }
    return old == nil && new == nil ? nil : sections.move(from: old, to: new)
  }

  /// Inserts and removes many elements at once. An element whose id is in the list replaces the one
  /// there. ``difference(from:)`` returns what changed.
  ///
  /// - Parameters:
  ///   - elements: The elements. Of several with one id, the last counts.
  ///   - ids: The ids of the elements to remove first. Ids that aren't in the list are ignored.
  /// - Complexity: O(*m* log *m*) comparisons of keys for *m* elements, and O(*m* log *n*) for *n*
  ///   rows.
  public mutating func update(
    inserting elements: [Element] = [], removing ids: [Element.ID] = []
  ) {
    // Removals get the first numbers, because the last number of an id counts.
    let all = ids + elements.map(\.id)
    func precedes(_ left: Int, _ right: Int) -> Bool? {
      all[left] < all[right] ? true : all[right] < all[left] ? false : nil
    }
    let ranks = all.map(Self.rank(of:))
    // New keys and the keys that the ids may have had, and the number of each key's id.
    var keys = listKeys(of: elements)
    var owners = Array(ids.count..<ranks.count)
    var isLast = [Bool](repeating: false, count: ranks.count)
    for number in Self.lastOfEachID(ranks, precedes) {
      isLast[number] = true
      let first = keys.count
      self.ids.forEach(ofRank: ranks[number]) { keys.append($0) }
      // Another id's key does no harm, but there may be as many of them as rows.
      if keys.count > first + 1 {
        keys.removeSuffix(from: first)
        if let found = find(Entry(id: all[number])) { keys.append(found.key) }
      }
      owners += repeatElement(number, count: keys.count - first)
    }

    var sorted = keys.sortedIndices().filter { isLast[owners[$0]] }
    var order: [Int] = []
    order.reserveCapacity(sorted.count)
    sorted.sortRuns(ofEqual: { keys.areSame($0, $1) }) {
      precedes(owners[$0], owners[$1]) ?? ($0 < $1)
    } forEach: { run in
      // If an id's new key equals its old one, the new one comes first, and takes its place.
      for (place, number) in zip(run.indices, run)
      where place == run.startIndex || owners[number] != owners[run[place - 1]] {
        order.append(number)
      }
    }
    // Entries made in this order lie in memory in the order of the list.
    let entries: [TreeEntry] = order.map {
      let id = all[owners[$0]]
      return $0 < elements.count ? Entry(elements[$0], id: id) : Entry(id: id)
    }
    var rowEdits = TreeEdits(
      TreePlaces(RankedKeys(keys, order), entries),
      areInsertions: order.map { $0 < elements.count })
    rows.apply(&rowEdits)

    // Places that gained a row or lost one.
    var isChange = rowEdits.areInsertions
    for number in rowEdits.found { isChange[number].toggle() }
    var changes = order.indices.filter { isChange[$0] }.map {
      ranks[owners[order[$0]]] | UInt64($0)
    }
    changes.sortByUpperHalf()
    let numbers = changes.map { Int($0 & 0xFFFF_FFFF) }
    let areInsertions = numbers.map { rowEdits.areInsertions[$0] }
    let idKeys = RankedKeys(
      rowEdits.places.keys.keys, numbers, ranks: changes.map { $0 & ~0xFFFF_FFFF })
    for (number, isInsertion) in areInsertions.enumerated() {
      sections.counts[Self.section(of: idKeys[number])] += isInsertion ? 1 : -1
    }
    var idEdits = TreeEdits(TreePlaces(idKeys), areInsertions: areInsertions)
    self.ids.apply(&idEdits)
  }

  /// Returns the last number of each id, by rank.
  private static func lastOfEachID(
    _ ranks: [UInt64], _ precedes: (Int, Int) -> Bool?
  ) -> [Int] {
    var ordered = ranks.enumerated().map { $0.element | UInt64($0.offset) }
    ordered.sortByUpperHalf()
    var numbers = ordered.map { Int($0 & 0xFFFF_FFFF) }
    var last: [Int] = []
    last.reserveCapacity(numbers.count)
    numbers.sortRuns(ofEqual: { ranks[$0] == ranks[$1] }) {
      precedes($0, $1) ?? ($0 < $1)
    } forEach: { run in
      for (place, number) in zip(run.indices, run)
      where place + 1 == run.endIndex || precedes(number, run[place + 1]) != nil {
        last.append(number)
      }
    }
    return last
  }

  /// The section of a list key that the library made.
  private static func section(of key: ArraySlice<UInt8>) -> Int {
    ListKeyFormat.section(key[key.startIndex], key[key.startIndex + 1])
  }

  private func listKeys(of elements: [Element]) -> KeyList {
    let keys = collation.listKeys(of: names(elements)).keys
    precondition(
      keys.count == elements.count, "\(keys.count) names of \(elements.count) elements")
    return keys
  }

  // MARK: Comparing states

  /// Returns the difference from an earlier state of the list, as updates for a table view.
  ///
  /// If that state has another collation, all sections are deleted and inserted.
  ///
  /// - Complexity: O(*m* · (log *n* + *s*)) if *m* of *n* rows, in *s* sections, differ, and one
  ///   state is a changed copy of the other; otherwise O(*n*).
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
  /// The number of levels above the leaves, for tests.
  var height: Int { rows.root.contents.height }

  /// The first fault of the trees, or `nil`; for tests.
  var fault: String? {
    if rows.count != ids.count || rows.count != sections.counts.reduce(0, +) {
      return "\(rows.count) rows, \(ids.count) ids"
    }
    for row in 0..<rows.count where find(rows[row].entry as! Entry)?.offset != row {
      return "row \(row) is not found by its id"
    }
    return rows.root.contents.fault() ?? ids.root.contents.fault()
  }
}

extension [Int] {
  /// Sorts each run of equal numbers, then calls a function with it.
  fileprivate mutating func sortRuns(
    ofEqual areEqual: (Int, Int) -> Bool, by precedes: (Int, Int) -> Bool,
    forEach body: (ArraySlice<Int>) -> Void
  ) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, areEqual(self[start], self[end]) { end += 1 }
      if end > start + 1 { self[start..<end].sort(by: precedes) }
      body(self[start..<end])
      start = end
    }
  }
}
