extension String {
  /// The scalars in an array. The compiler repeats the decoding of UTF-8 for each closure that is
  /// applied to the string's own view of them.
  var scalars: [Unicode.Scalar] { Array(unicodeScalars) }
}
