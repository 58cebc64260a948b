internal import CICU

/// The versions of ICU and its data, four bytes each: `UVersionInfo`.
enum ICUVersion {
  static var library: [UInt8] { unsafe bytes { unsafe cicu_u_getVersion($0) } }

  /// `ulocdata_getCLDRVersion`; empty if ICU has no data to read it from.
  static func cldr() throws(ICUFailure) -> [UInt8] {
    var status = ICUStatus()
    let version = unsafe bytes { unsafe cicu_ulocdata_getCLDRVersion($0, &status.code) }
    if status == .memoryAllocation { throw ICUFailure(status: status) }
    return status.isFailure ? [] : version
  }

  static func bytes(_ write: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 4) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      unsafe write(buffer.baseAddress!)
      count = 4
    }
  }
}
