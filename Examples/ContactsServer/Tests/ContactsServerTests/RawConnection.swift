import NIOCore
import NIOPosix

/// A connection on which a test sends what it likes.
struct RawConnection {
  let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
  let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

  static func open<Result>(
    port: Int, _ body: (RawConnection) async throws -> Result
  ) async throws -> Result {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose {
      try await body(RawConnection(inbound: $0, outbound: $1))
    }
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  /// What comes until the server has sent `end`, or closes.
  func receive(until end: String? = nil) async throws -> String {
    var received = ByteBuffer()
    for try await buffer in inbound {
      received.writeImmutableBuffer(buffer)
      if let end, String(buffer: received).contains(end) { break }
    }
    return String(buffer: received)
  }

  /// Sends a letter of a body every now and then; whether the server closes before the last.
  func isClosed(whileSending count: Int) async throws -> Bool {
    do {
      for _ in 0..<count {
        try await send("a")
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    } catch let error where error is ChannelError || error is IOError {
      return true
    }
  }
}
