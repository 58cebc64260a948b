import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import GRDB
import Logging
import ServiceLifecycle

/// The contacts in an SQLite file, with a sorted list for each language that somebody reads.
struct ContactStore: Sendable {
  let pool: DatabasePool
  let catalog: CollationCatalog
  let lists: CollatedLists<Contact>

  /// Opens a file, or creates one with as many made-up contacts as `seed` says. The first of
  /// `locales` is for readers of any other language.
  init(path: String, locales: [String], seed: Int = 0) throws {
    var configuration = Configuration()
    // Another program, such as sqlite3, may hold the lock for a moment.
    configuration.busyMode = .timeout(10)
    // In WAL mode, only FULL has a transaction on the disk when it returns.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let pool = try DatabasePool(path: path, configuration: configuration)
    self.pool = pool

    var migrator = DatabaseMigrator()
    migrator.registerMigration("contacts") { db in
      try db.create(table: "contacts") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        for part in ["family", "given", "sortAs", "reading", "language"] {
          table.column(part, .text)
        }
      }
      for var contact in Contact.madeUp(seed) { try contact.insert(db) }
    }
    migrator.registerCollatedLists(of: "contacts")
    try migrator.migrate(pool)

    // The Beatles are under B, and “Heroes” is under H.
    let filing = FilingRules(articles: .standard, skipsPunctuation: true)
    catalog = try CollationCatalog(locales: locales, fallback: locales[0]) { locale in
      try LocalizedIndexedCollation(locale: locale, layout: .uikit, filing: filing)
    }
    lists = try CollatedLists(for: catalog) { variant in
      try CollatedList(
        variant.listName, in: pool, for: variant.collation, hidingEmpty: true,
        searchTexts: \.searchTexts, names: { NameList($0, filedBy: \.parts) })
    }
  }
}

/// Makes the lists that readers ask for.
struct ListMaker: Service {
  let lists: CollatedLists<Contact>
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await lists.run { variant, error in
        if let error {
          logger.error("the list of \(variant.locale) is not made: \(error)")
        } else {
          logger.info("the list of \(variant.locale) is ready")
        }
      }
    }
  }
}
