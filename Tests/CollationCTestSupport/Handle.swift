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

  /// Returns the key of a name by its texts, or `nil` if there is none.
  package func key(of texts: [String], _ order: Int) -> [UInt8]? {
    Array(texts.joined().utf8).withUnsafeBytes { bytes in
      var start = 0
      let texts = texts.map { text in
        let place = bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
        start += text.utf8.count
        return collation_text(bytes: place, length: Int64(text.utf8.count))
      }
      return texts.withUnsafeBufferPointer { texts in
        var parts = collation_parts()
        (parts.texts, parts.text_count) = (texts.baseAddress, Int64(texts.count))
        var (key, beginning) = (
          [UInt8](repeating: 0, count: 512), [UInt8](repeating: 0xEE, count: 3)
        )
        let length = collation_key_of_parts(pointer, Int32(order), &parts, &key, 512)
        if length < 0 { return nil }
        // No more is written than there is room for.
        let same = collation_key_of_parts(pointer, Int32(order), &parts, &beginning, 2)
        return same == length && beginning == key.prefix(2) + [0xEE]
          ? Array(key.prefix(Int(length))) : nil
      }
    }
  }
}
