import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB

/// The names, in one SQLite file, and a list of them for each order in use.
///
/// A write changes the names and every list in one transaction, and is on the disk when it is
/// answered.
struct ContactDatabase: Sendable {
  let pool: DatabasePool
  let catalog: CollationCatalog
  /// The same orders from Z to A.
  let descendingCatalog: CollationCatalog
  /// The variant of each list, by the list's name.
  let variants: [String: CollationCatalog.Variant]
  /// The lists that there may be, by name.
  let lists: [String: CollatedList<Contact>]
  private let files: FileWatch

  /// Opens a file, or makes one with some made-up names.
  init(path: String, seed: Int = 0) throws {
    catalog = try ContactsServer.catalog()
    descendingCatalog = try ContactsServer.catalog(isDescending: true)
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
    let pool = try DatabasePool(path: file, configuration: configuration)
    self.pool = pool
    files = FileWatch(path)
    // A pool keeps a write-ahead log and leaves its last writes to the operating system: FULL has
    // them on the disk.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(
        sql: """
          CREATE TABLE names (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            family TEXT, given TEXT, sortAs TEXT, reading TEXT, language TEXT
          ) STRICT
          """)
      try Self.insertMadeUpNames(seed, db)
    }
    migrator.registerCollatedLists(of: "names")
    try migrator.migrate(pool)
    lists = try variants.mapValues {
      try CollatedList(
        $0.storedName, in: pool, for: $0.collation, words: \.words,
        names: { NameList($0, filedBy: \.parts) })
    }
  }

  /// A list of the file, by its name. One that no locale uses can only be removed.
  func list(named name: String) throws -> CollatedList<Contact> {
    try lists[name] ?? CollatedList(name, in: pool, for: catalog.fallback.collation, by: \.name)
  }

  /// The names of the lists in the file, also of those that are half made or half removed.
  func listNames(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT name FROM collationLists GROUP BY name ORDER BY min(id)"))
  }

  // MARK: Reading

  /// Reads a list for a client, unless the file is gone; `nil` if the list is still to be made.
  func read<Result: Sendable>(
    listOf variant: CollationCatalog.Variant,
    _ body: @escaping @Sendable (CollatedList<Contact>.Contents) throws -> Result
  ) async throws -> Result? {
    try files.check()
    do {
      return try await lists[variant.storedName]!.read(body)
    } catch let error as CollationError where error.code == .missingStamp {
      return nil
    }
  }

  func contact(_ id: Int64) async throws -> Contact? {
    try files.check()
    return try await pool.read { try Contact.fetchOne($0, key: id) }
  }

  // MARK: Writing

  /// Changes the names, and brings the change into every list.
  func write<Result: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    let result = try await pool.write { db in
      try files.check()
      let result = try change(db)
      for name in try listNames(db) { try lists[name]?.update(db) }
      return result
    }
    // A write to a file that is gone by now is not confirmed.
    try files.check()
    return result
  }
}

extension CollationCatalog.Variant {
  /// The name of the list in the file. That from Z to A is a list of its own.
  var storedName: String { collation.layout.isDescending ? "\(listName) descending" : listName }
}
