import Collation
import CollationFiling
import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// What is served while lists are made. To hold up the making of a list, a trigger lets its rows
/// not be written.
@Suite(.endsInTime) struct StartTests {
  private static let limits = Limits(retryTime: .milliseconds(20))

  @Test func theServerListensBeforeItHasAnyList() async throws {
    try await withDatabase(of: ["Zorn", "Adam"]) { database in
      try await database.holdUpLists(after: 0)
      try await serve(database, limits: Self.limits) { client in
        for _ in 0..<10 {
          let index = try await client.send(.get, "/index")
          #expect(index.status == .serviceUnavailable)
          #expect(["1", "10"].contains(index.headers[.retryAfter]))
        }
        #expect(try await client.send(.get, "/").status == .ok)
        let added = try await client.add("Bo")
        #expect(try await client.get("/names/\(added.id)", as: Contact.self) == added)
        try await database.letListsBeMade()
        #expect(try await client.names("/names") == ["Adam", "Bo", "Zorn"])
        #expect(try await database.faults() == [])
      }
    }
  }

  /// German phone books are the old order: ö is oe there, and the titles are those of English.
  @Test func anOldOrderIsServedUntilTheListIsMadeAnew() async throws {
    let names = ["Ober", "Öberg", "Odin", "Adam", "Zorn"]
    try await withDatabase(of: names) { database in
      let cursor = try await serve(database) { client in
        try await client.get("/names?limit=2", as: NamesAnswer.self).next
      }
      let old = try LocalizedIndexedCollation(locale: "de-u-co-phonebk")
      let phoneBook = old.sections(of: names).rows
      #expect(phoneBook == ["Adam", "Ober", "Odin", "Öberg", "Zorn"])
      try await database.store(old)
      try await database.holdUpLists(after: 1)

      let log = Log()
      try await serve(database, limits: Self.limits, logger: log.logger) { client in
        // The making fails twice, and the old list stays.
        while log.lines.count(where: { $0.contains("was not made") }) < 2 {
          _ = try await client.send(.get, "/index")
          try await Task.sleep(for: .milliseconds(5))
        }
        let answer: IndexAnswer = try await client.send(.get, "/index").decoded()
        #expect(answer.index.stamp == old.stamp)
        #expect(answer.index.sections.filter { $0.count > 0 }.map(\.title) == ["A", "O", "Z"])
        for (query, expected) in [
          ("offset=0", phoneBook), ("offset=2&limit=2", Array(phoneBook[2..<4])),
          ("offset=1&limit=1&section=14", ["Odin"]), ("offset=5", []),
        ] {
          let page: NamesAnswer = try await client.get("/names?\(query)")
          #expect(page.names.map(\.name) == expected, "\(query)")
          #expect(page.next == nil)
        }
        // A cursor would mean another place soon, and a search would miss names.
        for query in ["", "?section=14", "?prefix=o"] {
          let page = try await client.send(.get, "/names\(query)")
          #expect(page.status == .serviceUnavailable)
          #expect(page.headers[.retryAfter] == "1")
        }
        _ = try await client.add("Oda")

        try await database.letListsBeMade()
        let new: NamesAnswer = try await client.get("/names")
        #expect(new.names.map(\.name) == ["Adam", "Ober", "Öberg", "Oda", "Odin", "Zorn"])
        // The cursor is that of the new list's order.
        #expect(
          try await client.names("/names?after=\(try #require(cursor))") == [
            "Öberg", "Oda", "Odin", "Zorn",
          ])
        try await database.waitForLists(["en"])
        #expect(try await database.faults() == [])
      }
    }
  }

  /// A list that nobody uses, of a language that is not offered, and one that is not ready.
  @Test func listsThatNoLocaleUsesGoAndHalfMadeOnesAreMadeAnew() async throws {
    try await withDatabase(of: ["Zorn", "Adam"]) { database in
      try await database.pool.write { db in
        for (name, state) in [("tlh", "ready"), ("sv", "making")] {
          try db.execute(
            sql: """
              INSERT INTO collationLists (source, name, stamp, titles, hasWords, state)
              VALUES ('names', ?, '', '', TRUE, ?)
              """,
            arguments: [name, state])
        }
      }
      try await serve(database) { _ in try await database.waitForLists(["en", "sv"]) }
      #expect(try await database.faults() == [])
    }
  }
}

/// How many lists there are, and what becomes of those that have no room.
@Suite(.endsInTime) struct RoomTests {
  @Test func aListWhoseTriggersWereMissingIsMadeAnew() async throws {
    try await withDatabase(of: ["Adam"]) { database in
      let name = database.catalog.fallback.storedName
      try await database.lists[name]!.make()
      try await database.pool.write {
        try $0.execute(sql: #"DROP TRIGGER "collation names deleted""#)
      }
      let reopened = try ContactDatabase(path: database.pool.path)
      let log = Log(.notice)
      try await ListMaker(reopened, Limits(), logger: log.logger).findLists()
      #expect(log.lines == ["the list of \(name) is made anew: its triggers were missing"])
    }
  }

  @Test func theListThatWasUsedLeastLatelyMakesRoom() async throws {
    let limits = Limits(lists: 3, usedTime: .zero)
    try await withServer(of: ["Zorn", "Adam", "Åberg"], limits: limits) { client, database in
      for (locale, lists) in [
        ("sv", ["en", "sv"]), ("ja", ["en", "ja", "sv"]),
        // The fallback stays, though it was read before the others.
        ("cs", ["cs", "en", "ja"]), ("ja", ["cs", "en", "ja"]), ("ko", ["en", "ja", "ko"]),
        ("sv", ["en", "ko", "sv"]),
      ] {
        let index: IndexAnswer = try await client.get("/index?locale=\(locale)")
        #expect(index.locale == locale && index.index.count == 3)
        try await database.waitForLists(lists)
      }
      #expect(try await database.faults() == [])
    }
  }

  @Test func aListInUseMakesNoRoom() async throws {
    let log = Log()
    try await withServer(of: ["Adam"], limits: Limits(lists: 2), logger: log.logger) {
      client, database in
      let _: IndexAnswer = try await client.get("/index?locale=sv")
      var answer = try await client.send(.get, "/index?locale=ja")
      while !answer.message.contains("could not be made") {
        answer = try await client.send(.get, "/index?locale=ja")
      }
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10")
      #expect(log.lines == ["the list of ja was not made: all 2 lists are in use"])
      try await database.waitForLists(["en", "sv"])
    }
  }

  @Test func aListThatNobodyUsesGoes() async throws {
    let limits = Limits(unusedTime: .milliseconds(200))
    try await withServer(of: ["Zorn", "Adam"], limits: limits) { client, database in
      let _: IndexAnswer = try await client.get("/index?locale=sv")
      try await database.waitForLists(["en"])
      #expect(try await client.send(.get, "/index").status == .ok)
      let _: IndexAnswer = try await client.get("/index?locale=sv")
    }
  }

  @Test func listsLeaveRoomOnTheDisk() async throws {
    try await withDatabase(of: ["Adam"]) { database in
      try await serve(database) { let _: IndexAnswer = try await $0.get("/index") }
      try await serve(database, limits: Limits(room: .max)) { client in
        var message = ""
        while !message.contains("could not be made") {
          let failure = try await client.send(.get, "/index?locale=sv")
          #expect(failure.status == .serviceUnavailable)
          message = failure.message
        }
        try await database.waitForLists(["en"])
        _ = try await client.add("Bo")
        let index: IndexAnswer = try await client.get("/index")
        #expect(index.index.count == 2)
      }
    }
  }

  @Test func whatIsLeftOfAListIsRemovedAsSoonAsItCanBe() async throws {
    let log = Log()
    let limits = Limits(retryTime: .milliseconds(20))
    let names = (0..<12_000).map { "Name \($0)" }
    try await withServer(of: names, limits: limits, logger: log.logger) { client, database in
      // The third of three parts is not written, since 9999 is the last of the names, and nothing
      // is removed.
      try await database.pool.write {
        try $0.execute(
          sql: """
            CREATE TRIGGER full BEFORE INSERT ON collationKeys
            WHEN new.list > 1 AND new.id = 10000
            BEGIN SELECT raise(ABORT, 'no room'); END;
            CREATE TRIGGER stuck BEFORE DELETE ON collationKeys WHEN old.list > 1
            BEGIN SELECT raise(ABORT, 'no room'); END;
            """)
      }
      // Asked for once: soon it may be asked for again, and would be made again.
      let asked = try await client.send(.get, "/index?locale=sv")
      #expect(asked.status == .serviceUnavailable && asked.headers[.retryAfter] == "1")
      #expect(asked.message.contains("the list of sv is being made"))
      while !log.lines.contains(where: { $0.contains("was not made") }) {
        try await Task.sleep(for: .milliseconds(5))
      }
      func remains() -> Int { log.lines.count { $0.contains("stays for now") } }
      while remains() == 0 { try await Task.sleep(for: .milliseconds(1)) }
      // It is tried again several times, which is not logged.
      try await Task.sleep(for: .milliseconds(200))
      #expect(remains() == 1, "\(log.lines)")
      try await database.pool.write { try $0.execute(sql: "DROP TRIGGER stuck") }
      try await database.waitForLists(["en"])
      let rows = try await database.pool.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM collationKeys")
      }
      #expect(rows == 12_000)
      #expect(try await database.faults() == [])
    }
  }
}

extension ContactDatabase {
  /// Stores the list of English as another collation has it: few names, a block for each section.
  fileprivate func store(_ collation: LocalizedIndexedCollation) async throws {
    let contacts = try await contacts()
    try await pool.write { db in
      try db.execute(
        sql: "UPDATE collationLists SET stamp = ?", arguments: [collation.stamp.description])
      for contact in contacts {
        for table in ["collationKeys", "collationRows"] {
          try db.execute(
            sql: "UPDATE \(table) SET key = ? WHERE list = 1 AND id = ?",
            arguments: [Data(collation.listKey(for: contact.parts).bytes), contact.id])
        }
      }
    }
  }
}
