import Collation
import CollationFiling
import CollationFoundationCompat
import CollationLists
import Foundation
import XCTest

final class ClientTests: XCTestCase {
  /// In Swedish, Å and Ö are letters behind Z (CLDR).
  func testNamesAreSorted() throws {
    let collation = try LocalizedIndexedCollation(locale: Locale(identifier: "sv_SE"))
    let names = ["Öberg", "Zorn", "Åberg"]
    XCTAssertEqual(collation.sections(of: names, hidingEmpty: true).map(\.title), ["Z", "Å", "Ö"])
    XCTAssertEqual(names.sorted(using: collation.collator.comparator), ["Zorn", "Åberg", "Öberg"])
  }
}
