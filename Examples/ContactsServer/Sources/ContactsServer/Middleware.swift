import Collation
import GRDB
import Hummingbird
import Synchronization

/// Refuses requests for hosts that are not served.
///
/// Without it, a page of any site could read and write names: its script asks its own host, whose
/// name its owner lets lead to this machine meanwhile (DNS rebinding).
struct AllowedHosts: RouterMiddleware {
  let hosts: Set<String>

  func handle(
    _ request: Request, context: SmallRequestContext,
    next: (Request, SmallRequestContext) async throws -> Response
  ) async throws -> Response {
    guard hosts.contains(Self.host(in: request.head.authority ?? "")) else {
      throw HTTPError(
        .misdirectedRequest, message: "no such host is served: --allowed-host names one more")
    }
    return try await next(request, context)
  }

  /// The host without the port.
  private static func host(in authority: String) -> String {
    let parts = authority.lowercased().split(
      separator: ":", omittingEmptySubsequences: false)
    let isPort = parts.count > 1 && parts.last?.allSatisfy { ("0"..."9").contains($0) } == true
    return (isPort ? parts.dropLast() : parts[...]).joined(separator: ":")
  }
}

/// Answers every error as `{"error": {"message": …}}`.
final class PlainErrors: RouterMiddleware {
  /// Whether the disk was full for the last name that came. It is logged when that changes.
  private let isDiskFull = Mutex(false)

  func handle(
    _ request: Request, context: SmallRequestContext,
    next: (Request, SmallRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await next(request, context)
      if request.method != .get, response.status.kind == .successful, isDiskFull.exchange(false) {
        context.logger.notice("names are kept again")
      }
      return response
    } catch {
      return try plain(error, request, context).response(from: request, context: context)
    }
  }

  private func plain(
    _ error: any Error, _ request: Request, _ context: SmallRequestContext
  ) throws -> HTTPError {
    switch error {
    case let error as PagingError where error.code == .stampMismatch:
      return HTTPError(.gone, message: error.description)
    case let error as PagingError where error.code == .malformedCursor:
      return HTTPError(.badRequest, message: error.description)
    case let error as HTTPError where error.body != nil:
      return error
    case let error as any HTTPResponseError:
      let status = try error.response(from: request, context: context).status
      return HTTPError(status, message: status.reasonPhrase)
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      if !isDiskFull.exchange(true) { context.logger.error("no name can be kept: \(error)") }
      return HTTPError(
        .init(code: 507, reasonPhrase: "Insufficient Storage"), headers: [.retryAfter: "10"],
        message: "the server has no room for names")
    default:
      context.logger.error("\(request.method) \(request.uri): \(error)")
      return HTTPError(.internalServerError, message: "the server failed; its log says how")
    }
  }
}

extension Mutex<Bool> {
  /// Sets the value, and returns that before.
  fileprivate func exchange(_ new: Bool) -> Bool {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
