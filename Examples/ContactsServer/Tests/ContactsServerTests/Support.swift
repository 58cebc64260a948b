import Collation
import CollationLists
import Foundation
import GRDB
import Hummingbird
import InMemoryLogging
import Logging
import ServiceLifecycle
import Testing

@testable import ContactsServer

/// Runs a test with the place of a file, in a folder of its own.
func withFile<Result>(_ test: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "ContactsServerTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await test(folder.appending(path: "names.sqlite"))
}

/// Runs a test with a database of some names, in a folder of its own.
func withDatabase(
  of names: [String], _ test: (ContactDatabase) async throws -> Void
) async throws {
  try await withFile { file in
    let database = try ContactDatabase(path: file.path)
    try await database.add(names)
    try await test(database)
  }
}

/// Runs a test with a server of some names, over a real port, when it has its first list.
func withServer(
  of names: [String], limits: Limits = Limits(),
  logger: Logger = Logger(label: "ContactsServer"),
  _ test: @Sendable (Client, ContactDatabase) async throws -> Void
) async throws {
  try await withDatabase(of: names) { database in
    try await serve(database, limits: limits, logger: logger) { client in
      let _: IndexAnswer = try await client.get("/index")
      try await test(client, database)
    }
  }
}

/// Runs a test with a server that listens, and makes its lists.
func serve<Result>(
  _ database: ContactDatabase, limits: Limits = Limits(), searches: SearchGate? = nil,
  logger: Logger = Logger(label: "ContactsServer"),
  _ test: @Sendable (Client) async throws -> Result
) async throws -> Result {
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  let services = ServiceGroup(
    configuration: .init(
      services: try await ContactsServer.services(
        of: database, port: 0, limits: limits, searches: searches, logger: logger
      ) { port.yield($0) }, logger: logger))
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
struct Log {
  private var handler = InMemoryLogHandler()

  init(_ level: Logger.Level = .error) { handler.logLevel = level }

  var lines: [String] { handler.entries.map { "\($0.message)" } }

  var logger: Logger { Logger(label: "test") { [handler] _ in handler } }
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
    try await pool.read { try Contact.order(Column("id")).fetchAll($0) }
  }

  /// What is wrong with the lists: rows that are not those of the names, in the order of the
  /// library's sections, or counts that are not theirs. This reads everything.
  func faults() async throws -> [String] {
    let contacts = try await contacts()
    var faults: [String] = []
    for name in try await pool.read(listNames) {
      guard let variant = variants[name] else {
        faults.append("\(name): a list that no locale uses")
        continue
      }
      let expected = variant.collation.sections(of: contacts, filedBy: \.parts)
      let rows = try await read(listOf: variant) { contents -> (ids: [Int64], counts: [Int])? in
        guard !contents.isOutdated else { return nil }
        var (ids, after): ([Int64], String?) = ([], nil)
        repeat {
          let page = try contents.page(from: .after(after), limit: 1_000)
          ids += page.rows.map(\.id)
          after = page.next
        } while after != nil
        return (ids, try contents.outline.map(\.count))
      }
      guard let rows = rows ?? nil else { continue }
      if rows.ids != expected.rows.map(\.id) {
        faults.append("\(name): \(rows.ids.count) rows, \(contacts.count) names")
      }
      if rows.counts != expected.map(\.count) {
        faults.append("\(name): counts \(rows.counts), not \(expected.map(\.count))")
      }
    }
    return faults
  }

  /// Waits until these are all lists, by name.
  func waitForLists(_ names: [String]) async throws {
    var lists: [String] = []
    for _ in 0..<15_000 {
      lists = try await pool.read {
        try String.fetchAll(
          $0, sql: "SELECT iif(state = 'ready', name, state) FROM collationLists ORDER BY 1")
      }
      if lists == names { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the lists are \(lists), not \(names)")
  }

  /// Lets rows of lists with higher numbers not be written, which holds up their making.
  func holdUpLists(after number: Int) async throws {
    try await pool.write {
      try $0.execute(
        sql: """
          CREATE TRIGGER held BEFORE INSERT ON collationKeys WHEN new.list > \(number)
          BEGIN SELECT raise(ABORT, 'held up'); END
          """)
    }
  }

  func letListsBeMade() async throws {
    try await pool.write { try $0.execute(sql: "DROP TRIGGER held") }
  }
}

extension Client {
  /// The decoded answer to a request, once the list of its locale is ready.
  func get<Answer: Decodable>(
    _ uri: String, as type: Answer.Type = Answer.self, headers: HTTPFields = [:]
  ) async throws -> Answer {
    while true {
      let response = try await send(.get, uri, headers: headers)
      if response.status == .serviceUnavailable {
        try await Task.sleep(for: .milliseconds(20))
        continue
      }
      guard response.status == .ok else { throw UnexpectedResponse(response: response) }
      return try response.decoded()
    }
  }

  /// The names of a page.
  func names(_ uri: String, headers: HTTPFields = [:]) async throws -> [String] {
    try await get(uri, as: NamesAnswer.self, headers: headers).names.map(\.name)
  }

  /// The pages of a walk to the end.
  func pages(_ uri: String) async throws -> [NamesAnswer] {
    var pages: [NamesAnswer] = [try await get(uri)]
    while let next = pages.last?.next { pages.append(try await get("\(uri)&after=\(next)")) }
    return pages
  }

  /// Adds a contact, or puts it in the place of another.
  func write(_ json: String, replacing id: Int64? = nil) async throws -> Contact {
    let response =
      if let id {
        try await send(.put, "/names/\(id)", json)
      } else {
        try await send(.post, "/names", json)
      }
    guard response.status.kind == .successful else { throw UnexpectedResponse(response: response) }
    return try response.decoded()
  }

  func add(_ name: String) async throws -> Contact { try await write(#"{"name":"\#(name)"}"#) }
}

struct UnexpectedResponse: Error {
  let response: Client.Response
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
