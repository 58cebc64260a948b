import Collation
import CollationFiling
import CollationFoundationCompat
import CollationLists
import Foundation

let collation = try LocalizedIndexedCollation(locale: Locale(identifier: "sv_SE"))
let names = ["Öberg", "Zorn", "Åberg", "42"]
for section in collation.sections(of: names, hidingEmpty: true) {
  print(section.title, section.joined(separator: ", "))
}
print(names.sorted(using: collation.collator.comparator), Date.now > .distantPast)
