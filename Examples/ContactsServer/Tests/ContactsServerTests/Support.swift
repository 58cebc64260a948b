import Foundation
import FoundationNetworking
import Hummingbird
import Logging
import ServiceLifecycle
import Testing

@testable import ContactsServer

/// Runs a test with a server of some contacts, in a file of its own.
///
/// - Parameters:
///   - contacts: The contacts, whose ids count from 1.
///   - makesLists: Whether the lists are made before the test.
func withServer(
  of contacts: [Contact], makesLists: Bool = true,
  _ test: @escaping @Sendable (Client, ContactStore) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  let store = try ContactStore(
    path: folder.appending(path: "contacts.sqlite").path, locales: ["en", "ja", "sv"])
  try await store.pool.write { db in for var contact in contacts { try contact.insert(db) } }
  if makesLists {
    let making = Task { await store.lists.run() }
    for variant in store.catalog.lists {
      while try await store.lists.list(for: variant).progress != nil {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    making.cancel()
    await making.value
  }
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  let logger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
  // Without the service that makes lists, which would make those that a test has not made.
  let application = Application(
    router: buildRouter(store: store),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in port.yield(channel.localAddress!.port!) }, logger: logger)
  let services = ServiceGroup(services: [application], logger: logger)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      // A server that doesn't start has no port to wait for.
      defer { port.finish() }
      try await services.run()
    }
    group.addTask {
      defer { Task { await services.triggerGracefulShutdown() } }
      for await port in ports { return try await test(Client(port: port), store) }
    }
    try await group.waitForAll()
  }
  try store.pool.close()
}

func withServer(
  of names: [String], makesLists: Bool = true,
  _ test: @escaping @Sendable (Client, ContactStore) async throws -> Void
) async throws {
  try await withServer(of: names.map { Contact(name: $0) }, makesLists: makesLists, test)
}

/// A client of the server. Hummingbird's own is not used, since it would build BoringSSL.
struct Client: Sendable {
  struct Response {
    let status: HTTPResponse.Status
    let headers: [String: String]
    let body: Data

    func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
      try JSONDecoder().decode(Answer.self, from: body)
    }
  }

  let port: Int
  private let session = URLSession(configuration: .ephemeral)

  init(port: Int) { self.port = port }

  func url(_ uri: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(uri)")! }

  func send(
    _ method: HTTPRequest.Method, _ uri: String, _ json: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> Response {
    var request = URLRequest(url: url(uri))
    request.httpMethod = method.rawValue
    request.httpBody = json.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (body, response) = try await session.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    return Response(
      status: HTTPResponse.Status(code: answer.statusCode),
      headers: answer.allHeaderFields as? [String: String] ?? [:], body: body)
  }

  func get<Answer: Decodable>(
    _ uri: String, headers: [String: String] = [:], as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    let response = try await send(.get, uri, headers: headers)
    let answer = String(decoding: response.body, as: UTF8.self)
    try #require(response.status == .ok, "\(uri): \(answer)")
    return try response.decoded()
  }

  func names(_ uri: String) async throws -> [String] {
    try await get(uri, as: ListPage.self).names
  }
}

extension ListPage {
  var names: [String] { rows.map(\.contact.name) }
}
