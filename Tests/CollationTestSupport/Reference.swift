import CICUReference

/// ICU's `AlphabeticIndex` itself.
public final class ReferenceIndex: @unchecked Sendable {
  public enum Kind: Int32, Sendable { case normal, underflow, inflow, overflow }

  private let index: OpaquePointer
  public let labels: [String]
  public let kinds: [Kind]

  public init?(
    locale: String, labelLocales: [String] = [], labelSet: String = "", maxLabelCount: Int = 0
  ) {
    guard
      let index = reference_index_open(
        locale, labelLocales.joined(separator: ","), labelSet, Int32(maxLabelCount))
    else { return nil }
    self.index = index
    let buckets = 0..<reference_index_count(index)
    labels = buckets.map { String(cString: reference_index_label(index, $0)) }
    kinds = buckets.map { Kind(rawValue: reference_index_kind(index, $0))! }
  }

  deinit { reference_index_close(index) }

  public func bucket(of name: [UInt8]) -> Int {
    Int(reference_index_bucket(index, name, Int32(name.count)))
  }
}

/// ICU's `UCollator` itself.
public final class ReferenceCollator {
  private let collator: OpaquePointer

  public init?(locale: String) {
    guard let collator = reference_collator_open(locale) else { return nil }
    self.collator = collator
  }

  deinit { reference_collator_close(collator) }

  /// Sets an attribute by ICU's numbers, `UColAttribute` and `UColAttributeValue`.
  public func set(_ attribute: Int, to value: Int) {
    reference_collator_set(collator, Int32(attribute), Int32(value))
  }

  public func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    Int(
      reference_collator_compare(
        collator, left, Int32(left.count), right, Int32(right.count)))
  }

  public func sortKey(_ name: [UInt8]) -> [UInt8] {
    let length = reference_collator_sortKey(collator, name, Int32(name.count), nil, 0)
    var key = [UInt8](repeating: 0, count: Int(length))
    _ = reference_collator_sortKey(collator, name, Int32(name.count), &key, length)
    return key
  }
}

public enum ReferenceICU {
  /// Every locale that ICU has, `uloc_getAvailable`.
  public static let locales: [String] = {
    var locales: [String] = []
    while let name = reference_locale(Int32(locales.count)) {
      locales.append(String(cString: name))
    }
    return locales
  }()

  public static var majorVersion: Int { Int(reference_icuMajorVersion()) }

  public static func setDefaultLocale(_ locale: String) { reference_setDefaultLocale(locale) }

  public static func leadCombiningClass(_ codePoint: UInt32) -> Int {
    Int(reference_leadCombiningClass(Int32(codePoint)))
  }
}
