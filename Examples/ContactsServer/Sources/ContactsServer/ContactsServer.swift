import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// A server of contacts, in the order and with the index of each reader's language.
@main
struct ContactsServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves a list of contacts in the order of each reader's language.")

  @Option(help: "The SQLite file; it is created if it is missing.")
  var database = "contacts.sqlite"

  @Option(help: "The number of made-up contacts in a new file.")
  var seed = 5_000

  @Option(help: "The port on 127.0.0.1.")
  var port = 8080

  @Option(help: "A language to offer; may be repeated. The first is for all other readers.")
  var locale = ["en", "ar", "de", "ja", "ko", "ru", "sv", "zh"]

  func run() async throws {
    let store = try ContactStore(path: database, locales: locale, seed: seed)
    defer { try? store.pool.close() }
    try await buildApplication(store: store, port: port).runService()
  }
}

func buildApplication(store: ContactStore, port: Int = 0) -> some ApplicationProtocol {
  let logger = Logger(label: "ContactsServer")
  var application = Application(
    router: buildRouter(store: store),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
    onServerRunning: { channel in
      logger.notice("serving http://127.0.0.1:\(channel.localAddress?.port ?? port)/")
    },
    logger: logger)
  application.addServices(ListMaker(lists: store.lists, logger: logger))
  return application
}

func buildRouter(store: ContactStore) -> Router<BasicRequestContext> {
  let router = Router()
  router.addMiddleware {
    LogRequestsMiddleware(.debug)
    FileMiddleware(Bundle.module.bundlePath + "/Page", searchForIndexHtml: true)
    ErrorMiddleware()
  }
  router.addRoutes(ContactsController(store: store).routes)
  return router
}
