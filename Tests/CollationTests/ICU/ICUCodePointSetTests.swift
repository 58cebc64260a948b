import CollationTestSupport
import Testing

@testable import Collation

/// Sets of code points, against ICU's property of each code point.
@Suite struct ICUCodePointSetTests {
  @Test func combiningCodePointsAreThoseOfICU() {
    let codePoints = 0..<UInt32(0x110000)
    let wrong = codePoints.count {
      ICUCodePointSet.combining.contains($0) != (ReferenceICU.leadCombiningClass($0) != 0)
    }
    #expect(wrong == 0)
  }

  /// Unicode's General_Category, as Swift's standard library has it for the characters that both
  /// know.
  @Test func digitsAreDecimalNumbers() {
    for codePoint in 0..<UInt32(0x20000) where ICUCodePointSet.digits.contains(codePoint) {
      #expect(
        Unicode.Scalar(codePoint)?.properties.generalCategory == .decimalNumber, "\(codePoint)")
    }
    for digit: Unicode.Scalar in ["0", "9", "٣", "५", "９", "𝟘"] {
      #expect(ICUCodePointSet.digits.contains(digit.value))
    }
    for other: Unicode.Scalar in ["a", "½", "②", "三", "Ⅳ"] {
      #expect(!ICUCodePointSet.digits.contains(other.value))
    }
  }

  /// Whatever is not covered by `ComparisonAgreement` starts below U+20000.
  @Test func noCombiningMarkLiesBeyondThePlanesThatAreAskedFor() {
    let marks = (0x20000...0x10FFFF).filter {
      ReferenceICU.leadCombiningClass(UInt32($0)) != 0
    }
    #expect(marks == [])
  }
}
