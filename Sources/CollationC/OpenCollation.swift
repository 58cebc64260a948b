internal import Collation
public import CollationCHeader
internal import CollationFiling
internal import CollationOptions
internal import Synchronization

/// What a C handle refers to: a collation, and its texts as C strings.
///
/// Unchecked because the texts are written only in `init`.
@safe
final class OpenCollation: @unchecked Sendable {
  let request: OpeningRequest
  let collation: LocalizedIndexedCollation
  /// The plain order: the collator of `collation` may order scripts differently.
  let collator: Collator
  /// Recent queries: a statement asks for the rank of one name after another.
  let queries = BoundedCache<String, StoredQuery>(capacity: 8)
  /// The maximum number of threads in a call for many names.
  let threads: Int
  let stamp: UnsafePointer<CChar>
  let locale: UnsafePointer<CChar>
  let titles: [UnsafePointer<CChar>]
  let indexTitles: [UnsafePointer<CChar>]
  let kinds: [UnsafePointer<CChar>]
  let droppedLabels: [UnsafePointer<CChar>]

  /// - Parameter options: The options of the command `collate`, as NAME=VALUE.
  init(_ request: OpeningRequest, locale: String, options: [String]) throws(CallError) {
    var named = NamedOptions()
    do throws(NamedOptions.Invalid) {
      try named.apply(options)
    } catch {
      throw CallError(COLLATION_INVALID_OPTION, error.description)
    }
    if named.rules != nil && !locale.isEmpty {
      throw CallError(
        COLLATION_INVALID_OPTION,
        "a locale and rules or letters, which replace it, cannot be used together")
    }
    let (collator, collation) = try call { () throws(CollationError) in
      let collator =
        if let rules = named.rules {
          try Collator(rules: rules, options: named.options)
        } else {
          try Collator(locale: locale.isEmpty ? "root" : locale, options: named.options)
        }
      let filed = try collator.filed(by: named.filing)
      return (filed, try LocalizedIndexedCollation(collator: filed, layout: named.layout))
    }
    self.request = request
    self.collator = collator
    self.collation = collation
    threads = named.workers.value
    unsafe stamp = textInC(collation.stamp.description)
    unsafe self.locale = textInC(collator.resolvedOptions.resolvedLocale)
    unsafe titles = collation.sectionTitles.map(textInC)
    unsafe indexTitles = collation.sectionIndexTitles.map(textInC)
    unsafe kinds = collation.sectionKinds.map { unsafe textInC($0.rawValue) }
    unsafe droppedLabels = collation.droppedLabels.map(textInC)
  }

  deinit {
    let texts = unsafe [stamp, locale] + titles + indexTitles + kinds + droppedLabels
    for place in unsafe texts.indices { unsafe texts[place].deallocate() }
  }

  /// Returns the collation of a handle. The caller vouches that the handle is open.
  @inline(__always)
  static func of(_ handle: OpaquePointer?) -> OpenCollation? {
    guard let handle = unsafe handle else { return nil }
    return unsafe Unmanaged<OpenCollation>.fromOpaque(UnsafeRawPointer(handle))
      .takeUnretainedValue()
  }
}

/// Returns a copy of a text, which the caller owns.
private func textInC(_ text: String) -> UnsafePointer<CChar> {
  let bytes = text.utf8CString
  let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
  _ = unsafe copy.initialize(from: bytes)
  return unsafe UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
}

/// The request by which a collation was opened: the bytes of the locale and of each option, each
/// terminated by NUL. Texts with different bytes may be equal strings, yet different titles.
struct OpeningRequest: Hashable {
  private var bytes: [UInt8] = []

  /// The caller vouches for the texts.
  init(
    locale: UnsafePointer<CChar>?, options: UnsafePointer<UnsafePointer<CChar>?>?, count: Int
  ) throws(CallError) {
    unsafe append(locale)
    for place in 0..<count {
      guard let option = unsafe options?[place] else { throw CallError.nullPointer }
      unsafe append(option)
    }
  }

  /// The bytes of the locale and of each option.
  var texts: [ArraySlice<UInt8>] {
    bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
  }

  private mutating func append(_ text: UnsafePointer<CChar>?) {
    if let text = unsafe text {
      var count = 0
      while unsafe text[count] != 0 { count += 1 }
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: text, count: count))
    }
    bytes.append(0)
  }

  func hash(into hasher: inout Hasher) {
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

/// The open collations, each with the number of its handles.
///
/// Counted, since a weak reference could become the last strong one while the lock is held, and
/// deinitializing the collation would take the lock again.
private enum OpenCollations {
  private struct Entry {
    let open: OpenCollation
    var handles = 1
  }

  private static let entries = Mutex<[OpeningRequest: Entry]>([:])

  /// Returns the collation that a new handle refers to.
  static func open(
    _ request: OpeningRequest, make: () throws(CallError) -> OpenCollation
  ) throws(CallError) -> OpenCollation {
    func openAlready(_ entries: inout [OpeningRequest: Entry]) -> OpenCollation? {
      entries[request]?.handles += 1
      return entries[request]?.open
    }
    if let open = entries.withLock({ openAlready(&$0) }) { return open }
    let made = try make()
    return entries.withLock { entries in
      if let open = openAlready(&entries) { return open }
      entries[request] = Entry(open: made)
      return made
    }
  }

  static func close(_ open: OpenCollation) {
    entries.withLock { entries in
      entries[open.request]?.handles -= 1
      if entries[open.request]?.handles == 0 { entries[open.request] = nil }
    }
  }
}

/// `collation_open` of collation.h.
@c @implementation
public func collation_open(
  _ locale: UnsafePointer<CChar>?, _ options: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int32, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  unsafe result?.pointee = nil
  func open() throws(CallError) {
    guard let result = unsafe result else { throw CallError.nullPointer }
    guard count >= 0 else {
      throw CallError(COLLATION_INVALID_ARGUMENT, "option_count is \(count): expected 0 or more")
    }
    let request = try unsafe OpeningRequest(locale: locale, options: options, count: Int(count))
    let open = try OpenCollations.open(request) { () throws(CallError) in
      let texts = request.texts
      return try OpenCollation(
        request, locale: text(texts[0], "the locale"),
        options: texts.indices.dropFirst().map { (number) throws(CallError) in
          try text(texts[number], "option \(number)")
        })
    }
    unsafe result.pointee = OpaquePointer(Unmanaged.passUnretained(open).toOpaque())
  }
  return unsafe status(of: open, to: error)
}

private func text(_ bytes: ArraySlice<UInt8>, _ what: String) throws(CallError) -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw CallError(COLLATION_INVALID_ARGUMENT, "\(what) is not valid UTF-8")
  }
  return text
}

/// `collation_close` of collation.h.
@c @implementation
public func collation_close(_ handle: OpaquePointer?) {
  if let open = unsafe OpenCollation.of(handle) { OpenCollations.close(open) }
}

/// `collation_version` of collation.h.
@c @implementation
public func collation_version() -> UnsafePointer<CChar>? { unsafe ProcessTexts.version }

/// `collation_icu_version` of collation.h.
@c @implementation
public func collation_icu_version() -> UnsafePointer<CChar>? { unsafe ProcessTexts.icuVersion }

/// `collation_search_stamp` of collation.h.
@c @implementation
public func collation_search_stamp() -> UnsafePointer<CChar>? {
  // A failure to open ICU's search order must not be cached.
  guard (try? NameSearch.keyStamp) != nil else { return nil }
  return unsafe ProcessTexts.searchStamp
}

/// `collation_option` of collation.h.
@c @implementation
public func collation_option(_ number: Int32) -> UnsafePointer<CChar>? {
  unsafe element(number, of: ProcessTexts.options)
}

/// Texts that belong to no handle, kept for the life of the process. Nobody writes to them.
private enum ProcessTexts {
  nonisolated(unsafe) static let version = unsafe textInC(Versions.library)
  nonisolated(unsafe) static let icuVersion = unsafe textInC(Versions.icu)
  nonisolated(unsafe) static let searchStamp =
    unsafe (try? NameSearch.keyStamp).map { unsafe textInC($0.description) }
  nonisolated(unsafe) static let options = unsafe NamedOptions.names.map(textInC)
}

/// `collation_locale` of collation.h.
@c @implementation
public func collation_locale(_ handle: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe OpenCollation.of(handle)?.locale
}

/// `collation_is_fallback` of collation.h.
@c @implementation
public func collation_is_fallback(_ handle: OpaquePointer?) -> Int32 {
  unsafe OpenCollation.of(handle)?.collator.resolvedOptions.isFallback == true ? 1 : 0
}

/// `collation_stamp` of collation.h.
@c @implementation
public func collation_stamp(_ handle: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe OpenCollation.of(handle)?.stamp
}

/// `collation_check_stamp` of collation.h.
@c @implementation
public func collation_check_stamp(
  _ handle: OpaquePointer?, _ stored: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  func check() throws(CallError) {
    guard let open = unsafe OpenCollation.of(handle), let stored = unsafe stored else {
      throw CallError.nullPointer
    }
    let stamp = CollationStamp(unsafe String(cString: stored))
    try call { () throws(CollationError) in try open.collation.stamp.check(stored: stamp) }
  }
  return unsafe status(of: check, to: error)
}

/// `collation_section_count` of collation.h.
@c @implementation
public func collation_section_count(_ handle: OpaquePointer?) -> Int32 {
  unsafe Int32(OpenCollation.of(handle)?.titles.count ?? 0)
}

/// `collation_title` of collation.h.
@c @implementation
public func collation_title(_ handle: OpaquePointer?, _ section: Int32) -> UnsafePointer<CChar>? {
  unsafe element(section, of: OpenCollation.of(handle)?.titles)
}

/// `collation_index_title` of collation.h.
@c @implementation
public func collation_index_title(
  _ handle: OpaquePointer?, _ section: Int32
) -> UnsafePointer<CChar>? {
  unsafe element(section, of: OpenCollation.of(handle)?.indexTitles)
}

/// `collation_section_kind` of collation.h.
@c @implementation
public func collation_section_kind(
  _ handle: OpaquePointer?, _ section: Int32
) -> UnsafePointer<CChar>? {
  unsafe element(section, of: OpenCollation.of(handle)?.kinds)
}

/// `collation_dropped_label` of collation.h.
@c @implementation
public func collation_dropped_label(
  _ handle: OpaquePointer?, _ number: Int32
) -> UnsafePointer<CChar>? {
  unsafe element(number, of: OpenCollation.of(handle)?.droppedLabels)
}

/// In bounds because a number past the end is never looked up.
private func element(
  _ number: Int32, of texts: [UnsafePointer<CChar>]?
) -> UnsafePointer<CChar>? {
  guard let texts = unsafe texts, unsafe texts.indices.contains(Int(number)) else { return nil }
  return unsafe texts[Int(number)]
}
