import Collation
import Foundation
import GRDB

/// The names, in one SQLite file, and a list of them for each locale in use.
///
/// A write changes the names, every list and the revision in one transaction, and is on the disk when
/// it is answered.
struct ContactDatabase: Sendable {
  let pool: DatabasePool
  let offered: OfferedCollations

  /// Opens a file, or makes one with some made-up names.
  init(path: String, offered: OfferedCollations, seed: Int = 0) throws {
    self.offered = offered
    pool = try DatabasePool(path: path)
    // A pool keeps a write-ahead log and leaves its last writes to the operating system: FULL has
    // them on the disk.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: Self.schema)
      try Self.insertMadeUpNames(seed, db)
    }
    try migrator.migrate(pool)
  }

  private static let schema = """
    CREATE TABLE names (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;

    -- A number that each write raises, and each start, to the time at least, so that a new file does
    -- not repeat the revisions that clients have of an old one.
    CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
    INSERT INTO revision VALUES (0);

    -- The names in the order of a locale.
    CREATE TABLE lists (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      locale TEXT NOT NULL UNIQUE,
      stamp TEXT NOT NULL,
      isReady INTEGER NOT NULL
    ) STRICT;

    -- The rows of the lists. A page is one seek in the primary key.
    CREATE TABLE keys (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (list, key, id)
    ) STRICT, WITHOUT ROWID;

    -- Each list in blocks of some hundred rows: where a block begins, and how many rows it has. The
    -- first block of a section begins with the section's own bytes and the id 0.
    CREATE TABLE blocks (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (list, key, id)
    ) STRICT, WITHOUT ROWID;

    -- The names that were written while a list was being made.
    CREATE TABLE changes (
      list INTEGER NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (list, id)
    ) STRICT, WITHOUT ROWID;
    """

  /// The list of a locale; `nil` if there is none, or it is still being made.
  func list(_ offer: OfferedCollations.Offer, _ db: Database) throws -> NameList? {
    let id = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM lists WHERE locale = ? AND isReady"),
      arguments: [offer.locale])
    return id.map { NameList(id: $0, of: offer) }
  }

  func count() async throws -> Int {
    try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM names")! }
  }

  func revision(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT number FROM revision"))!
  }

  // MARK: Writing

  func insert(_ name: String) async throws -> Contact {
    try await write { db, changed in
      try db.execute(sql: "INSERT INTO names (name) VALUES (?)", arguments: [name])
      let contact = Contact(id: db.lastInsertedRowID, name: name)
      try changed(nil, contact)
      return contact
    }
  }

  /// Gives a contact another name; `nil` if there is no such contact.
  func rename(_ id: Int64, to name: String) async throws -> Contact? {
    try await write { db, changed in
      guard let old = try contact(id, db) else { return nil }
      try db.execute(sql: "UPDATE names SET name = ? WHERE id = ?", arguments: [name, id])
      let new = Contact(id: id, name: name)
      try changed(old, new)
      return new
    }
  }

  /// Whether there was such a contact.
  func delete(_ id: Int64) async throws -> Bool {
    try await write { db, changed in
      guard let old = try contact(id, db) else { return false }
      try db.execute(sql: "DELETE FROM names WHERE id = ?", arguments: [id])
      try changed(old, nil)
      return true
    }
  }

  func contact(_ id: Int64, _ db: Database) throws -> Contact? {
    try String.fetchOne(db, sql: "SELECT name FROM names WHERE id = ?", arguments: [id])
      .map { Contact(id: id, name: $0) }
  }

  private typealias Changed = (_ old: Contact?, _ new: Contact?) throws -> Void

  /// Runs a transaction that tells what it changed.
  private func write<Result: Sendable>(
    _ change: @escaping @Sendable (Database, Changed) throws -> Result
  ) async throws -> Result {
    try await pool.write { db in
      try change(db) { old, new in
        for row in try Row.fetchAll(db, sql: "SELECT id, locale, isReady FROM lists") {
          guard row["isReady"] else {
            try db.execute(
              sql: "INSERT OR IGNORE INTO changes VALUES (?, ?)",
              arguments: [row["id"] as Int64, (old ?? new)?.id])
            continue
          }
          // A list of a locale that is no longer offered goes before anything is served.
          let list = NameList(id: row["id"], of: offered[row["locale"]]!)
          if let old { try list.remove(list.place(of: old), db) }
          if let new { try list.insert([list.place(of: new)], db) }
        }
        try raiseRevision(db)
      }
    }
  }

  /// Goes on with revisions that no client has seen, also where the file is an old copy.
  func startRevision() async throws {
    try await pool.write {
      try $0.execute(sql: "UPDATE revision SET number = max(number + 1, unixepoch())")
    }
  }

  func raiseRevision(_ db: Database) throws {
    try db.execute(sql: "UPDATE revision SET number = number + 1")
  }
}

struct Contact: Codable, Hashable, Sendable {
  let id: Int64
  let name: String
}
