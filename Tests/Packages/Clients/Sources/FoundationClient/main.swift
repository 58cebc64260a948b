import Collation
import CollationFoundationCompat
import Foundation

let collation = try LocalizedIndexedCollation(locale: Locale(identifier: "sv_SE"))
let names = ["Öberg", "Zorn", "Åberg", "42"]
for section in collation.sections(of: names) where !section.rows.isEmpty {
  print(section.title, section.rows.joined(separator: ", "))
}
print(names.sorted(using: collation.collator.comparator), Date.now > .distantPast)
