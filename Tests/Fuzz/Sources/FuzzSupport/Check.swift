/// Reports a find: libFuzzer writes the input to a file when the process traps.
package func check(_ isRight: Bool, _ find: @autoclosure () -> String) {
  if !isRight { fatalError(find()) }
}

/// What an error says stands in one line.
package func checkIsOneLine(_ error: String) {
  check(!error.isEmpty && !error.contains(where: \.isNewline), "an error: \(error)")
}
