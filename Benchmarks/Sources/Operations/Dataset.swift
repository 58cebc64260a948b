import Collation
import Names

/// Names in all the forms in which they are handed over.
public struct Dataset: Sendable {
  /// The name of the language, or of the file.
  public let name: String
  /// The locale that the names are sorted in.
  public let locale: String
  /// The names as ICU4C takes them.
  public let names: Names
  /// The names in one buffer of the library.
  public let records: UTF8Records
  /// The names as the library takes them.
  public var list: NameList { NameList(records) }

  /// Names in a locale.
  public init(name: String, locale: String, names: Names) {
    self.name = name
    self.locale = locale
    self.names = names
    // The ranges are within the bytes, since the names are.
    records = try! UTF8Records(names.bytes, ranges: names.ranges)
  }

  /// Names of a language; `nil` for one that there are no lists of.
  public init?(language: String, count: Int) {
    guard let names = Names.make(language, count: count) else { return nil }
    self.init(name: language, locale: Names.locale(of: language), names: names)
  }

  /// How many names there are.
  public var count: Int { names.count }
  /// The mean length of a name in UTF-8.
  public var bytesPerName: Double { Double(names.bytes.count) / Double(count) }

  /// The first names, at most as many as there are.
  public func prefix(_ count: Int) -> Dataset {
    count < self.count ? Dataset(name: name, locale: locale, names: names.prefix(count)) : self
  }
}
