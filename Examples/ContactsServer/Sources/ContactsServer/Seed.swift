import GRDB
import Names

extension ContactDatabase {
  /// Fills an empty database with made-up names in fifteen languages and nine scripts, half of them not in
  /// Latin letters. The same count gives the same names.
  ///
  /// - Returns: How many names there are now.
  func seed(_ count: Int) async throws -> Int {
    try await pool.write { db in
      let present = try Int.fetchOne(db, sql: "SELECT count(*) FROM names")!
      if present > 0 { return present }
      let names = Names.make(Names.mixed, count: count, nonLatinShare: 0.5)!
      let statement = try db.makeStatement(sql: "INSERT INTO names (name) VALUES (?)")
      for range in names.ranges {
        try statement.execute(arguments: [String(decoding: names.bytes[range], as: UTF8.self)])
      }
      try raiseRevision(db)
      return count
    }
  }
}
