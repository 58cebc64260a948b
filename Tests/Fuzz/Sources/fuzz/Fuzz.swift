import FuzzSupport

/// libFuzzer calls it first.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  count: UnsafeMutablePointer<CInt>,
  arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let targets: [String: (Input) -> Void] = [
    "filing": fuzzFiling, "locales": fuzzLocales, "names": fuzzNames, "rules": fuzzRules,
    "stored": fuzzStored,
  ]
  return takeTarget(from: targets, count, arguments)
}
