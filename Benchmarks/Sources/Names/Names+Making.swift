extension Names {
  /// The names of the lists that can be made.
  public static let languages = Language.all.map(\.code) + [mixed]
  /// A list of names in many scripts.
  public static let mixed = "mixed"

  /// The locale that names of a language are sorted in.
  public static func locale(of language: String) -> String {
    language == mixed ? "en" : language
  }

  /// Makes names of one of `languages`, the same for the same numbers; `nil` for another language.
  public static func make(_ language: String, count: Int, seed: UInt64 = 1) -> Names? {
    var names = Names(capacity: count)
    if language == mixed {
      appendMixed(count, to: &names, nonLatinShare: 0.3, seed: seed)
      return names
    }
    var generator = NameGenerator(seed: seed)
    guard let language = Language.all.first(where: { $0.code == language }) else { return nil }
    for _ in 0..<count { language.appendName(to: &names, &generator) }
    return names
  }

  /// Makes a mixed list with the parts of each name.
  ///
  /// - Parameter nonLatinShare: Which share of the names is not written in Latin letters.
  public static func people(count: Int, nonLatinShare: Double) -> [Person] {
    var people = PersonWriter()
    appendMixed(count, to: &people, nonLatinShare: nonLatinShare, seed: 1)
    return people.people
  }

  /// Few names of many languages are the same by chance, but who stands in a list twice is in any.
  private static let repeatedShare = 0.043

  private static let latin: [Language] = [
    .english, .english, .english, .english, .german, .swedish, .czech, .polish, .vietnamese,
    .turkish,
  ]
  private static let nonLatin: [Language] = [
    .russian, .greek, .japanese, .korean, .chinese, .arabic, .thai, .hindi,
  ]

  private static func appendMixed(
    _ count: Int, to names: inout some NameWriter, nonLatinShare: Double, seed: UInt64
  ) {
    var generator = NameGenerator(seed: seed)
    for _ in 0..<count {
      if names.count > 0, Double(generator.bits()) < repeatedShare * 65_536 {
        names.repeatName(generator.number(below: names.count))
        continue
      }
      let languages = Double(generator.bits()) < nonLatinShare * 65_536 ? nonLatin : latin
      languages[generator.number(below: languages.count)].appendName(to: &names, &generator)
    }
  }
}
