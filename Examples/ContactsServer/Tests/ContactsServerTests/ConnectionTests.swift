import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ContactsServer

/// Clients that send slowly, send what is no HTTP, leave, or come from elsewhere. Expected statuses
/// are those of RFC 9110.
@Suite(.serialized) struct ConnectionTests {
  @Test func onlyHostsThatAreNamedAreServed() async throws {
    try await withServer(of: ["Adam"], limits: Limits(hosts: ["localhost", "names.test"])) {
      client, _ in
      let port = try #require(client.port)
      for (host, status) in [
        ("localhost", 200), ("localhost:\(port)", 200), ("LocalHost:80", 200), ("names.test", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("evil.example:localhost", 421),
        ("127.0.0.1", 421), ("", 421),
      ] {
        for path in ["/locales", "/", "/nowhere"] {
          let answer = try await RawConnection.open(port: port) { connection in
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
      for uri in ["/", "/page.js", "/page.css", "/locales", "/names", "/names?limit=x", "/nowhere"] {
        let response = try await client.execute(uri: uri, method: .get)
        #expect(response.headers[.xContentTypeOptions] == "nosniff", "\(uri)")
        let policy = response.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.contains("default-src 'self'"), "\(uri)")
        #expect(policy.contains("frame-ancestors 'none'"), "\(uri)")
      }
    }
  }
}
