#if GRDB
internal import Collation
public import GRDB

extension DatabaseMigrator {
  /// Registers migrations that create what a table's lists need: tables shared by all lists of a
  /// file, and triggers.
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
  ///
  /// - Warning: The triggers depend on the table's unique indexes, and on all its columns if an
  ///   indexed one is generated. After each later migration that changes these, register the lists
  ///   again. Otherwise opening a list changes the triggers outside of the migrations, and a
  ///   migrator with `eraseDatabaseOnSchemaChange` erases the database at every launch.
  public mutating func registerCollatedLists(of table: String) {
    var (identifier, number) = ("CollationGRDB 3 \(table)", 1)
    while migrations.contains(identifier) {
      number += 1
      identifier = "CollationGRDB 3 \(table) \(number)"
    }
    registerMigration(identifier) { db in
      try Schema.makeTables(db)
      // A list that was opened before has made the triggers, if the file had lists.
      try Schema.restoreTriggers(on: table, db)
    }
  }
}

/// The tables of the lists, and the triggers.
enum Schema {
  static let tables = """
    -- The lists, and without a name the search keys that all lists of a table share. There may be
    -- more than one of a name while it is made anew, or removed.
    CREATE TABLE IF NOT EXISTS collationLists (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL COLLATE NOCASE,
      name TEXT,
      stamp TEXT NOT NULL,
      titles TEXT NOT NULL,
      state TEXT NOT NULL,
      revision INTEGER NOT NULL DEFAULT 0,
      -- The last search key that was swept; NULL if the next sweep begins with the first.
      sweptKey BLOB,
      sweptId INTEGER
    );

    -- The rows of the lists, and the search keys of rows. A page is one seek.
    CREATE TABLE IF NOT EXISTS collationKeys (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (list, key, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS collationWords (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (list, key, id)
    ) WITHOUT ROWID;
    -- The block that has each row, in which its key is found without storing it twice.
    CREATE TABLE IF NOT EXISTS collationRows (
      list INTEGER NOT NULL, id INTEGER NOT NULL, block INTEGER NOT NULL, PRIMARY KEY (list, id)
    ) WITHOUT ROWID;

    -- Each list in blocks of some hundred rows: where a block starts, and how many rows it has. The
    -- first block of a section starts with the section's own bytes, which are no row's key.
    CREATE TABLE IF NOT EXISTS collationBlocks (
      list INTEGER NOT NULL, key BLOB NOT NULL, id INTEGER NOT NULL, number INTEGER NOT NULL,
      count INTEGER NOT NULL, PRIMARY KEY (list, key, id), UNIQUE (list, number)
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

  /// Makes the tables, in place of those of earlier versions, in which search keys were not swept.
  static func makeTables(_ db: Database) throws {
    let areOld = try Bool.fetchOne(
      db,
      sql: """
        SELECT count(*) > 0 AND NOT max(name = 'sweptKey') FROM pragma_table_info('collationLists')
        """)!
    guard areOld else { return try db.execute(sql: tables) }
    let last = try Int64.fetchOne(
      db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'collationLists'")
    for table in ["Lists", "Keys", "Words", "Rows", "Texts", "Blocks", "Sections", "Notes"] {
      try db.execute(sql: "DROP TABLE IF EXISTS collation\(table)")
    }
    try db.execute(sql: tables)
    // No list gets the id of an earlier one, nor repeats its revisions.
    try db.execute(
      sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('collationLists', ?)",
      arguments: [last ?? 0])
  }

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

    // The statement that fires a trigger decides how conflicts in it are resolved: there must be
    // none.
    func note(_ id: String, from: String = "") -> String {
      """
      INSERT INTO collationNotes (list, isSeen, id) SELECT DISTINCT list.id, 0, \(id)
      FROM collationLists AS list\(from)
      WHERE list.source = \(table.quotedText) AND list.state <> 'gone' AND NOT EXISTS
      (SELECT * FROM collationNotes AS note
      WHERE note.list = list.id AND note.isSeen = 0 AND note.id = \(id));
      """
    }
    var triggers = [
      ("inserted", "AFTER INSERT", note("NEW.\(id)")),
      ("updated", "AFTER UPDATE", note("NEW.\(id)") + "\n" + note("OLD.\(id)")),
      ("deleted", "AFTER DELETE", note("OLD.\(id)")),
    ]
    // OR REPLACE fires no trigger for a row that it deletes since another column conflicts.
    let conflicts = try conflicts(on: table, db)
    if !conflicts.isEmpty {
      let replaced = conflicts.map {
        note(
          "row.\(id)",
          from: ", (SELECT \(id) FROM \(quotedTable) WHERE \($0.condition)) AS row")
      }.joined(separator: "\n")
      // SQLite generates the columns of NEW from those alone that a trigger names.
      let named =
        conflicts.contains(where: \.hasGenerated)
        ? "SELECT \(try ordinaryColumns(of: table, db).joined(separator: ", "));\n" : ""
      triggers += [
        ("replaced", "BEFORE INSERT", replaced), ("displaced", "BEFORE UPDATE", named + replaced),
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

  /// For each unique index whose columns have names, the condition under which a row is in the way
  /// of NEW, and whether a column of the index is generated.
  private static func conflicts(
    on table: String, _ db: Database
  ) throws -> [(condition: String, hasGenerated: Bool)] {
    let tableColumns = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [table])
    let indexes = try Row.fetchAll(
      db,
      sql: """
        SELECT name, partial, (SELECT sql FROM sqlite_master WHERE type = 'index' AND name = i.name)
        FROM pragma_index_list(?) AS i WHERE "unique" ORDER BY name
        """, arguments: [table])
    return try indexes.compactMap { index in
      let columns = try Row.fetchAll(
        db,
        sql: """
          SELECT i.name, i.coll, iif("notnull", dflt_value, NULL), hidden > 1
          FROM pragma_index_xinfo(?) AS i LEFT JOIN pragma_table_xinfo(?) AS t ON t.cid = i.cid
          WHERE i.key ORDER BY i.seqno
          """, arguments: [index[0] as String, table])
      var conditions: [String] = []
      if index[1] {
        let condition = partialCondition(ofIndex: index[2], columns: tableColumns)
        guard let condition else { return nil }
        // Its last line may be a comment.
        conditions.append("(\(condition)\n)")
      }
      for column in columns {
        guard let name = (column[0] as String?)?.quotedIdentifier else { return nil }
        let value = literal(ofDefault: column[2]).map { "ifnull(NEW.\(name), \($0))" }
        // An index may have another collation than its column.
        let collation = (column[1] as String).quotedIdentifier
        conditions.append("\(name) = \(value ?? "NEW.\(name)") COLLATE \(collation)")
      }
      return (conditions.joined(separator: " AND "), columns.contains { $0[3] })
    }
  }

  /// What follows WHERE in the SQL of an index. SQLite takes "d" for 'd' there if no column has
  /// that name, but not in a trigger, unless the program allows it.
  private static func partialCondition(ofIndex sql: String?, columns: [String]) -> String? {
    // Quoted names and texts, comments, names and keywords, and single characters.
    let tokens =
      #/
      '[^']*' | "(?:[^"]|"")*" | `[^`]*` | \[[^\]]*\] | --[^\n]* | /\*.*?\*/
      | [\w$\u{80}-\u{10FFFF}]+ | .
      /#.dotMatchesNewlines().matchingSemantics(.unicodeScalar)
    let names = Set(columns.map { $0.lowercased() })
    let found = (sql ?? "").matches(of: tokens).map(\.output)
    guard let start = found.firstIndex(where: { $0.uppercased() == "WHERE" }) else { return nil }
    return found[(start + 1)...].map { token in
      guard token.first == "\"", token.count > 1 else { return String(token) }
      let name = token.dropFirst().dropLast().replacing("\"\"", with: "\"")
      return names.contains(name.lowercased()) ? String(token) : String(name).quotedText
    }.joined()
  }

  /// What OR REPLACE puts in the place of NULL, if it is a literal. An expression may call
  /// functions that other programs do not have.
  private static func literal(ofDefault sql: String?) -> String? {
    guard let sql else { return nil }
    let literal =
      #/
      '([^']|'')*' | [Xx]'[0-9A-Fa-f]*' | [+\-]?[0-9.][0-9A-Za-z.+\-]*
      | (?i:NULL | TRUE | FALSE | CURRENT_TIME | CURRENT_DATE | CURRENT_TIMESTAMP)
      /#
    if sql.wholeMatch(of: literal) != nil { return sql }
    // SQLite takes d and "d" for 'd', but not where it may be a column.
    let text = sql.wholeMatch(of: #/"([^"]*)"|([A-Za-z_]\w*)/#)
    return (text?.1 ?? text?.2).map { String($0).quotedText }
  }

  private static func ordinaryColumns(of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", arguments: [table]
    ).map { "NEW.\($0.quotedIdentifier)" }
  }

  /// Whether the triggers of a table are as they would be made today, and whether none is missing
  /// that notes all writes but replacements.
  static func checkTriggers(
    on table: String, _ db: Database
  ) throws -> (areCurrent: Bool, areComplete: Bool) {
    let expected = try triggers(on: table, db)
    let found = try foundTriggers(on: table, db)
    return (
      found == Dictionary(uniqueKeysWithValues: expected.map { ($0.name, $0.sql) }),
      expected.prefix(3).allSatisfy { found[$0.name] != nil }
    )
  }

  /// The library's triggers that a table has, by name: also those for indexes that are gone, and
  /// those that it had under another name.
  private static func foundTriggers(on table: String, _ db: Database) throws -> [String: String] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM sqlite_master WHERE type = 'trigger'
        AND tbl_name = ? COLLATE NOCASE AND name GLOB 'collation * *ed'
        AND sql GLOB '*INSERT INTO collationNotes*'
        """, arguments: [table]
    ).reduce(into: [:]) { $0[$1[0]] = $1[1] }
  }

  /// Makes the triggers anew. If some were missing, as after a table was replaced by another,
  /// nobody knows what was written, and the lists have to be made anew, also those being made.
  static func restoreTriggers(on table: String, _ db: Database) throws {
    let areComplete = try checkTriggers(on: table, db).areComplete
    let triggers = try triggers(on: table, db)
    for name in try foundTriggers(on: table, db).keys + triggers.map(\.name) {
      try db.execute(sql: "DROP TRIGGER IF EXISTS \(name.quotedIdentifier)")
    }
    for trigger in triggers { try db.execute(sql: trigger.sql) }
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
