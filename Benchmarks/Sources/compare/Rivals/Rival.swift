import Operations

/// What the library is measured against.
enum Rival: String, CaseIterable, Sendable {
  case icuKeys = "ICU4C, sort keys"
  case icuCompare = "ICU4C, stable sort with compare"
  case icuImmutableIndex = "ICU4C, ImmutableIndex"
  case icuAlphabeticIndex = "ICU4C, AlphabeticIndex"
  case standardSorted = "standard library, sorted()"
  case foundationCompare = "Foundation, compare(_:locale:)"

  /// A way of ICU4C's, in a word.
  var word: Substring { rawValue.split(separator: " ").last! }

  /// The most names that a slow rival is given; `nil` for any number.
  var limit: Int? {
    switch self {
    // It sorts by insertion.
    case .icuAlphabeticIndex: 20_000
    case .foundationCompare: 10_000
    default: nil
    }
  }

  /// The rivals in an operation, the fastest first.
  static func rivals(in operation: NameOperation) -> [Rival] {
    switch operation {
    case .section: [.icuKeys, .icuImmutableIndex]
    case .partition: [.icuKeys, .icuCompare, .icuAlphabeticIndex]
    case .partitionStrings: [.standardSorted, .icuKeys, .foundationCompare]
    case .sort: [.icuKeys, .icuCompare]
    case .keys: [.icuKeys]
    }
  }
}
