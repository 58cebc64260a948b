internal import CICU
internal import Synchronization

/// The outcome of an ICU call, its `UErrorCode`.
package struct ICUStatus: Equatable {
  var code: CICUStatus

  /// The status to pass to ICU. Functions that open a resource take one, and need a default locale.
  init() {
    ICULocale.ensureDefault
    code = CICUStatus(CICU_ZERO_ERROR)
  }

  private init(code: CICUStatus) { self.code = code }

  static let illegalArgument = ICUStatus(code: CICUStatus(CICU_ILLEGAL_ARGUMENT_ERROR))
  static let memoryAllocation = ICUStatus(code: CICUStatus(CICU_MEMORY_ALLOCATION_ERROR))
  static let bufferOverflow = ICUStatus(code: CICUStatus(CICU_BUFFER_OVERFLOW_ERROR))

  /// Warnings are negative.
  var isFailure: Bool { code > CICUStatus(CICU_ZERO_ERROR) }

  /// ICU's name for the status, such as `U_ILLEGAL_ARGUMENT_ERROR`.
  var name: String { unsafe String(cString: cicu_u_errorName(code)) }

  /// What ICU lacks, if the request is not at fault.
  var lack: String? {
    switch Int(code) {
    case CICU_MEMORY_ALLOCATION_ERROR: "memory"
    case CICU_MISSING_RESOURCE_ERROR, CICU_FILE_ACCESS_ERROR: "data"
    default: nil
    }
  }

  /// Ends the process, as Swift does when it cannot allocate an array: ICU has failed in a call
  /// that can't throw, and any answer would be wrong.
  func endProcess(_ asked: String) -> Never {
    fatalError("ICU could not \(asked)\(lack.map { " for lack of \($0)" } ?? "") (\(name))")
  }
}

/// A failure that ICU reported. The caller knows what was requested and turns it into a
/// `CollationError`.
package struct ICUFailure: Error {
  var status: ICUStatus
  /// The position in the collation rules, in UTF-16 code units.
  var offset: Int? = nil
}

/// Calls ICU, and throws if it fails; a warning is not a failure.
func withICUStatus<Result: ~Copyable>(
  _ call: (inout CICUStatus) -> Result
) throws(ICUFailure) -> Result {
  var status = ICUStatus()
  let result = call(&status.code)
  if status.isFailure { throw ICUFailure(status: status) }
  return result
}

/// Calls ICU to open an object. No object without a failure means an allocation failure.
func openedByICU(
  _ open: (inout CICUStatus) -> OpaquePointer?
) throws(ICUFailure) -> OpaquePointer {
  guard let opened = unsafe try withICUStatus(open) else {
    throw ICUFailure(status: .memoryAllocation)
  }
  return unsafe opened
}

extension Mutex {
  /// Returns the value, making it if missing; concurrent callers wait. A failure isn't kept.
  func value<Made: Sendable, Failure: Error>(
    _ make: () throws(Failure) -> Made
  ) throws(Failure) -> Made where Value == Made? {
    try withLock { (kept) throws(Failure) in
      if let kept { return kept }
      let made = try make()
      kept = made
      return made
    }
  }
}

func icuString(
  _ write: (UnsafeMutablePointer<CChar>, Int32, inout CICUStatus) -> Int32
) throws(ICUFailure) -> String {
  var status = ICUStatus()
  let string = unsafe withUnsafeTemporaryAllocation(
    of: CChar.self, capacity: Int(CICU_LOCALE_CAPACITY)
  ) { buffer in
    let start = buffer.baseAddress!
    let length = unsafe write(start, Int32(buffer.count), &status.code)
    // A string that exactly fills the buffer leaves no room for its NUL, which ICU reports only as
    // a warning.
    if length >= buffer.count { status = .bufferOverflow }
    if status.isFailure { return "" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }
  if status.isFailure { throw ICUFailure(status: status) }
  return string
}

func icuString(
  _ text: String,
  _ write: (
    UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int32, UnsafeMutablePointer<CICUStatus>
  ) -> Int32
) throws(ICUFailure) -> String {
  unsafe try icuString { buffer, capacity, status in
    unsafe write(text, buffer, capacity, &status)
  }
}

/// Returns the strings of a `UEnumeration` and closes it.
func icuStrings(
  _ open: (inout CICUStatus) -> OpaquePointer?
) throws(ICUFailure) -> [String] {
  guard let enumeration = unsafe try withICUStatus(open) else { return [] }
  defer { unsafe cicu_uenum_close(enumeration) }
  var strings: [String] = []
  while true {
    let next = unsafe try withICUStatus { status in
      unsafe cicu_uenum_next(enumeration, nil, &status)
    }
    guard let next = unsafe next else { return strings }
    strings.append(unsafe String(cString: next))
  }
}
