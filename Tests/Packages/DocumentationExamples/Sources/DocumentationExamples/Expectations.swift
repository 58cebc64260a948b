/// A block of Swift in the documentation.
struct Example: Sendable {
  let file: String
  let line: Int
  let run: @Sendable () async throws -> Void
}

/// What the examples, which run one after the other, have come to.
enum Expectations {
  nonisolated(unsafe) private(set) static var reached: Set<String> = []
  nonisolated(unsafe) private(set) static var failures: [String] = []

  static func fail(_ complaint: String, _ file: String, _ line: Int) {
    failures.append("\(file):\(line): \(complaint)")
  }

  fileprivate static func record(
    _ isMet: Bool, _ found: Any, _ expected: Any, _ file: String, _ line: Int
  ) {
    reached.insert("\(file):\(line)")
    if !isMet { fail("expected \(expected), found \(found)", file, line) }
  }
}

func expect<Value: Equatable>(
  _ found: Value, _ expected: Value, file: String = #filePath, line: Int = #line
) {
  Expectations.record(found == expected, found, expected, file, line)
}

func expect<Element: Equatable>(
  _ found: [Element], startsWith start: [Element], endsWith end: [Element],
  file: String = #filePath, line: Int = #line
) {
  let isMet =
    found.count >= start.count + end.count && found.starts(with: start)
    && found.suffix(end.count).elementsEqual(end)
  Expectations.record(isMet, found, "\(start) … \(end)", file, line)
}

/// What examples print is not shown.
func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
