import CFaults
import CollationFiling
import CollationLists
import Glibc

@testable import Collation

private func megabytes(_ bytes: Int64) -> String { "\((bytes + (1 << 19)) >> 20) MB" }

/// What a caller may ask, thousands of times otherwise: more than the caches hold.
private let requests: [(locale: String, options: CollatorOptions)] =
  Collator.availableLocales.flatMap { locale in
    CollatorOption.all.filter { $0.key != "kr" }.flatMap(\.samples).map { (locale, $0) }
  }

/// Opens collators and drops them, and collations a tenth as often. Prints the memory at each
/// tenth.
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

/// Prints what the largest entries of each cache take, and how many of them a cache keeps.
func caches() throws {
  func measure(
    _ name: String, _ count: Int, weight: Int = 1, _ make: (Int) throws -> Any?
  ) rethrows {
    // What all of them share is there before they are measured.
    var values = [try make(0)]
    let before = faults_residentBytes()
    for number in 1...count { values.append(try make(number)) }
    let each = (faults_residentBytes() - before) / Int64(count)
    let fitting = max(1, 256 / weight)
    print("\(name): \(each >> 10) KB each, \(megabytes(each * Int64(fitting))) for \(fitting)")
    fflush(nil)
  }
  // Each locale here has an order of its own.
  let locales = ["root", "sv", "cs", "pl", "ru", "el", "ja", "ko", "zh", "ar", "vi", "th", "hi"]
  func table(_ number: Int, of names: UTF8Records) throws -> CollatorTable? {
    let engine = Engine(collator: try Collator(locale: locales[number]))
    let table = engine.tables(forFurther: Thresholds.namesToMakeTable)
    for name in names { _ = name.withUnsafeBufferPointer { table?.key(of: $0) } }
    return table
  }
  try measure("tables of weights", 12) { try table($0, of: UTF8Records()) }
  let characters = (0..<0x110000).compactMap { Unicode.Scalar($0) }
  let all = UTF8Records(strings: characters.map { String($0) })
  try measure("tables of the weights of all characters", 3) { try table($0, of: all) }
  try measure("letters of searches", 40) { number in
    let locale = Collator.availableLocales[number]
    return try NameSearch([], by: Collator(locale: locale))
  }
  measure("collators of locales", 256) { number in
    let locale = requests[number * 7 % requests.count].locale
    return try? Collator(locale: locale, options: requests[number].options)
  }
  measure("collations of locales", 256) { number in
    let (locale, options) = requests[number * 13 % requests.count]
    return try? LocalizedIndexedCollation(locale: locale, options: options)
  }
  try measure("collators of imported rules", 6) { number in
    let locales = ["zh-u-co-pinyin", "zh-u-co-stroke", "zh-u-co-zhuyin", "ko-u-co-search"]
    return try Collator(rules: locales.map { "[import \($0)]" }.joined() + "&a<b\(number)")
  }
  func longRules(_ number: Int) -> String {
    let letters = (0..<8_000).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { "<\($0)\($0)" }
    return "&a<b\(number)" + letters.joined()
  }
  let weight = try Collator(rules: longRules(9)).storage.request.weight
  try measure("collators of long rules", 6, weight: weight) { try Collator(rules: longRules($0)) }
  func labels(_ number: Int) -> SectionLayout {
    var layout = SectionLayout.uikit
    layout.customLabels =
      (0..<20_000).map { String(Unicode.Scalar(0x4E00 + $0)!) } + ["\(number)x"]
    return layout
  }
  try measure("collations with many labels", 4, weight: 256) { number in
    try LocalizedIndexedCollation(locale: "en", layout: labels(number))
  }
}
