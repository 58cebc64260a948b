package import Collation
import Foundation
import Synchronization

/// The collators that exhaustive tests go through, and the number of names that they take.
package enum Coverage {
  /// Whether tests that go through collators, code points or names take a part of them: without
  /// optimization, which takes ten times as long, and where `COLLATION_PART` asks for it, as under
  /// the address sanitizer. `swift test -c release` takes all.
  package static let isPart: Bool = {
    #if DEBUG
    true
    #else
    ProcessInfo.processInfo.environment["COLLATION_PART"] != nil
    #endif
  }()

  /// Every collator that ICU has, by a locale of its rules and a collation type.
  package static let collators: [String] = {
    var found: Set<[String]> = []
    var collators: [String] = []
    // Root is first, since ICU takes the first locale that opens some data as that of all others.
    for locale in ["root", "fr_CA", "en_US_POSIX"] + Collator.availableLocales {
      for type in try! Collator.availableCollationTypes(for: locale) {
        let name = "\(locale)@collation=\(type)"
        let options = try! Collator(locale: name).resolvedOptions
        if found.insert([options.actualLocale, options.collationType]).inserted {
          collators.append(name)
        }
      }
    }
    return part(4, of: collators)
  }()

  /// Those with many or uncommon contexts.
  package static let locales = part(3, of: localesWithContexts)

  private static let localesWithContexts = [
    "root", "sv", "de@collation=phonebook", "vi", "lt", "hr", "cs", "hu", "cy", "sq", "da", "ru",
    "sr", "el", "ar", "ur", "he", "th", "lo", "km", "my", "hi", "bn", "ta", "te", "ml", "ja", "ko",
    "ko@collation=search", "zh", "zh_Hant", "zh@collation=zhuyin", "bo", "nb", "az", "kl",
  ]

  /// Every third element, say, where tests have a part of the slice.
  package static func part<Element>(_ step: Int, of all: [Element]) -> [Element] {
    isPart ? all.enumerated().filter { $0.offset % step == 0 }.map(\.element) : all
  }

  /// The distance between code points where all would take too long.
  package static let codePointStep = isSlice ? isPart ? 401 : 101 : 1

  /// Options that decide on the primary level.
  package static let options: [CollatorOptions] = [
    CollatorOptions(),
    .with { ($0.alternateHandling, $0.maxVariable) = (.shifted, .currency) },
    .with { $0.numeric = true },
    .with { $0.reorderCodes = ["Grek", "digit", "Cyrl", "symbol"] },
    .with { $0.normalization = .off },
  ]

  /// Options that decide on any level, and some of them together, by names.
  package static let allOptions: [(name: String, options: CollatorOptions)] = {
    var all: [(String, CollatorOptions)] = []
    func add(_ name: String, _ change: (inout CollatorOptions) -> Void = { _ in }) {
      all.append((name, .with(change)))
    }
    add("none")
    add("upper first") { $0.caseFirst = .upper }
    add("lower first") { $0.caseFirst = .lower }
    for strength in CollationStrength.allCases { add("\(strength)") { $0.strength = strength } }
    add("backwards") { $0.backwardsSecondary = true }
    add("case level") { $0.caseLevel = true }
    add("shifted") { $0.alternateHandling = .shifted }
    add("numeric") { $0.numeric = true }
    add("reordered") { $0.reorderCodes = ["Grek", "digit", "Cyrl", "symbol"] }
    add("not normalized") { $0.normalization = .off }
    add("primary, case level") { ($0.strength, $0.caseLevel) = (.primary, true) }
    add("case level, upper first") { ($0.caseLevel, $0.caseFirst) = (true, .upper) }
    add("shifted, quaternary") { ($0.alternateHandling, $0.strength) = (.shifted, .quaternary) }
    add("shifted, identical, symbols") {
      ($0.alternateHandling, $0.strength, $0.maxVariable) = (.shifted, .identical, .symbol)
    }
    add("all") {
      ($0.alternateHandling, $0.strength, $0.maxVariable) = (.shifted, .identical, .currency)
      ($0.caseLevel, $0.caseFirst, $0.backwardsSecondary) = (true, .upper, true)
      ($0.numeric, $0.reorderCodes) = (true, ["Cyrl", "digit"])
    }
    return all
  }()

  /// How many cases are asked for, by COLLATION_CASES; `nil` in a run of all tests, which has a
  /// slice of them.
  private static let asked =
    ProcessInfo.processInfo.environment["COLLATION_CASES"].flatMap { Int($0) }

  package static var isSlice: Bool { asked == nil }

  /// The cases of one name: its key, its list key, its section, and two comparisons.
  private static let casesOfName = 5

  /// Names for each collator and set of options. With each goes a name that begins as it does, and
  /// one that goes on from it.
  package static let names =
    asked.map { $0 / (collators.count * allOptions.count * casesOfName * 3) + 2 }
    ?? (isPart ? 15 : 40)

  private static let counted = Mutex((cases: 0, collators: 0))

  /// Counts the cases of one collator, and tells how many there were.
  package static func count(names: Int, of collator: String) {
    let (cases, number) = counted.withLock { counted in
      counted.cases += names * casesOfName
      counted.collators += 1
      return counted
    }
    if !isSlice { print("\(number) of \(collators.count), \(cases) cases: \(collator)") }
  }
}

extension CollatorOptions {
  /// Options that are not set, but for a change.
  package static func with(_ change: (inout CollatorOptions) -> Void) -> CollatorOptions {
    var options = CollatorOptions()
    change(&options)
    return options
  }
}

extension SectionLayout {
  /// The layout with a change.
  package func with(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var layout = self
    change(&layout)
    return layout
  }
}
