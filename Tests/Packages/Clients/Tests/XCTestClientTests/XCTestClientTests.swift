import Collation
import XCTest

final class XCTestClientTests: XCTestCase {
  func testNamesAreSorted() throws {
    let collator = try Collator(locale: "sv")
    XCTAssertEqual(collator.sorted(["Öberg", "Zorn", "Åberg"]), ["Zorn", "Åberg", "Öberg"])
  }
}
