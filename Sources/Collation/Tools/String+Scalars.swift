extension String {
  /// The string's scalars, decoded once. Applying closures to `unicodeScalars` makes the compiler
  /// repeat the decoding of UTF-8 for each.
  var scalars: [Unicode.Scalar] { Array(unicodeScalars) }
}
