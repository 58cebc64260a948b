#if GRDB
internal import Collation
public import GRDB

extension DatabaseMigrator {
  /// Registers the migrations of lists of a table: the tables that all lists of a file share, and
  /// triggers on the table.
  ///
  /// ```swift
  /// migrator.registerMigration("people") { db in … }
  /// migrator.registerCollatedLists(of: "people")
  /// ```
  ///
  /// The triggers note the id of each row that is inserted, updated or deleted, so that the lists
  /// follow writes of any program. They call no function, and so they also run in `sqlite3`.
  ///
  /// Register them after the migrations of the table, which needs an `INTEGER PRIMARY KEY`, such as
  /// that of `autoIncrementedPrimaryKey(_:)`. Migrating throws a `DatabaseError` if it has none.
  public mutating func registerCollatedLists(of table: String) {
    registerMigration("CollationGRDB 1 \(table)") { db in
      try db.execute(sql: Schema.tables)
      // A list that was opened before has made the triggers, if the file had lists.
      try Schema.restoreTriggers(on: table, db)
    }
  }
}

/// The tables of the lists, and the triggers.
enum Schema {
  static let tables = """
    -- The lists. A name has more than one while it is made anew, or removed.
    CREATE TABLE IF NOT EXISTS collationLists (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL COLLATE NOCASE,
      name TEXT NOT NULL,
      stamp TEXT NOT NULL,
      titles TEXT NOT NULL,
      hasWords INTEGER NOT NULL,
      state TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0
    );

    -- The rows of the lists, and the words of their names. A page is one seek.
    CREATE TABLE IF NOT EXISTS collationKeys (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (list, key, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS collationWords (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (list, key, id)
    ) WITHOUT ROWID;
    -- The keys of each row in the two tables above. Indexes by id could replace this table, but
    -- would be filled in random order while a list is made, at several times the cost.
    CREATE TABLE IF NOT EXISTS collationRows (
      list INTEGER NOT NULL, id INTEGER NOT NULL, key BLOB NOT NULL, words BLOB NOT NULL,
      PRIMARY KEY (list, id)
    ) WITHOUT ROWID;

    -- Each list in blocks of some hundred rows: where a block starts, and how many rows it has. The
    -- first block of a section starts with the section's own bytes, which are no row's key.
    CREATE TABLE IF NOT EXISTS collationBlocks (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (list, key, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS collationSections (
      list INTEGER NOT NULL, section INTEGER NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (list, section)
    ) WITHOUT ROWID;

    -- The ids of rows that were written since each list was brought up to date. A reader for which
    -- the list is outdated cannot place them: those that it has seen stay for one that can.
    CREATE TABLE IF NOT EXISTS collationNotes (
      list INTEGER NOT NULL, isSeen INTEGER NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (list, isSeen, id)
    ) WITHOUT ROWID;
    """

  /// The triggers that note which rows of a table are written.
  static func triggers(
    on table: String, _ db: Database
  ) throws -> [(name: String, sql: String)] {
    guard try db.tableExists("collationNotes") else {
      throw DatabaseError(
        message: "the lists of '\(table)' have no tables yet: register them with "
          + "DatabaseMigrator.registerCollatedLists(of:), and migrate")
    }
    let (table, idColumn) = try source(table, db)
    let (id, quotedTable) = (idColumn.quotedIdentifier, table.quotedIdentifier)
    let (source, literal) = (quotedTable, table.quotedText)

    // The statement that fires a trigger decides how conflicts in it are resolved: there must be
    // none.
    func note(_ id: String, from: String = "", where condition: String = "") -> String {
      """
      INSERT INTO collationNotes (list, isSeen, id) SELECT DISTINCT list.id, 0, \(id)
      FROM collationLists AS list\(from) WHERE list.source = \(literal) AND list.state <> 'gone'
      \(condition) AND NOT EXISTS
      (SELECT * FROM collationNotes AS note
      WHERE note.list = list.id AND note.isSeen = 0 AND note.id = \(id));
      """
    }
    // INSERT OR REPLACE fires no trigger for a row that it deletes since another column conflicts.
    let replaced = try db.indexes(on: table).filter { $0.isUnique && !$0.columns.isEmpty }
      .sorted { $0.name < $1.name }
      .map { index in
        // An index may have another collation than its column.
        let equalities = try Row.fetchAll(
          db, sql: "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key", arguments: [index.name]
        ).map { row in
          let column = (row["name"] as String).quotedDatabaseIdentifier
          let collation = (row["coll"] as String).quotedDatabaseIdentifier
          return "AND row.\(column) = NEW.\(column) COLLATE \(collation)"
        }
        return note(
          "row.\(id)", from: ", \(source) AS row", where: equalities.joined(separator: " "))
      }.joined(separator: "\n")
    var triggers = [
      ("inserted", "AFTER INSERT", note("NEW.\(id)")),
      ("updated", "AFTER UPDATE", note("NEW.\(id)") + "\n" + note("OLD.\(id)")),
      ("deleted", "AFTER DELETE", note("OLD.\(id)")),
    ]
    if !replaced.isEmpty {
      triggers += [
        ("replaced", "BEFORE INSERT", replaced), ("displaced", "BEFORE UPDATE", replaced),
      ]
    }
    return triggers.map { event, moment, body in
      let name = "collation \(table) \(event)"
      return (
        name,
        """
        CREATE TRIGGER \(name.quotedIdentifier) \(moment) ON \(quotedTable) BEGIN
        \(body)
        END
        """
      )
    }
  }

  /// Whether the triggers of a table are as they would be made today, and whether none is missing
  /// that notes all writes but replacements.
  static func checkTriggers(
    on table: String, _ db: Database
  ) throws -> (areCurrent: Bool, areComplete: Bool) {
    let expected = try triggers(on: table, db)
    let found = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM sqlite_master
        WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE
        """,
      arguments: [table]
    ).reduce(into: [String: String]()) { $0[$1[0]] = $1[1] }
    return (
      expected.allSatisfy { found[$0.name] == $0.sql },
      expected.prefix(3).allSatisfy { found[$0.name] != nil }
    )
  }

  /// Makes the triggers anew. If some were missing, as after a table was replaced by another,
  /// nobody knows what was written, and the lists have to be made anew, also those being made.
  static func restoreTriggers(on table: String, _ db: Database) throws {
    let areComplete = try checkTriggers(on: table, db).areComplete
    for trigger in try triggers(on: table, db) {
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name.quotedDatabaseIdentifier)")
      try db.execute(sql: trigger.sql)
    }
    if !areComplete {
      try db.execute(
        sql: """
          UPDATE collationLists SET state = iif(state = 'ready', 'doubtful', 'gone')
          WHERE source = ? AND state IN ('ready', 'making')
          """,
        arguments: [table])
    }
  }

  /// A table's name as its definition spells it, and the column that is another name of the rowid.
  static func source(
    _ table: String, _ db: Database
  ) throws -> (table: String, idColumn: String) {
    let name = try String.fetchOne(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
      arguments: [table])
    guard let name else { throw DatabaseError(message: "no such table: \(table)") }
    // Any other key has an index.
    let keyColumns = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM pragma_table_xinfo(?1) WHERE pk > 0
        AND NOT EXISTS (SELECT * FROM pragma_index_list(?1) WHERE origin = 'pk')
        """, arguments: [name])
    guard keyColumns.count == 1 else {
      throw DatabaseError(
        message: "the table '\(name)' cannot have lists: expected an INTEGER PRIMARY KEY, neither "
          + "DESC nor WITHOUT ROWID")
    }
    return (name, keyColumns[0])
  }
}

extension String {
  /// As a name in SQL.
  var quotedIdentifier: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

  /// As a text in SQL.
  var quotedText: String { "'" + replacing("'", with: "''") + "'" }
}
#endif
