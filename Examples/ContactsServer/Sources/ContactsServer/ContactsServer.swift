import ArgumentParser
import Collation
import CollationFiling
import CollationLists
import Foundation
import GRDB
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// A server of a list of names, in the order and with the index of each reader's language.
@main
struct ContactsServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves a list of names, with its index, in the order of each reader's language.")

  @Option(help: "The file of the database, which is made if it is missing.")
  var database = "contacts.sqlite"

  @Option(help: "How many made-up names a new database has. (default: 5000)")
  var seed: Int?

  @Option(help: "The port on 127.0.0.1; 0 for any that is free.")
  var port = 8080

  @Option(
    help: "A host as which the server is asked, without a port. May be given more than once.")
  var allowedHost = Limits().hosts.sorted()

  @Option(help: "How many lists are kept, of those that readers' languages take.")
  var lists = Limits().lists

  func validate() throws {
    guard seed ?? 0 >= 0 else { throw ValidationError("--seed is a number of names, 0 or more") }
    guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
    guard lists >= 2 else { throw ValidationError("--lists is 2 or more") }
  }

  func run() async throws {
    let logger = Logger(label: "ContactsServer")
    do {
      // Nothing is written beside a file of others, either.
      let isNew = try DatabaseFile.isNew(database)
      try DatabaseFile.lock(database)
      let names = try ContactDatabase(path: database, seed: seed ?? 5_000)
      if !isNew, seed != nil {
        logger.notice("\(database) has its names: --seed does nothing")
      }
      // After the services. SQLite brings its log into the file if the last connection to be closed
      // is one that writes, so those that read go first.
      defer {
        names.pool.releaseMemory()
        try? names.pool.close()
      }
      let services = try await Self.services(
        of: names, port: port,
        limits: Limits(hosts: Set(allowedHost.map { $0.lowercased() }), lists: lists),
        logger: logger
      ) { port in logger.notice("serving http://127.0.0.1:\(port)/") }
      var group = ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      // Clients that take longer are left.
      group.maximumGracefulShutdownDuration = .seconds(5)
      try await ServiceGroup(configuration: group).run()
    } catch let error as DatabaseError {
      let fault = DatabaseFault(error)?.rawValue ?? "cannot be used"
      throw Failure("\(database) \(fault): \(error.message ?? error.resultCode.description)")
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw Failure("port \(port) is taken: name another --port")
    }
  }

  /// The languages of the lists, from A to Z or from Z to A.
  static func catalog(isDescending: Bool = false) throws -> CollationCatalog {
    var layout = SectionLayout.uikit
    layout.isDescending = isDescending
    let filing = FilingRules(articles: .standard, skipsPunctuation: true)
    return try CollationCatalog(
      locales: [
        "en", "ar", "cs", "da", "de", "el", "es", "fr", "he", "hi", "ja", "ko", "pl", "ru", "sv",
        "th", "tr", "uk", "vi", "zh", "zh-Hant",
      ], fallback: "en"
    ) { try LocalizedIndexedCollation(locale: $0, layout: layout, filing: filing) }
  }

  /// The maker of lists, and the server, which ends before it, and tells at which port it listens.
  static func services(
    of database: ContactDatabase, port: Int, limits: Limits, searches: SearchGate? = nil,
    logger: Logger, listening: @escaping @Sendable (_ port: Int) -> Void
  ) async throws -> [any Service] {
    let count = try await database.pool.read { try Contact.fetchCount($0) }
    logger.notice("\(database.pool.path): \(count) names")
    let lists = ListMaker(database, limits, logger: logger)
    try await lists.findLists()
    let searches =
      searches ?? SearchGate(limit: limits.searches, waitingLimit: limits.waitingSearches)
    let application = Application(
      router: Routes(database: database, lists: lists, limits: limits, searches: searches).router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [RequestDeadline(limits.requestTime)],
          idleTimeout: .seconds(60))),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in listening(channel.localAddress?.port ?? port) },
      logger: logger)
    return [lists, application]
  }
}
