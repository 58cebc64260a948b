import Collation
import CollationLists
import Foundation
import GRDB
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import ContactsServer

/// Runs a test in a folder of its own.
func withFolder<Result>(_ test: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "ContactsServerTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await test(folder)
}

/// Runs a test with a server of some names, over a real port, when it has its first list.
func withServer(
  of names: [String], catalog: CollationCatalog? = nil, limits: Limits = Limits(),
  logger: Logger = Logger(label: "ContactsServer"),
  _ test: @Sendable (Client, ContactDatabase) async throws -> Void
) async throws {
  try await withFolder { folder in
    let database = try ContactDatabase(
      path: folder.appending(path: "names.sqlite").path,
      catalog: catalog ?? ContactsServer.catalog())
    try await database.add(names)
    try await serve(database, limits: limits, logger: logger) { client in
      let _: IndexAnswer = try await client.get("/index")
      try await test(client, database)
    }
  }
}

/// Runs a test with a server that listens, and makes its lists.
func serve<Result>(
  _ database: ContactDatabase, limits: Limits = Limits(),
  logger: Logger = Logger(label: "ContactsServer"),
  _ test: @Sendable (Client) async throws -> Result
) async throws -> Result {
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  let application = try await ContactsServer.application(
    of: database, port: 0, limits: limits, logger: logger
  ) { port.yield($0) }
  let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { port.finish() }
      try await services.run()
    }
    guard let port = await ports.first(where: { _ in true }) else {
      try await group.waitForAll()
      throw DidNotListen()
    }
    let result = try await test(Client(port: port))
    await services.triggerGracefulShutdown()
    try await group.waitForAll()
    return result
  }
}

struct DidNotListen: Error {}

/// A log that a test reads.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var errors: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: Log
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.error

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.lines.withLock { $0.append("\(event.message)") }
    }
  }
}

extension ContactDatabase {
  /// Adds names without telling the lists, which are made later.
  func add(_ names: [String]) async throws {
    try await pool.write { db in
      let statement = try db.makeStatement(sql: "INSERT INTO names (name) VALUES (?)")
      for name in names { try statement.execute(arguments: [name]) }
    }
  }

  /// All contacts, by their ids.
  func contacts() async throws -> [Contact] {
    try await pool.read {
      try Contact.fetchAll($0, sql: "SELECT \(Contact.columns), id FROM names ORDER BY id")
    }
  }

  /// What is wrong with the lists: rows that are not those of the names, or blocks that do not
  /// count them. This reads everything.
  func faults() async throws -> [String] {
    let contacts = try await contacts()
    return try await pool.read { db in
      var faults: [String] = []
      for row in try Row.fetchAll(db, sql: "SELECT id, name FROM lists WHERE state = 'ready'") {
        guard let variant = variant(ofList: row[1]) else {
          faults.append("\(row[1] as String): a list that no locale uses")
          continue
        }
        let list = ContactList(id: row[0], collation: variant.collation)
        let expected = contacts.map(list.place(of:)).sorted()
        let places = try Row.fetchAll(
          db, sql: "SELECT key, id FROM keys WHERE list = ? ORDER BY key, id",
          arguments: [list.id]
        ).map { ContactList.Place(key: $0[0], id: $0[1]) }
        if places != expected {
          faults.append("\(row[1] as String): \(places.count) rows, \(expected.count) names")
        }
        let blocks = try Row.fetchAll(
          db, sql: "SELECT key, id, count FROM blocks WHERE list = ? ORDER BY key, id",
          arguments: [list.id]
        ).map { (start: ContactList.Place(key: $0[0], id: $0[1]), count: $0[2] as Int) }
        var rest = places[...]
        for (number, block) in blocks.enumerated() {
          let next = number + 1 < blocks.count ? blocks[number + 1].start : nil
          let count = rest.prefix { place in next.map { place < $0 } ?? true }.count
          if block.count != count || block.count > 2 * ContactList.blockSize {
            faults.append("\(row[1] as String): a block of \(count) rows says \(block.count)")
          }
          rest = rest.dropFirst(count)
        }
      }
      return faults
    }
  }

  /// Waits until these are all lists, by name.
  func waitForLists(_ names: [String]) async throws {
    var lists: [String] = []
    for _ in 0..<15_000 {
      lists = try await pool.read {
        try String.fetchAll(
          $0, sql: "SELECT iif(state = 'ready', name, state) FROM lists ORDER BY 1")
      }
      if lists == names { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the lists are \(lists), not \(names)")
  }
}

extension Client {
  /// The decoded answer to a request, once the list of its locale is ready.
  func get<Answer: Decodable>(
    _ uri: String, as type: Answer.Type = Answer.self, headers: HTTPFields = [:]
  ) async throws -> Answer {
    while true {
      let response = try await execute(uri: uri, method: .get, headers: headers)
      if response.status == .serviceUnavailable {
        try await Task.sleep(for: .milliseconds(20))
        continue
      }
      guard response.status == .ok else {
        throw UnexpectedResponse(status: response.status, body: String(buffer: response.body))
      }
      return try JSONDecoder().decode(type, from: Data(buffer: response.body))
    }
  }

  /// The status and the message of an error.
  func failure(
    _ uri: String, method: HTTPRequest.Method = .get, body: String? = nil
  ) async throws -> (status: Int, message: String) {
    let response = try await execute(
      uri: uri, method: method, headers: .json, body: body.map { ByteBuffer(string: $0) })
    let body = try? JSONDecoder().decode(
      [String: [String: String]].self, from: Data(buffer: response.body))
    return (response.status.code, body?["error"]?["message"] ?? "")
  }

  func add(_ name: String) async throws -> Contact {
    let response = try await execute(
      uri: "/names", method: .post, headers: .json,
      body: ByteBuffer(data: JSONEncoder().encode(["name": name])))
    guard response.status == .created else {
      throw UnexpectedResponse(status: response.status, body: String(buffer: response.body))
    }
    return try JSONDecoder().decode(Contact.self, from: Data(buffer: response.body))
  }
}

extension HTTPFields {
  static let json: HTTPFields = [.contentType: "application/json"]
}

struct UnexpectedResponse: Error {
  let status: HTTPResponse.Status
  let body: String
}

/// Text for the query of a URL.
func escaped(_ text: String) -> String {
  text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for what never comes, so that CI can say which test it was. No test
  /// takes a quarter of this time.
  static var endsInTime: Self { .timeLimit(.minutes(15)) }
}
