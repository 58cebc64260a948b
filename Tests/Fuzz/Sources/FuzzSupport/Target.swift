/// What checks one input: returns for an input that is fine, traps for a find.
nonisolated(unsafe) private var target: (Input) -> Void = { _ in }

/// Takes the target from the command line, `fuzz names -max_total_time=60 CORPUS`, before libFuzzer
/// reads the rest of it.
package func takeTarget(
  from targets: [String: (Input) -> Void], _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let name = arguments.pointee[1].map { String(cString: $0) } ?? ""
  guard let found = targets[name] else {
    fatalError("a target is one of \(targets.keys.sorted().joined(separator: ", "))")
  }
  target = found
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  return 0
}

/// Tries one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(data: UnsafePointer<UInt8>?, size: Int) -> CInt {
  target(Input(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

/// Reports a find: libFuzzer writes the input to a file when the process traps.
package func check(_ isRight: Bool, _ find: @autoclosure () -> String) {
  if !isRight { fatalError(find()) }
}

/// What an error says stands in one line.
package func checkIsOneLine(_ error: String) {
  check(!error.isEmpty && !error.contains(where: \.isNewline), "an error: \(error)")
}
