import Collation
import CollationLists
import Foundation
import GRDB

/// The names, in one SQLite file, and a list of them for each order in use.
///
/// A write changes the names, every list and the revision in one transaction, and is on the disk
/// when it is answered.
struct ContactDatabase: Sendable {
  let pool: DatabasePool
  let catalog: CollationCatalog
  /// The same orders from Z to A.
  let descendingCatalog: CollationCatalog
  /// The variant of each list, by the list's name.
  private let variants: [String: CollationCatalog.Variant]
  private let files: FileWatch

  /// Opens a file, or makes one with some made-up names.
  init(path: String, catalog: CollationCatalog, seed: Int = 0) throws {
    self.catalog = catalog
    descendingCatalog = try catalog.descending()
    variants = Dictionary(
      uniqueKeysWithValues: (catalog.lists + descendingCatalog.lists).map { ($0.storedName, $0) })
    // An absolute path, for SQLite takes "file:" for a URI, which may name another file.
    let file = DatabaseFile.resolved(path)
    if try DatabaseFile.isNew(file) {
      try DatabaseFile.begin(file)
    } else {
      try DatabaseFile.check(file)
    }
    var configuration = Configuration()
    // Another program, such as sqlite3, may hold the lock for a moment.
    configuration.busyMode = .timeout(10)
    pool = try DatabasePool(path: file, configuration: configuration)
    files = FileWatch(path)
    // A pool keeps a write-ahead log and leaves its last writes to the operating system: FULL has
    // them on the disk.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: Self.schema)
      try Self.insertMadeUpNames(seed, db)
    }
    // A list once was that of a locale.
    migrator.registerMigration("2") { db in
      try db.execute(sql: "ALTER TABLE lists RENAME COLUMN locale TO name")
    }
    // A list in an old order stands beside that which takes its place.
    migrator.registerMigration("3") { db in
      try db.execute(
        sql: """
          CREATE TABLE newLists (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            stamp TEXT NOT NULL,
            titles TEXT NOT NULL,
            state TEXT NOT NULL
          ) STRICT;
          INSERT INTO newLists
            SELECT id, name, stamp, '', iif(isReady, 'ready', 'making') FROM lists;
          DROP TABLE lists;
          ALTER TABLE newLists RENAME TO lists;
          """)
    }
    // A name once was one text.
    migrator.registerMigration("4") { db in
      let columns = Set(try db.columns(in: "names").map(\.name))
      for column in ["family", "given", "sortAs", "reading", "language"]
      where !columns.contains(column) {
        try db.execute(sql: "ALTER TABLE names ADD COLUMN \(column) TEXT")
      }
    }
    try migrator.migrate(pool)
  }

  private static let schema = """
    -- Migration 4 adds the parts of a name where they are not there yet.
    CREATE TABLE names (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      family TEXT, given TEXT, sortAs TEXT, reading TEXT, language TEXT
    ) STRICT;

    -- A number that each write raises, and each start, to the time at least. So a new file does not
    -- repeat the revisions that clients have of an old one.
    CREATE TABLE revision (number INTEGER NOT NULL) STRICT;
    INSERT INTO revision VALUES (0);

    -- The orders in which the names are stored. Migration 2 renames the locale: all locales with
    -- the same stamp share a list, and the first of these gives it its name. Migration 3 has
    -- ContactList.State in place of isReady, and the titles of the sections.
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

    -- Each list in blocks of some hundred rows: where a block starts, and the number of its rows.
    -- The first block of a section starts with the section's own bytes, which are no row's key, and
    -- an id of 0.
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

  /// The variant of the list with a name; `nil` if no locale of the catalog uses such a list.
  func variant(ofList name: String) -> CollationCatalog.Variant? { variants[name] }

  /// The list of a variant, or that in an old order, and the revision of the names; `nil` if the
  /// list is still to be made.
  func list(
    of variant: CollationCatalog.Variant, _ db: Database
  ) throws -> (list: ContactList, revision: Int)? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, iif(state = 'old', stamp, NULL), number FROM lists CROSS JOIN revision
          WHERE name = ? AND state IN ('ready', 'old') ORDER BY state = 'ready' DESC LIMIT 1
          """),
      arguments: [variant.storedName])
    return row.map { row in
      let oldStamp = (row[1] as String?).flatMap(CollationStamp.init)
      return (ContactList(id: row[0], collation: variant.collation, oldStamp: oldStamp), row[2])
    }
  }

  func count() async throws -> Int {
    try await pool.read { try Table("names").fetchCount($0) }
  }

  /// Reads for a client, unless the file is gone.
  func read<Result: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try files.check()
    return try await pool.read(query)
  }

  // MARK: Writing

  /// Inserts a contact, which gets its id.
  func insert(_ contact: Contact) async throws -> Contact {
    try await write { db, changed in
      var contact = contact
      try Self.insert(contact, db)
      contact.id = db.lastInsertedRowID
      try changed(contact.id, nil, contact)
      return contact
    }
  }

  /// Inserts a contact of which no list knows yet.
  static func insert(_ contact: Contact, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO names (\(Contact.columns)) VALUES (?, ?, ?, ?, ?, ?)"
    )
    .execute(arguments: StatementArguments(contact.texts))
  }

  /// Puts a contact in the place of that with the same id; `nil` if there is no such contact.
  func replace(with contact: Contact) async throws -> Contact? {
    try await write { db, changed in
      guard let old = try self.contact(contact.id, db) else { return nil }
      try db.execute(
        sql: "UPDATE names SET (\(Contact.columns)) = (?, ?, ?, ?, ?, ?) WHERE id = ?",
        arguments: StatementArguments(contact.texts) + [contact.id])
      try changed(contact.id, old, contact)
      return contact
    }
  }

  /// Whether there was such a contact.
  func delete(_ id: Int64) async throws -> Bool {
    try await write { db, changed in
      guard let old = try contact(id, db) else { return false }
      try db.execute(sql: "DELETE FROM names WHERE id = ?", arguments: [id])
      try changed(id, old, nil)
      return true
    }
  }

  func contact(_ id: Int64, _ db: Database) throws -> Contact? {
    try Contact.fetchOne(
      db, sql: "SELECT \(Contact.columns), id FROM names WHERE id = ?", arguments: [id])
  }

  private typealias Changed = (_ id: Int64, _ old: Contact?, _ new: Contact?) throws -> Void

  /// Runs a transaction that tells what it changed.
  private func write<Result: Sendable>(
    _ change: @escaping @Sendable (Database, Changed) throws -> Result
  ) async throws -> Result {
    let result = try await pool.write { db in
      try files.check()
      return try change(db) { contact, old, new in
        // Where a name stands in an old order, nobody knows: the list that takes its place has it.
        for row in try Row.fetchAll(
          db, sql: "SELECT id, name, state FROM lists WHERE state IN ('making', 'ready')")
        {
          guard row["state"] == ContactList.State.ready, let variant = variant(ofList: row["name"])
          else {
            try db.execute(
              sql: "INSERT OR IGNORE INTO changes VALUES (?, ?)",
              arguments: [row["id"] as Int64, contact])
            continue
          }
          let list = ContactList(id: row["id"], collation: variant.collation)
          if let old { try list.remove(list.place(of: old), db) }
          if let new { try list.insert([list.place(of: new)], db) }
        }
        try raiseRevision(db)
      }
    }
    // A write to a file that is gone by now is not confirmed.
    try files.check()
    return result
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

extension CollationCatalog {
  /// The same locales, from Z to A.
  fileprivate func descending() throws -> CollationCatalog {
    try CollationCatalog(locales: variants.map(\.locale), fallback: fallback.locale) { locale in
      let ascending = self[locale]!.collation
      var layout = ascending.layout
      layout.isDescending = true
      return try LocalizedIndexedCollation(collator: ascending.collator, layout: layout)
    }
  }
}

extension CollationCatalog.Variant {
  /// The name of the list in the file. That from Z to A is a list of its own.
  var storedName: String { collation.layout.isDescending ? "\(listName) descending" : listName }
}
