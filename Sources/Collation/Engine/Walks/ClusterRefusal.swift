/// Why characters that must be considered together are left to ICU, and which ones.
struct ClusterRefusal {
  enum Rule: UInt8 {
    /// The bytes are not UTF-8.
    case illFormed
    /// Only ICU knows the weights of a character, or of two that collate as one.
    case complex
    /// The second of two characters that collate as one may begin another context.
    case overlap
    /// A second mark follows a character that contracts with marks. A contraction may skip the
    /// first mark.
    case secondMark
    /// Marks are not in canonical order.
    case unordered
  }

  let rule: Rule
  private let numbers: (UInt32, UInt32, UInt32)

  init(_ rule: Rule, _ first: UInt32 = .max, _ second: UInt32 = .max, _ third: UInt32 = .max) {
    self.rule = rule
    numbers = (first, second, third)
  }

  /// The code points that the rule refers to.
  var codePoints: [UInt32] { [numbers.0, numbers.1, numbers.2].filter { $0 != .max } }
}
