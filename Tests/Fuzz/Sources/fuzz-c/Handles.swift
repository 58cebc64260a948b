import CollationC
import CollationCHeader
import CollationCTestSupport
import FuzzSupport

/// Any locale and options give a handle of the C interface, or an error of one line. A handle has a
/// text for each section.
///
/// The first line of an input is the locale, each other line an option.
func fuzzHandles(_ input: Input) {
  var input = input
  let lines = input.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let handle = Handle(lines[0], Array(lines.dropFirst()))
  guard let pointer = handle.pointer else {
    check((1...6).contains(handle.status), "code \(handle.status): \(lines)")
    checkIsOneLine(handle.message)
    return
  }
  check(handle.status == COLLATION_OK && handle.message.isEmpty, "\(handle.message): \(lines)")
  let stamp = String(cString: collation_stamp(pointer))
  check(stamp.hasPrefix("keys="), "stamp \(stamp): \(lines)")
  let count = collation_section_count(pointer)
  check(count > 0, "no section: \(lines)")
  for section in 0..<count {
    for text in [collation_title, collation_index_title, collation_section_kind] {
      check(text(pointer, section) != nil, "no text of section \(section): \(lines)")
    }
  }
  for section in [-1, count, .min, .max] {
    check(collation_title(pointer, section) == nil, "a title of \(section): \(lines)")
  }
  check((0..<count).contains(collation_section(pointer, "Zorn", 4)), "section: \(lines)")
}
