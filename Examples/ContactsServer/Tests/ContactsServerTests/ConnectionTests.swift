import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// Clients that send slowly, send what is no HTTP, leave, or come from elsewhere. Expected statuses
/// are those of RFC 9110.
@Suite(.serialized, .endsInTime) struct ConnectionTests {
  private static let head = """
    POST /names HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n
    """

  @Test func aSlowBodyHoldsNoConnection() async throws {
    try await withServer(of: ["Adam"], limits: Limits(requestTime: .seconds(5))) { client, _ in
      let isClosed = try await RawConnection.open(port: client.port) { connection in
        try await connection.send(Self.head + "Content-Length: 4000\r\n\r\n")
        return try await connection.isClosed(whileSending: 2_000)
      }
      #expect(isClosed)
      #expect(try await client.send(.get, "/names").status == .ok)
    }
  }

  /// The answers are far more than the system keeps for a connection.
  @Test func aClientThatDoesNotReadHoldsNoConnection() async throws {
    let names = Array(repeating: String(repeating: "a", count: 250), count: 500)
    try await withServer(of: names, limits: Limits(requestTime: .seconds(5))) { client, _ in
      let isClosed = try await RawConnection.open(port: client.port) { connection in
        let request = "GET /names?limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await connection.send(String(repeating: request, count: 1_000))
        return try await connection.isClosed(whileSending: 2_000)
      }
      #expect(isClosed)
    }
  }

  @Test func aSlowBodyDoesNotHoldUpTheEnd() async throws {
    try await withFile { file in
      let server = try await ServerProcess(database: file, seed: 20)
      let isClosed = try await RawConnection.open(port: server.client.port) { connection in
        try await connection.send(Self.head + "Content-Length: 4000\r\n\r\n{")
        // It is being answered by now.
        #expect(try await server.client.send(.get, "/locales").status == .ok)
        kill(server.identifier, SIGTERM)
        return try await connection.isClosed(whileSending: 2_000)
      }
      #expect(isClosed)
      if !isClosed { server.kill() }
      #expect(server.log.contains("serving"))
    }
  }

  @Test func aBodyThatBreaksOffIsTheClientsFault() async throws {
    try await withFile { file in
      let server = try await ServerProcess(database: file, seed: 20)
      let broken = try await RawConnection.open(port: server.client.port) { connection in
        try await connection.send(Self.head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n")
        return try await connection.receive(until: "\r\n\r\n")
      }
      #expect(broken.hasPrefix("HTTP/1.1 400 "), "\(broken)")
      for _ in 0..<8 {
        try await RawConnection.open(port: server.client.port) { connection in
          try await connection.send(Self.head + "Content-Length: 4000\r\n\r\n{")
        }
      }
      #expect(try await server.client.send(.get, "/locales").status == .ok)
      await server.terminate()
      #expect(!server.log.contains(" error "), "\(server.log)")
    }
  }

  @Test func onlyHostsThatAreNamedAreServed() async throws {
    try await withServer(of: ["Adam"], limits: Limits(hosts: ["localhost", "names.test"])) {
      client, _ in
      for (host, status) in [
        ("localhost", 200), ("localhost:\(client.port)", 200), ("LocalHost:80", 200),
        ("names.test", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("evil.example:localhost", 421),
        ("127.0.0.1", 421), ("", 421),
      ] {
        for path in ["/locales", "/", "/nowhere"] {
          let answer = try await RawConnection.open(port: client.port) { connection in
            try await connection.send(
              "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            return try await connection.receive()
          }
          let expected = status == 200 && path == "/nowhere" ? 404 : status
          #expect(answer.hasPrefix("HTTP/1.1 \(expected) "), "\(host): \(answer)")
        }
      }
      #expect(Limits().hosts == ["localhost", "127.0.0.1", "[::1]"])
    }
  }

  @Test func everyAnswerSaysWhatABrowserMayDoWithIt() async throws {
    try await withServer(of: ["Adam"]) { client, _ in
      for uri in ["/", "/page.js", "/page.css", "/locales", "/names", "/names?limit=x", "/nowhere"]
      {
        let response = try await client.send(.get, uri)
        #expect(response.headers[.xContentTypeOptions] == "nosniff", "\(uri)")
        let policy = response.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.contains("default-src 'self'"), "\(uri)")
        #expect(policy.contains("frame-ancestors 'none'"), "\(uri)")
      }
    }
  }
}
