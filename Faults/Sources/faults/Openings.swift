import CFaults
import Glibc

@testable import Collation

private func megabytes(_ bytes: Int64) -> String { "\((bytes + (1 << 19)) >> 20) MB" }

/// What a caller may ask, thousands of times otherwise: more than the caches hold.
private let requests: [(locale: String, options: CollatorOptions)] =
  Collator.availableLocales.flatMap { locale in
    CollatorOption.all.filter { $0.key != "kr" }.flatMap(\.samples).map { (locale, $0) }
  }

/// Opens collators and drops them, and collations a tenth as often; prints the memory at each tenth.
///
/// - Returns: 1 if the memory still grows by more than 8 MB in the second half.
func openings(count: Int) throws -> Int32 {
  var sizes: [Int64] = []
  for number in 0..<count {
    let (locale, options) = requests[number % requests.count]
    // Some locales take few of the options.
    _ = try? Collator(locale: locale, options: options)
    if number % 10 == 9 {
      _ = try? LocalizedIndexedCollation(locale: locale, options: options)
    }
    if (number + 1) % (count / 10) == 0 {
      sizes.append(faults_residentBytes())
      print(
        "\(number + 1) openings of \(requests.count) kinds: \(megabytes(sizes.last!)), "
          + "\(megabytes(faults_bytesOfICU())) of them ICU's")
      fflush(nil)
    }
  }
  let growth = sizes.last! - sizes[sizes.count / 2]
  print("growth in the second half: \(growth >> 10) KB")
  return growth > 8 << 20 ? 1 : 0
}

/// Prints what the largest entries of each cache take.
func caches() throws {
  func measure(_ name: String, _ count: Int, _ fill: (Int) throws -> Void) rethrows {
    try fill(-1)
    let before = faults_residentBytes()
    for number in 0..<count { try fill(number) }
    let each = (faults_residentBytes() - before) / Int64(count)
    print("\(name): \(each >> 10) KB each, \(megabytes(each * 256)) for 256")
    fflush(nil)
  }
  let all = requests
  measure("collators of locales", 256) { number in
    _ = try? Collator(
      locale: all[(number + 1) * 7 % all.count].locale, options: all[number + 1].options)
  }
  measure("collations of locales", 256) { number in
    let (locale, options) = all[(number + 1) * 13 % all.count]
    _ = try? LocalizedIndexedCollation(locale: locale, options: options)
  }
  try measure("collators of imported rules", 6) { number in
    let rules = "[import zh-u-co-pinyin][import zh-u-co-stroke][import ja][import ko]&a<b\(number)"
    _ = try Collator(rules: rules)
  }
  try measure("collators of long rules", 6) { number in
    let letters = (0..<8_000).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { "<\($0)\($0)" }
    _ = try Collator(rules: "&a<b\(number)" + letters.joined())
  }
  try measure("collations with many labels", 4) { number in
    var layout = SectionLayout.uikit
    layout.customLabels = (0..<20_000).map { String(Unicode.Scalar(0x4E00 + $0)!) } + ["\(number)x"]
    _ = try LocalizedIndexedCollation(locale: "en", layout: layout)
  }
  try measure("contractions of searches", 40) { number in
    let locale = Collator.availableLocales[number + 1]
    _ = try LocalizedIndexedCollation(locale: locale).prefixSearch("a")
  }
}
