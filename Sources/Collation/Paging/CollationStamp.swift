/// All that decides on the order and the sections of a list, as a short text to store beside keys.
///
/// ```swift
/// database.store(stamp: collation.stamp.description)
///
/// try collation.stamp.check(stored: CollationStamp(database.stamp))  // throws what differs
/// ```
///
/// Keys, cursors and counts mean something only under the stamp under which they were made. After
/// an update of ICU, say, keys that were made before may order otherwise than keys that are made
/// now, and nothing would tell.
///
/// The text is the ``components``, such as `icu=72.1`, with spaces between:
///
/// | Component | What it is |
/// | --- | --- |
/// | `keys` | the format of display keys and cursors |
/// | `icu`, `uca`, `cldr` | the versions of ICU, of the collation algorithm's data and of CLDR |
/// | `version` | ``Collator/version`` |
/// | `locale` | ICU's identifier of the locale that was asked for |
/// | `rules` | a digest of custom rules, in place of the locale |
/// | `actual` | ``ResolvedCollatorOptions/actualLocale`` |
/// | `ks`, `ka`, `kv`, `kf`, `kc`, `kb`, `kn`, `kk`, `kr` | the options, by their keys in BCP 47: strength, alternate handling, maximum variable, case first, case level, backwards, numeric, normalization, reorder codes |
/// | `labels` | the number of sections, and a digest of their titles, kinds and boundaries; a collator's stamp has none |
///
/// It is the same in every process that has the same ICU and asks for the same.
public struct CollationStamp: Hashable, Sendable {
  /// One thing that decides on the order or the sections.
  public struct Component: Hashable, Sendable {
    /// What it is, such as `icu`.
    public let name: String
    /// Its value, such as `72.1`.
    public let value: String
  }

  /// All components.
  public let components: [Component]

  /// Says in words what differs from another stamp; nothing where the two are the same.
  ///
  /// ```swift
  /// collation.stamp.differences(from: collator.stamp)
  /// // ["ICU version is 72.1, was 70.1", "numeric ordering is true, was false"]
  /// ```
  ///
  /// Components that this version of the library does not know are one difference, not named: a
  /// stamp may come from a cursor that anyone made up.
  public func differences(from other: CollationStamp) -> [String] {
    var (values, others) = (valuesByName, other.valuesByName)
    var differences: [String] = []
    for (name, words) in Self.words {
      let (value, other) = (values.removeValue(forKey: name), others.removeValue(forKey: name))
      if value != other {
        differences.append("\(words) is \(Self.quoted(value)), was \(Self.quoted(other))")
      }
    }
    if values != others { differences.append("components differ that this version does not know") }
    return differences
  }

  /// Refuses what was stored under another stamp than this one.
  ///
  /// - Parameter stored: The stamp of what was stored; `nil`, as for a text that is no stamp, is another.
  /// - Throws: A ``PagingError`` with the code ``PagingError/Code/otherStamp`` that says what
  ///   differs.
  public func check(stored: CollationStamp?) throws(PagingError) {
    guard let stored else {
      throw Self.otherStamp("made under a stamp that cannot be read", [])
    }
    if self == stored { return }
    let differences = differences(from: stored)
    throw Self.otherStamp(
      "made under another collation: \(differences.joined(separator: "; "))", differences)
  }

  private static func otherStamp(_ reason: String, _ differences: [String]) -> PagingError {
    PagingError(
      .otherStamp, "\(reason); what is stored has to be made anew", differences: differences)
  }

  private var valuesByName: [String: String] {
    Dictionary(components.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func quoted(_ value: String?) -> String {
    guard let value else { return "missing" }
    return value.isEmpty ? "empty" : value.count > 64 ? "\(value.prefix(64))…" : value
  }

  /// What the components are called, in their order.
  private static let words: KeyValuePairs = [
    "keys": "format of keys", "icu": "ICU version", "uca": "UCA version", "cldr": "CLDR version",
    "version": "collator version", "locale": "locale", "rules": "digest of the rules",
    "actual": "locale of the rules", "ks": "strength", "ka": "alternate handling",
    "kv": "maximum variable", "kf": "case first", "kc": "case level", "kb": "backwards secondary",
    "kn": "numeric ordering", "kk": "normalization", "kr": "reorder codes",
    "labels": "digest of the labels",
  ]
}

extension CollationStamp: LosslessStringConvertible {
  /// The stamp as a text without line feeds, mostly of less than 200 ASCII characters.
  public var description: String {
    components.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  /// Reads the text of a stamp, also one of another version of the library; `nil` for anything
  /// else.
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
    components = known + values.sorted { $0.key < $1.key }.map(Component.init)
  }
}

/// A stamp is coded as its text.
extension CollationStamp: Codable {
  /// Decodes the text of a stamp.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let stamp = CollationStamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not the stamp of a collation")
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
  /// What decides on the order. ICU: `u_getVersion`, `ucol_getUCAVersion`,
  /// `ulocdata_getCLDRVersion`, `ucol_getVersion`, `ucol_getAttribute`, `ucol_getReorderCodes`
  public var stamp: CollationStamp { CollationStamp(self, labels: nil) }
}

extension LocalizedIndexedCollation {
  /// What decides on the order and the sections. ICU: as ``Collator/stamp``
  ///
  /// Which index titles there are, and whether empty sections are hidden, is no matter of it.
  ///
  /// - Complexity: O(*n*) in the sections.
  public var stamp: CollationStamp {
    var digest = Digest()
    for (title, kind) in zip(sectionTitles, sectionKinds) {
      digest.add(title.utf8)
      digest.add(kind.rawValue.utf8)
    }
    for boundary in storage.sectionLookup.boundaries {
      digest.add(boundary.key)
      digest.add(DisplayKey.bytes(ofSection: boundary.section))
    }
    return CollationStamp(collator, labels: "\(sectionTitles.count)-\(digest.text)")
  }
}

extension CollationStamp {
  /// What changes when the bytes of display keys or cursors come to be made otherwise of the same
  /// sort keys, or the library's sort keys otherwise than ICU's.
  private static let keyFormat = "1"

  fileprivate init(_ collator: Collator, labels: String?) {
    let options = collator.resolvedOptions
    // Not ICU's valid locale: of locales that share their data, it is that which was opened first
    // in the process.
    let source: Component =
      switch collator.storage.request.source {
      case .locale:
        Component(
          name: "locale",
          value: collator.storage.locale.isEmpty ? "root" : collator.storage.locale)
      case .rules(let rules): Component(name: "rules", value: Self.digest(of: rules))
      }
    var components = [
      Component(name: "keys", value: Self.keyFormat),
      Component(name: "icu", value: Self.text(ofVersion: ICUVersion.library)),
      Component(name: "uca", value: Self.text(ofVersion: collator.storage.icu.ucaVersion)),
      Component(name: "cldr", value: Self.text(ofVersion: ICUVersion.cldr)),
      Component(name: "version", value: collator.version.description),
      source,
      Component(name: "actual", value: options.actualLocale),
      Component(name: "ks", value: options.strength.rawValue),
      Component(name: "ka", value: options.alternateHandling.rawValue),
      Component(name: "kv", value: options.maxVariable.rawValue),
      Component(name: "kf", value: options.caseFirst.rawValue),
      Component(name: "kc", value: String(options.caseLevel)),
      Component(name: "kb", value: String(options.backwardsSecondary)),
      Component(name: "kn", value: String(options.numeric)),
      Component(name: "kk", value: String(options.normalization)),
      Component(
        name: "kr", value: options.reorderCodes.map(\.rawValue).joined(separator: ",")),
    ]
    if let labels { components.append(Component(name: "labels", value: labels)) }
    self.components = components
  }

  private static func digest(of rules: String) -> String {
    var digest = Digest()
    digest.add(rules.utf8)
    return digest.text
  }

  /// The numbers of a version, without zeros at the end.
  private static func text(ofVersion bytes: [UInt8]) -> String {
    let significant = bytes.prefix((bytes.lastIndex { $0 != 0 } ?? 0) + 1)
    return significant.map(String.init).joined(separator: ".")
  }
}
