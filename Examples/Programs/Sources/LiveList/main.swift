// A list in memory whose names come, change and go one at a time: each change says which section
// and row it is in, and what a table view has to animate.

import Collation
import CollationLists

struct Person: Identifiable, Equatable {
  let id: Int
  var name: String
}

let swedish = try LocalizedIndexedCollation(locale: "sv")
var list = SectionedList<Person>(for: swedish, hidingEmpty: true, by: \.name)
for (id, name) in ["Zorn", "Åberg", "Adam", "Anders"].enumerated() {
  print("+ \(name)", list.insert(Person(id: id, name: name)).new!)
}
let shown = list
let moved = Person(id: 0, name: "Ängström")
print("- Adam", list.remove(id: 2)!.old!, "Zorn to Ängström", list.insert(moved).new!)
let difference = list.difference(from: shown)
print(list.outline.map(\.title), difference.deletedSections, difference.insertedSections)
