import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ContactsServer

/// Runs a test with a server of some contacts, in a file of its own.
///
/// - Parameters:
///   - contacts: The contacts, whose ids count from 1.
///   - setup: How the test talks to the server: by its router, or over a connection.
///   - makesLists: Whether the lists are made before the test.
func withServer(
  of contacts: [Contact], setup: TestingSetup = .router, makesLists: Bool = true,
  _ test: @Sendable (any TestClientProtocol, ContactStore) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  let store = try ContactStore(
    path: folder.appending(path: "contacts.sqlite").path, locales: ["en", "ja", "sv"])
  try await store.pool.write { db in for var contact in contacts { try contact.insert(db) } }
  if makesLists {
    for variant in store.catalog.lists { try await store.list(for: variant).make() }
  }
  // Without the service that makes lists, which would make those that a test has not made.
  try await Application(router: buildRouter(store: store)).test(setup) { try await test($0, store) }
  try store.pool.close()
}

func withServer(
  of names: [String], makesLists: Bool = true,
  _ test: @Sendable (any TestClientProtocol, ContactStore) async throws -> Void
) async throws {
  try await withServer(of: names.map { Contact(name: $0) }, makesLists: makesLists, test)
}

extension TestClientProtocol {
  func get<Answer: Decodable>(
    _ uri: String, headers: HTTPFields = [:], as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    let response = try await execute(uri: uri, method: .get, headers: headers)
    try #require(response.status == .ok, "\(uri): \(String(buffer: response.body))")
    return try response.decoded()
  }

  func send(
    _ method: HTTPRequest.Method, _ uri: String, _ json: String? = nil
  ) async throws -> TestResponse {
    try await execute(uri: uri, method: method, body: json.map { ByteBuffer(string: $0) })
  }

  func names(_ uri: String) async throws -> [String] {
    try await get(uri, as: ListPage.self).names
  }
}

extension TestResponse {
  func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(body.readableBytesView))
  }
}

extension ListPage {
  var names: [String] { rows.map(\.contact.name) }
}
