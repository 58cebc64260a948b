import Foundation
import FoundationNetworking
import Hummingbird
import Testing

@testable import ContactsServer

/// What clients write, and who hears of it.
@Suite(.timeLimit(.minutes(10))) struct WriteTests {
  @Test func aContactIsCreatedReplacedAndDeleted() async throws {
    try await withServer(of: ["Zorn", "Adam"]) { client, _ in
      let json = #"{"id": 1, "name": "Nagy Imre", "family": "Nagy", "given": "Imre"}"#
      let created = try await client.send(.post, "/contacts", json)
      #expect(created.status == .created)
      #expect(created.headers["Location"] == "/contacts/3")
      var contact = Contact(id: 3, name: "Nagy Imre", family: "Nagy", given: "Imre")
      #expect(try created.decoded() == contact)
      #expect(try await client.get("/contacts/3") == contact)
      #expect(try await client.names("/contacts") == ["Adam", "Nagy Imre", "Zorn"])

      contact = Contact(id: 3, name: "Ada")
      let replaced = try await client.send(.put, "/contacts/3", #"{"name": "Ada"}"#)
      #expect(try replaced.decoded() == contact)
      #expect(try await client.names("/contacts") == ["Ada", "Adam", "Zorn"])

      #expect(try await client.send(.delete, "/contacts/3").status == .noContent)
      #expect(try await client.names("/contacts") == ["Adam", "Zorn"])
      #expect(try await client.send(.delete, "/contacts/3").status == .notFound)
      #expect(try await client.send(.put, "/contacts/3", #"{"name": "Ada"}"#).status == .notFound)
    }
  }

  @Test func whatIsNoContactIsRefused() async throws {
    try await withServer(of: ["Adam"]) { client, _ async throws in
      let long = String(repeating: "a", count: 257)
      for (json, status) in [
        ("", HTTPResponse.Status.badRequest), (#"{"name": 5}"#, .badRequest),
        (#"{"family": "Ek"}"#, .badRequest), (#"{"name": " "}"#, .unprocessableContent),
        (#"{"name": "\#(long)"}"#, .unprocessableContent),
        (#"{"name": "Ek", "reading": "\#(long)"}"#, .unprocessableContent),
      ] {
        #expect(try await client.send(.post, "/contacts", json).status == status, "\(json)")
        #expect(try await client.send(.put, "/contacts/1", json).status == status, "\(json)")
      }
      #expect(try await client.names("/contacts") == ["Adam"])
    }
  }

  /// The stream begins with the revision of now, and has that of each write. It does not keep the
  /// server from ending.
  @Test func changesAreEvents() async throws {
    try await withServer(of: [Contact(name: "Adam")]) { client, _ in
      let (texts, continuation) = AsyncStream.makeStream(of: String.self)
      let session = URLSession(
        configuration: .ephemeral, delegate: Receiver(continuation), delegateQueue: nil)
      session.dataTask(with: client.url("/changes?locale=sv")).resume()
      var received = ""
      var iterator = texts.makeAsyncIterator()
      for name in ["", "Bo", "Cy"] {
        if !name.isEmpty {
          let response = try await client.send(.post, "/contacts", #"{"name": "\#(name)"}"#)
          #expect(response.status == .created)
        }
        let index: ListIndex = try await client.get("/index?locale=sv")
        let event = "event: revision\ndata: \(index.revision)\n\n"
        while !received.hasSuffix(event) {
          received += try #require(await iterator.next(), "no \(event) after \(received)")
        }
      }
      #expect(received.components(separatedBy: "event: ").count == 4)
    }
  }

  private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private let texts: AsyncStream<String>.Continuation

    init(_ texts: AsyncStream<String>.Continuation) { self.texts = texts }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      texts.yield(String(decoding: data, as: UTF8.self))
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      texts.finish()
    }
  }

  @Test func theSeedIsMadeOnceAndThePageIsServed() async throws {
    try await withServer(of: Contact.madeUp(300)) { client, store in
      #expect(try await client.get("/index", as: ListIndex.self).count == 300)
      for (uri, type) in [("/", "text/html"), ("/page.js", "text/javascript")] {
        let response = try await client.send(.get, uri)
        #expect(response.status == .ok)
        #expect(response.headers["Content-Type"]?.hasPrefix(type) == true)
      }
      let again = try ContactStore(path: store.pool.path, locales: ["en"], seed: 7)
      #expect(try await again.pool.read { try Contact.fetchCount($0) } == 300)
      try again.pool.close()
    }
  }
}
