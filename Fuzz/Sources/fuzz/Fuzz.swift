/// What checks one input of each target: returns for an input that is fine, traps for a find.
private let targets: [String: @Sendable (Input) -> Void] = [
  "filing": fuzzFiling, "locales": fuzzLocales, "names": fuzzNames, "order": fuzzOrder,
  "records": fuzzRecords, "rules": fuzzRules, "sections": fuzzSections, "stored": fuzzStored,
]

nonisolated(unsafe) private var target: (Input) -> Void = { _ in }

/// Takes the target from the command line, `fuzz order -max_total_time=60 CORPUS`, before libFuzzer
/// reads the rest of it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  count: UnsafeMutablePointer<CInt>,
  arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
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
func check(_ isRight: Bool, _ find: @autoclosure () -> String) {
  if !isRight { fatalError(find()) }
}
