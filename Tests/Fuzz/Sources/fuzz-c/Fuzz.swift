import FuzzSupport

/// libFuzzer calls it first.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  count: UnsafeMutablePointer<CInt>,
  arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let targets: [String: (Input) -> Void] = [
    "batches": fuzzBatches, "handles": fuzzHandles,
  ]
  return takeTarget(from: targets, count, arguments)
}
