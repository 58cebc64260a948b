/// How one string collates relative to another: ICU's `UCollationResult`.
public enum CollationResult: Int8, Hashable, Sendable {
  /// The first string comes before the second.
  case less = -1
  /// The strings are equal at the collator's strength.
  case equal = 0
  /// The first string comes after the second.
  case greater = 1

  init(sign: some BinaryInteger) { self = sign < 0 ? .less : sign == 0 ? .equal : .greater }
}
