import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// Asks a server on this machine, each time over a connection of its own.
struct Client: Sendable {
  let port: Int

  struct Response: Sendable {
    var head: HTTPResponse
    var body = ByteBuffer()

    var status: HTTPResponse.Status { head.status }
    var headers: HTTPFields { head.headerFields }

    /// The message of an error.
    var message: String {
      let errors = try? decoded(as: [String: [String: String]].self)
      return errors?["error"]?["message"] ?? ""
    }

    func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
      try JSONDecoder().decode(type, from: Data(buffer: body))
    }
  }

  /// The answer to a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - uri: The path and the query.
  ///   - json: The body.
  ///   - headers: The header fields. A body is sent as JSON unless they name another type.
  func send(
    _ method: HTTPRequest.Method, _ uri: String, _ json: String? = nil, headers: HTTPFields = [:]
  ) async throws -> Response {
    var request = HTTPRequest(
      method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers)
    request.headerFields[.connection] = "close"
    if let json {
      request.headerFields[.contentLength] = "\(json.utf8.count)"
      request.headerFields[.contentType] = headers[.contentType] ?? "application/json"
    }
    let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(HTTP1ToHTTPClientCodec())
          return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(
            wrappingChannelSynchronously: channel)
        }
      }
    // A test is not to wait for ever.
    let timeout = connection.channel.eventLoop.scheduleTask(in: .minutes(5)) {
      connection.channel.close(promise: nil)
    }
    defer { timeout.cancel() }
    return try await connection.executeThenClose { [request] parts, writer in
      let body = json.map { [HTTPRequestPart.body(ByteBuffer(string: $0))] } ?? []
      // At once: the server may answer and close when it has read the head.
      try await writer.write(contentsOf: [.head(request)] + body + [.end(nil)])
      var response: Response?
      for try await part in parts {
        switch part {
        case .head(let head): response = Response(head: head)
        case .body(var part): response?.body.writeBuffer(&part)
        case .end: if let response { return response }
        }
      }
      throw NoResponse()
    }
  }

  /// The server closed the connection, or took five minutes.
  struct NoResponse: Error {}
}
