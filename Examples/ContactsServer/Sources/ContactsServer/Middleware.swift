import Collation
import CollationLists
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
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var host = (request.head.authority ?? "").lowercased()
    // Without the port. The colons of [::1] are none of a port.
    if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
      host.removeSubrange(colon...)
    }
    guard hosts.contains(host) else {
      throw HTTPError(
        .misdirectedRequest, message: "no such host is served: --allowed-host names one more")
    }
    return try await next(request, context)
  }
}

/// Answers every error as `{"error": {"message": …}}`.
final class PlainErrors: RouterMiddleware {
  /// The faults of the file that there are, each of which was logged once.
  private let faults = Mutex<Set<DatabaseFault>>([])

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      let response = try await next(request, context)
      if [.post, .put, .delete].contains(request.method), response.status.kind == .successful,
        endPassingFaults()
      {
        context.logger.notice("names are kept again")
      }
      return response
    } catch {
      return try plain(error, request, context).response(from: request, context: context)
    }
  }

  private func plain(
    _ error: any Error, _ request: Request, _ context: BasicRequestContext
  ) throws -> HTTPError {
    switch error {
    case let error as CollationError where error.code == .stampMismatch:
      return HTTPError(.gone, message: error.description)
    case let error as CollationError where error.code == .malformedCursor:
      return HTTPError(.badRequest, message: error.description)
    case is CancellationError:
      // The client has left, or the server ends.
      return HTTPError(.serviceUnavailable, message: "the request was given up")
    case let error as HTTPError where error.body != nil:
      return error
    case let error as any HTTPResponseError:
      let status = try error.response(from: request, context: context).status
      return HTTPError(status, message: status.reasonPhrase)
    default:
      guard let fault = (error as? DatabaseError).flatMap(DatabaseFault.init) else {
        context.logger.error("\(request.method) \(request.uri): \(error)")
        return HTTPError(.internalServerError, message: "the server failed; its log says how")
      }
      if faults.withLock({ $0.insert(fault).inserted }) {
        context.logger.error("the file \(fault.rawValue): \(error)")
      }
      return fault.answer
    }
  }

  /// Whether there were faults that a write ends which succeeds.
  private func endPassingFaults() -> Bool {
    faults.withLock { faults in
      defer { faults = faults.filter { !$0.passes } }
      return faults.contains(where: \.passes)
    }
  }
}
