import Collation
import Foundation

// What the examples take as given.

struct Person {
  var name: String
  var reading: String
  var family: String
  var given: String
}

struct Fruit {
  var titleKey: String
}

struct Database {
  func insert(_ key: ArraySlice<UInt8>) {}
}

struct Given {
  var people: [Person] = []
  var person = Person(name: "", reading: "", family: "", given: "")
  var names: [String] = []
  var fruits: [Fruit] = []
  var records = UTF8Records([])
  var database = Database()
  var bundle = Bundle.main
  var options = CollatorOptions()
  var collator: Collator
  var collation: LocalizedIndexedCollation
}
