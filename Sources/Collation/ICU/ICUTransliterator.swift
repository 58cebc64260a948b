internal import CICU
internal import Synchronization

/// An ICU transliterator, which writes a text in another script. `utrans_openU`
///
/// Unchecked because all ICU calls are made with the lock held.
@safe
package final class ICUTransliterator: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let lock = Mutex(())

  /// - Parameter name: ICU's name for it, or several names separated by semicolons, each applied to
  ///   the output of the previous one.
  /// - Returns: `nil` if this version of ICU has no transliterator of that name.
  package init?(_ name: String) {
    let units = Array(name.utf16)
    var status = ICUStatus()
    let opened = unsafe cicu_utrans_openU(
      units, Int32(units.count), CICUTransliterationDirection(CICU_TRANSLITERATE_FORWARD), nil, -1,
      nil, &status.code)
    if status.lack == "memory" { status.endProcess("open the transliterator '\(name)'") }
    guard let opened = unsafe opened, !status.isFailure else { return nil }
    unsafe pointer = opened
  }

  deinit { unsafe cicu_utrans_close(pointer) }

  /// Returns the text in the other script, both in UTF-16. `utrans_transUChars`
  package func transliterated(_ text: [UInt16]) -> [UInt16] {
    var capacity = 8 * text.count
    while true {
      var (length, limit) = (Int32(text.count), Int32(text.count))
      var status = ICUStatus()
      let written = unsafe [CICUUTF16](unsafeUninitializedCapacity: capacity) { buffer, count in
        _ = unsafe buffer.update(fromContentsOf: text)
        lock.withLock { _ in
          unsafe cicu_utrans_transUChars(
            pointer, buffer.baseAddress!, &length, Int32(buffer.count), 0, &limit, &status.code)
        }
        count = status.isFailure ? 0 : Int(length)
      }
      if status == .bufferOverflow {
        capacity = Int(length)
        continue
      }
      if status.isFailure { status.endProcess("transliterate a string") }
      return written
    }
  }
}
