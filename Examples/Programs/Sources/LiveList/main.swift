// A list in memory whose names come, change and go one at a time: the list key of a name says in
// which section and row each change is.

import Collation

struct LiveList {
  let collation: LocalizedIndexedCollation
  private(set) var rows: [(key: ListKey, name: String)] = []
  var names: [String] { rows.map(\.name) }

  mutating func insert(_ name: String) -> (section: Int, row: Int) {
    let key = collation.listKey(for: name)
    let place = firstPlace { $0 > key }
    rows.insert((key, name), at: place)
    return position(of: place)
  }

  mutating func remove(_ name: String) -> (section: Int, row: Int)? {
    let key = collation.listKey(for: name)
    let place = rows[firstPlace { $0 >= key }...].firstIndex { $0.name == name }
    defer { if let place { rows.remove(at: place) } }
    return place.map(position)
  }

  private func position(of place: Int) -> (section: Int, row: Int) {
    let section = rows[place].key.section
    return (section, place - firstPlace { $0.section >= section })
  }

  /// The first row whose key is so, or the end, by binary search.
  private func firstPlace(where isSo: (ListKey) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(rows[middle].key) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

var list = LiveList(collation: try LocalizedIndexedCollation(locale: "sv"))
for name in ["Zorn", "Åberg", "Adam", "Anders"] { print("+ \(name)", list.insert(name)) }
print("- Zorn", list.remove("Zorn")!, "+ Ängström", list.insert("Ängström"))
print("- Adam", list.remove("Adam")!)
print(list.names, list.collation.sections(of: list.names.shuffled()).rows == list.names)
