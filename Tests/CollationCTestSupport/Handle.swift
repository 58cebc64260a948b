import CollationC
import CollationCHeader

/// A handle that is closed at the end.
package final class Handle: @unchecked Sendable {
  package let pointer: OpaquePointer?
  package let status: Int32
  package let message: String

  package init(_ locale: String?, _ options: [String] = []) {
    var handle: OpaquePointer?
    var error = collation_error()
    let texts = options.map { Array($0.utf8CString) }
    let pointers = texts.map { text in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      copy.initialize(from: text, count: text.count)
      return UnsafePointer<CChar>?(UnsafePointer(copy))
    }
    defer { for pointer in pointers { pointer?.deallocate() } }
    status = pointers.withUnsafeBufferPointer { options in
      if let locale {
        return collation_open(locale, options.baseAddress, Int32(options.count), &handle, &error)
      }
      return collation_open(nil, options.baseAddress, Int32(options.count), &handle, &error)
    }
    pointer = handle
    message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  deinit { collation_close(pointer) }
}
