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

struct Request {
  var acceptLanguage: String?
  var locale: String?
  var cursor: String?
}

struct Row {
  var key: [UInt8]
  var id: Int64
  var name: String
}

struct Database {
  var stamp = ""
  func insert(_ key: ArraySlice<UInt8>) {}
  func insert(_ key: [UInt8], section: Int? = nil) {}
  func store(stamp: String) {}
  func page(
    of locale: String, after key: [UInt8]?, id: String?, before end: [UInt8]? = nil, limit: Int
  ) throws -> [Row] { [] }
}

struct Given {
  var people: [Person] = []
  var person = Person(name: "", reading: "", family: "", given: "")
  var names: [String] = []
  var fruits: [Fruit] = []
  var records = UTF8Records([])
  var database = Database()
  var request = Request()
  var text = ""
  var key: DisplayKey
  var counts: [Int: Int] = [:]
  var index: JumpIndex
  var data = Data()
  var offered: OfferedCollations
  var offer: OfferedCollations.Offer
  var cursor: Cursor?
  var range: DisplayKeyRange
  var bundle = Bundle.main
  var options = CollatorOptions()
  var collator: Collator
  var collation: LocalizedIndexedCollation
}
