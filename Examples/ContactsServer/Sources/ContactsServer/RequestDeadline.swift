import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request takes too long from its head, or from the answer before, to
/// the end of its answer.
///
/// The server's time for silence does not end a client that sends a byte now and then, or does not
/// read its answers.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  private let time: TimeAmount
  private var deadline: Scheduled<Void>?
  /// The requests that are not answered yet. A client may send several at once.
  private var pending = 0

  init(_ time: TimeAmount) { self.time = time }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) {
      pending += 1
      if pending == 1 { restart(context) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      pending -= 1
      restart(context)
    }
    context.write(data, promise: promise)
  }

  private func restart(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    guard pending > 0 else { return }
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
