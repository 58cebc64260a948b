internal import Synchronization

/// Identifies the order and the sections of a list, as a short text to store with its keys.
///
/// ```swift
/// database.store(stamp: collation.stamp.description)
///
/// try collation.stamp.check(stored: CollationStamp(database.stamp))  // throws what differs
/// ```
///
/// Keys, cursors and counts are valid only under the stamp they were made with. After an update of
/// ICU, say, old keys may order differently from new ones, and nothing else would reveal it.
///
/// The text is a list of components, such as `icu=72.1`, separated by spaces:
///
/// | Component | What it is |
/// | --- | --- |
/// | `keys` | the format of stamps and list keys |
/// | `icu`, `uca`, `cldr` | the versions of ICU, of the collation algorithm's data and of CLDR |
/// | `rules` | a digest of what the locale's rules or custom rules add to root's order |
/// | `ks` … `kr` | the options, by their keys in BCP 47, such as `ks` for the strength |
/// | `labels` | of a collation: its section count, a digest of titles, kinds and boundaries |
/// | `filing` | of a collator that files names: a digest of its `FilingRules` |
///
/// A stamp identifies an order, not a locale. English, French and German sort alike and have
/// identical sections, so they share a stamp, and one stored list serves the readers of all three.
/// For the locale, see ``ResolvedCollatorOptions/requestedLocale``.
///
/// A stamp is identical in every process with the same ICU. Different lists have different stamps.
/// Equal lists have equal stamps, with two exceptions:
///
/// - Tailorings that differ only at a level that the strength ignores.
/// - Reorder codes with equal effect, such as `Cyrl` and `digit,Cyrl`.
///
/// An option without effect appears in the stamp with its default value, such as the maximum
/// variable when alternate handling is `non-ignorable`.
public struct CollationStamp: Hashable, Sendable {
  /// A deciding factor.
  public struct Component: Hashable, Sendable {
    /// What decides, such as `icu`.
    public let name: String
    /// Its value, such as `72.1`.
    public let value: String
  }

  /// The deciding factors: first the components listed above, in that order, then any others.
  public let components: [Component]

  /// Describes the differences from another stamp; empty if the two are equal.
  ///
  /// ```swift
  /// collation.stamp.differences(from: collator.stamp)
  /// // such as ["ICU version is 72.1, was 70.1", "numeric ordering is true, was false"]
  /// ```
  ///
  /// Components that this version of the library does not know count as one unnamed difference.
  ///
  /// - Complexity: O(*n*) in the characters of the stamps.
  public func differences(from other: CollationStamp) -> [String] {
    var (values, others) = (valuesByName, other.valuesByName)
    var differences: [String] = []
    for (name, words) in Self.words {
      let (value, other) = (values.removeValue(forKey: name), others.removeValue(forKey: name))
      if value != other {
        differences.append("\(words) is \(Self.quoted(value)), was \(Self.quoted(other))")
      }
    }
    if values != others { differences.append("components unknown to this version differ") }
    return differences
  }

  /// Checks that stored data was made under this stamp.
  ///
  /// ```swift
  /// do {
  ///   try collation.stamp.check(stored: CollationStamp(text))
  /// } catch {
  ///   print(error.differences)  // such as ["ICU version is 72.1, was 70.1"]
  /// }
  /// ```
  ///
  /// - Parameter stored: The stored stamp; `nil` if there is none, or if it cannot be read.
  /// - Throws: A ``CollationError`` with the code ``CollationError/Code/missingStamp`` for `nil`,
  ///   and ``CollationError/Code/stampMismatch`` for another stamp.
  /// - Complexity: O(*n*) in the characters of the stamps.
  public func check(stored: CollationStamp?) throws(CollationError) {
    guard let stored else {
      throw CollationError(
        .missingStamp,
        "no stamp is stored, or it cannot be read: rebuild the keys, and store the stamp with them")
    }
    if self == stored { return }
    let differences = differences(from: stored)
    let reason = differences.joined(separator: "; ")
    throw CollationError(
      .stampMismatch, "made with a different collation: \(reason); rebuild what is stored",
      differences: differences)
  }

  private var valuesByName: [String: String] {
    Dictionary(components.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func quoted(_ value: String?) -> String {
    guard let value else { return "missing" }
    return value.isEmpty ? "empty" : value.count > 64 ? "\(value.prefix(64))…" : value
  }

  /// What the components are called, in their order.
  private static let words =
    [
      ("keys", "format of stamps and keys"), ("icu", "ICU version"), ("uca", "UCA version"),
      ("cldr", "CLDR version"), ("rules", "digest of the rules"),
    ] + CollatorOption.all.map { ($0.key, $0.words) }
    + [("labels", "digest of the labels"), ("filing", "digest of the filing rules")]
}

extension CollationStamp: LosslessStringConvertible {
  /// The stamp as text without line feeds, usually of fewer than 200 ASCII characters.
  public var description: String {
    components.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// Parses a stamp, even one from another version of the library; `nil` for any other text.
  public init?(_ description: String) {
    guard description.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    var values: [String: String] = [:]
    for text in description.split(separator: " ", omittingEmptySubsequences: false) {
      guard let separator = text.firstIndex(of: "="), separator != text.startIndex,
        values.updateValue(
          String(text[separator...].dropFirst()), forKey: String(text[..<separator])) == nil
      else { return nil }
    }
    guard values["keys"] != nil else { return nil }
    let known = Self.words.compactMap { name, _ in
      values.removeValue(forKey: name).map { Component(name: name, value: $0) }
    }
    components =
      known + Array(values.keys).sorted().map { Component(name: $0, value: values[$0]!) }
  }
}

extension CollationStamp: Codable {
  /// Decodes the text of a stamp.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let stamp = CollationStamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected the text of a CollationStamp")
    }
    self = stamp
  }

  /// Encodes the text of the stamp.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Collator {
  /// The stamp of the collator's order. ICU: `u_getVersion`, `ucol_getUCAVersion`,
  /// `ulocdata_getCLDRVersion`, `ucol_cloneBinary`, `ucol_getAttribute`, `ucol_getReorderCodes`
  ///
  /// - Complexity: O(1) after the first call, which is O(*n*) in the size of the tailoring.
  public var stamp: CollationStamp {
    do {
      return try openStamp()
    } catch {
      error.status.endProcess("make a stamp")
    }
  }

  /// Returns the stamp, or throws if ICU cannot make it.
  package func openStamp() throws(ICUFailure) -> CollationStamp {
    try storage.stamp.value { () throws(ICUFailure) in
      guard let filed = storage.filed else { return try CollationStamp(of: self) }
      return try filed.collator.openStamp().with("filing", filed.filing.digest)
    }
  }
}

extension CollationStamp {
  /// The version of the format. Bump it when a component changes meaning, when list keys are built
  /// differently from the same sort keys, or when the library's sort keys stop being ICU's.
  private static let keyFormat = "2"

  fileprivate init(of collator: Collator) throws(ICUFailure) {
    let options = collator.resolvedOptions
    var rules = Digest()
    rules.add(try collator.storage.icu.tailoring())
    components =
      [
        Component(name: "keys", value: Self.keyFormat),
        Component(name: "icu", value: Versions.icu),
        Component(name: "uca", value: collator.ucaVersion),
        Component(name: "cldr", value: Versions.text(of: try ICUVersion.cldr())),
        Component(name: "rules", value: rules.text),
      ] + CollatorOption.all.map { Component(name: $0.key, value: $0.stamped(options)) }
  }

  func with(_ name: String, _ value: String) -> CollationStamp {
    CollationStamp(components: components + [Component(name: name, value: value)])
  }
}
