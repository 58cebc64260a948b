import Operations

/// What the library is measured against.
enum Rival: String, CaseIterable, Codable, Sendable {
  case icuKeys = "ICU4C, sort keys"
  case icuCompare = "ICU4C, stable sort with compare"
  case icuImmutableIndex = "ICU4C, ImmutableIndex"
  case icuAlphabeticIndex = "ICU4C, AlphabeticIndex"
  case standardSorted = "standard library, sorted()"
  case foundationCompare = "Foundation, compare(_:locale:)"
  case radixSort = "radix sort of 64-bit numbers"
  case byteSort = "sort by bytes"
  case randomRead = "random read"
  case copy = "copy"

  /// Whether this is a floor: simpler work on as much data, which says how fast the machine can be.
  var isFloor: Bool {
    switch self {
    case .radixSort, .byteSort, .randomRead, .copy: true
    default: false
    }
  }

  /// Whether its time grows with the square of the number of names.
  var isQuadratic: Bool { self == .icuAlphabeticIndex }

  /// The rivals in an operation, the fastest first, and its floors.
  static func rivals(in operation: NameOperation) -> [Rival] {
    switch operation {
    case .section: [.icuKeys, .icuImmutableIndex, .copy, .randomRead]
    case .partition:
      [.icuKeys, .icuCompare, .icuAlphabeticIndex, .radixSort, .byteSort, .randomRead, .copy]
    case .partitionStrings: [.standardSorted, .icuKeys, .foundationCompare, .radixSort, .byteSort]
    case .sort: [.icuKeys, .icuCompare, .radixSort, .byteSort, .randomRead, .copy]
    case .keys: [.icuKeys, .copy]
    }
  }
}
