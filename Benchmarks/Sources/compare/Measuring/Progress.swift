import Foundation

/// Shows the current work on a terminal.
enum Progress {
  private static let isShown = isatty(STDERR_FILENO) != 0

  static func show(_ text: String) {
    guard isShown else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }

  static func clear() { show("") }
}
