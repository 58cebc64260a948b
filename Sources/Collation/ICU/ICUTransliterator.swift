internal import CICU
internal import Synchronization

/// One of ICU's transliterators, which write words in another script. `utrans_openU`
///
/// ICU takes microseconds for a letter, so that the words written last are kept.
///
/// Unchecked because all calls of ICU are made while the lock is held.
@safe
final class ICUTransliterator: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let kept = Mutex(Kept())

  /// The transliterator of a name, which all who ask share; `nil` if this ICU has none of that name.
  /// To make one takes ICU up to a tenth of a second.
  ///
  /// - Parameter name: One of few: what was made is kept.
  static func named(_ name: String) -> ICUTransliterator? {
    made.withLock { made in
      if let known = made[name] { return known }
      let transliterator = ICUTransliterator(name)
      made[name] = .some(transliterator)
      return transliterator
    }
  }

  private static let made = Mutex<[String: ICUTransliterator?]>([:])

  /// Words and how they are written.
  private struct Kept {
    var words: [[UInt8]: [UInt8]] = [:]
    var byteCount = 0
  }

  /// The most bytes of the words that are kept, with what a dictionary takes for each.
  private static let mostBytes = 4 << 20
  private static let bytesOfEntry = 128

  /// - Parameter name: ICU's name for it, or several with semicolons between, of which each writes
  ///   what the one before has written.
  /// - Returns: `nil` if this ICU has no transliterator of that name.
  private init?(_ name: String) {
    let units = Array(name.utf16)
    var status = ICUStatus()
    let opened = unsafe cicu_transliterator_open(
      units, Int32(units.count), CICUTransliterationDirection(CICU_TRANSLITERATE_FORWARD),
      &status.code)
    if status.lack == "memory" { status.endProcess("make the transliterator '\(name)'") }
    guard let opened = unsafe opened, !status.isFailure else { return nil }
    unsafe pointer = opened
  }

  deinit { unsafe cicu_transliterator_close(pointer) }

  /// The word in the other script, as UTF-8.
  func transliterated(_ word: [UInt8]) -> [UInt8] {
    kept.withLock { kept in
      if let known = kept.words[word] { return known }
      let written = write(word)
      kept.byteCount += word.count + written.count + Self.bytesOfEntry
      if kept.byteCount > Self.mostBytes { kept = Kept() }
      kept.words[word] = written
      return written
    }
  }

  /// `utrans_transUChars`
  private func write(_ word: [UInt8]) -> [UInt8] {
    let units = Array(String(decoding: word, as: UTF8.self).utf16)
    var length = Int32(units.count)
    var capacity = 8 * units.count
    while true {
      var status = ICUStatus()
      let written = unsafe [CICUUTF16](unsafeUninitializedCapacity: capacity) { buffer, count in
        length = Int32(units.count)
        _ = unsafe buffer.update(fromContentsOf: units)
        unsafe cicu_transliterator_transliterate(
          pointer, buffer.baseAddress!, &length, Int32(buffer.count), &status.code)
        count = status.isFailure ? 0 : Int(length)
      }
      if status == .bufferOverflow {
        capacity = Int(length)
        continue
      }
      if status.isFailure { status.endProcess("transliterate a word") }
      return Array(String(decoding: written, as: UTF16.self).utf8)
    }
  }
}
