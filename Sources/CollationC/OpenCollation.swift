internal import Collation
public import CollationCHeader
internal import CollationFiling
internal import CollationOptions
internal import Glibc

/// What a handle of the C interface refers to: a collation, and its texts as C strings.
///
/// Unchecked because the texts are written only in `init`.
@safe
final class OpenCollation: @unchecked Sendable {
  let collation: LocalizedIndexedCollation
  let stamp: UnsafePointer<CChar>
  let titles: [UnsafePointer<CChar>]
  let indexTitles: [UnsafePointer<CChar>]
  let kinds: [UnsafePointer<CChar>]
  let droppedLabels: [UnsafePointer<CChar>]

  init(_ collation: LocalizedIndexedCollation) {
    self.collation = collation
    unsafe stamp = Self.copy(collation.stamp.description)
    unsafe titles = collation.sectionTitles.map(Self.copy)
    unsafe indexTitles = collation.sectionIndexTitles.map(Self.copy)
    unsafe kinds = collation.sectionKinds.map { unsafe Self.copy($0.rawValue) }
    unsafe droppedLabels = collation.droppedLabels.map(Self.copy)
  }

  /// - Parameter options: The options of the command `collate`, as NAME=VALUE.
  convenience init(locale: String, options: [String]) throws(CallError) {
    var named = NamedOptions()
    do throws(NamedOptions.Invalid) {
      try named.apply(options)
    } catch {
      throw CallError(COLLATION_INVALID_OPTION, error.description)
    }
    if named.rules != nil && !locale.isEmpty {
      throw CallError(COLLATION_INVALID_OPTION, "a locale and rules cannot be used together")
    }
    do throws(CollationError) {
      let collator =
        if let rules = named.rules {
          try Collator(rules: rules, options: named.options)
        } else {
          try Collator(locale: locale.isEmpty ? "root" : locale, options: named.options)
        }
      self.init(
        try LocalizedIndexedCollation(collator: collator, layout: named.layout)
          .filed(by: named.filing))
    } catch {
      throw CallError(error)
    }
  }

  deinit {
    let texts = unsafe [stamp] + titles + indexTitles + kinds + droppedLabels
    for place in unsafe texts.indices {
      unsafe free(UnsafeMutablePointer(mutating: texts[place]))
    }
  }

  private static func copy(_ text: String) -> UnsafePointer<CChar> {
    guard let copy = unsafe strdup(text) else { fatalError("out of memory copying a title") }
    return unsafe UnsafePointer(copy)
  }

  /// Returns the collation of a handle. The caller vouches that the handle is open.
  static func of(_ handle: OpaquePointer?) -> OpenCollation? {
    guard let handle = unsafe handle else { return nil }
    return unsafe Unmanaged<OpenCollation>.fromOpaque(UnsafeRawPointer(handle))
      .takeUnretainedValue()
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
    let locale = try unsafe locale.map { (locale) throws(CallError) in
      try unsafe text(locale, "the locale")
    }
    guard count >= 0 else {
      throw CallError(COLLATION_INVALID_ARGUMENT, "option_count is \(count): expected 0 or more")
    }
    var texts: [String] = []
    for place in 0..<Int(count) {
      guard let option = unsafe options?[place] else { throw CallError.nullPointer }
      texts.append(try unsafe text(option, "option \(place + 1)"))
    }
    let open = try OpenCollation(locale: locale ?? "", options: texts)
    unsafe result.pointee = OpaquePointer(Unmanaged.passRetained(open).toOpaque())
  }
  return unsafe status(of: open, to: error)
}

private func text(
  _ bytes: UnsafePointer<CChar>, _ what: String
) throws(CallError) -> String {
  guard let text = unsafe String(validatingCString: bytes) else {
    throw CallError(COLLATION_INVALID_ARGUMENT, "\(what) is not valid UTF-8")
  }
  return text
}

/// `collation_close` of collation.h.
@c @implementation
public func collation_close(_ handle: OpaquePointer?) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<OpenCollation>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// `collation_stamp` of collation.h.
@c @implementation
public func collation_stamp(_ handle: OpaquePointer?) -> UnsafePointer<CChar>? {
  unsafe OpenCollation.of(handle)?.stamp
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

/// In bounds because a number beyond the texts is not looked up.
private func element(
  _ number: Int32, of texts: [UnsafePointer<CChar>]?
) -> UnsafePointer<CChar>? {
  guard let texts = unsafe texts, unsafe texts.indices.contains(Int(number)) else { return nil }
  return unsafe texts[Int(number)]
}
