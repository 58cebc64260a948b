#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The environment of the process.
package enum Environment {
  /// Returns the value of a variable; bytes that aren't UTF-8 become U+FFFD.
  package static func value(of name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
