import Collation
import CollationLists
import GRDB
import Hummingbird

/// Answers errors of the library and of SQLite with the statuses that tell clients what to do.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      throw error
    } catch RecordError.recordNotFound {
      throw HTTPError(.notFound, message: "no contact has this id")
    } catch let error as CollationError where error.code == .missingStamp {
      throw HTTPError.listIsBeingMade
    } catch let error as CollationError where error.code == .stampMismatch {
      // The cursor of another language's list, or from before an upgrade of ICU.
      throw HTTPError(.gone, message: "\(error)")
    } catch let error as CollationError
      where [.malformedCursor, .queryTooLong].contains(error.code)
    {
      throw HTTPError(.badRequest, message: "\(error)")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw HTTPError.unavailable("another program is writing to the file")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      throw HTTPError(.init(code: 507, reasonPhrase: "Insufficient Storage"), message: "\(error)")
    } catch {
      context.logger.error("\(request.method) \(request.uri): \(error)")
      throw HTTPError(.internalServerError, message: "the server's log has the error")
    }
  }
}

extension HTTPError {
  static let listIsBeingMade = unavailable("the list is being made")

  static func unavailable(_ message: String) -> HTTPError {
    HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: message)
  }
}
