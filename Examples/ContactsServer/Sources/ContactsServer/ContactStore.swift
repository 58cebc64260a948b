import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import GRDB
import Logging
import ServiceLifecycle

/// The contacts in an SQLite file, with a sorted list for each language.
struct ContactStore: Sendable {
  let pool: DatabasePool
  let catalog: CollationCatalog
  private let lists: [String: CollatedList<Contact>]

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
    var lists: [String: CollatedList<Contact>] = [:]
    for variant in catalog.lists {
      lists[variant.listName] = try CollatedList(
        variant.listName, in: pool, for: variant.collation, hidingEmpty: true,
        searchTexts: \.searchTexts,
        names: { NameList($0, filedBy: \.parts) })
    }
    self.lists = lists
  }

  /// The list of a variant of the catalog.
  func list(for variant: CollationCatalog.Variant) -> CollatedList<Contact> {
    lists[variant.listName]!
  }
}

/// Makes the lists that a file doesn't have yet, or that an upgrade of ICU has outdated.
struct ListMaker: Service {
  let store: ContactStore
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for variant in store.catalog.lists {
        do {
          try await store.list(for: variant).make()
          logger.info("the list of \(variant.locale) is ready")
        } catch is CancellationError {
          return
        } catch {
          logger.error("the list of \(variant.locale) is not made: \(error)")
        }
      }
    }
    // A service that returns would end the server.
    try? await gracefulShutdown()
  }
}
