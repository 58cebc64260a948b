import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes too long from its head to the end of its body.
///
/// The server's time for silence does not end a client that sends a byte now and then.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let time: TimeAmount
  private var deadline: Scheduled<Void>?

  init(_ time: TimeAmount) { self.time = time }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
        context.close(promise: nil)
      }
    case .body: break
    case .end: deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
