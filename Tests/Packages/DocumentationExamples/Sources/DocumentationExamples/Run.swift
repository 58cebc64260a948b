import Foundation

/// Runs the examples of the documentation, and fails where one throws, or where a value is not what
/// the documentation states.
@main
enum Run {
  static func main() async {
    for example in Given.examples {
      do {
        try await example.run()
      } catch {
        Expectations.fail("the example throws: \(error)", example.file, example.line)
      }
    }
    for place in Given.values where !Expectations.reached.contains("\(place.file):\(place.line)") {
      Expectations.fail("the value is not reached", place.file, place.line)
    }
    for failure in Expectations.failures { Swift.print(failure) }
    Swift.print(
      "\(Given.examples.count) examples, \(Given.values.count) values checked, "
        + "\(Expectations.failures.count) failures")
    if !Expectations.failures.isEmpty { exit(1) }
  }
}
