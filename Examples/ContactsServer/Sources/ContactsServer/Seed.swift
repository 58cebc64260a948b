import GRDB
import Names

extension ContactDatabase {
  /// Inserts made-up names in fifteen languages and nine scripts, half of them not in Latin
  /// letters. The same count gives the same names.
  static func insertMadeUpNames(_ count: Int, _ db: Database) throws {
    guard let names = Names.make(Names.mixed, count: count, nonLatinShare: 0.5) else {
      preconditionFailure("there are mixed names")
    }
    let statement = try db.makeStatement(sql: "INSERT INTO names (name) VALUES (?)")
    for range in names.ranges {
      try statement.execute(arguments: [String(decoding: names.bytes[range], as: UTF8.self)])
    }
  }
}
