/// Compares bytes as a database does. Tests are not optimized, where comparing millions of keys by
/// generic code would take seconds; this is.
///
/// - Returns: A number less than, equal to or greater than 0.
package func compareBytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
  left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
}
