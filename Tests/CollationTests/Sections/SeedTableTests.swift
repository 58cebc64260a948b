import Collation
import Testing

/// The table of section index titles in NSHipster's article "UILocalizedIndexedCollation", which
/// the other articles repeat.
@Suite struct SeedTableTests {
  @Test(arguments: [
    ("en_US", ""),
    ("ja_JP", "あ, か, さ, た, な, は, ま, や, ら, わ"),
    ("sv_SE", "Å, Ä, Ö"),
    ("ko_KR", "ㄱ, ㄴ, ㄷ, ㄹ, ㅁ, ㅂ, ㅅ, ㅇ, ㅈ, ㅊ, ㅋ, ㅌ, ㅍ, ㅎ"),
    ("ko_KO", "ㄱ, ㄴ, ㄷ, ㄹ, ㅁ, ㅂ, ㅅ, ㅇ, ㅈ, ㅊ, ㅋ, ㅌ, ㅍ, ㅎ"),
    (
      "ar_SA",
      "آ, ب, ت, ث, ج, ح, خ, د, ذ, ر, ز, س, ش, ص, ض, ط, ظ, ع, غ, ف, ق, ك, ل, م, ن, ه, و, ي"
    ),
    (
      "AR_sa",
      "آ, ب, ت, ث, ج, ح, خ, د, ذ, ر, ز, س, ش, ص, ض, ط, ظ, ع, غ, ف, ق, ك, ل, م, ن, ه, و, ي"
    ),
  ])
  func titlesAreThoseOfUIKit(locale: String, own: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let expected = latin + own.split(separator: ", ").map(String.init) + ["#"]
    #expect(collation.sectionTitles == expected)
    #expect(collation.sectionIndexTitles == expected)
    #expect(!collation.collator.resolvedOptions.isFallback)
  }
}
