import Foundation

@testable import Collation

/// The collators that exhaustive tests go through, and the number of names that they take.
enum Coverage {
  /// Every collator that ICU has, by a locale of its rules and a collation type.
  static let collators: [String] = {
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
    return collators
  }()

  /// Those with many or uncommon contexts.
  static let locales = [
    "root", "sv", "de@collation=phonebook", "vi", "lt", "hr", "cs", "hu", "cy", "sq", "da", "ru",
    "sr", "el", "ar", "ur", "he", "th", "lo", "km", "my", "hi", "bn", "ta", "te", "ml", "ja", "ko",
    "ko@collation=search", "zh", "zh_Hant", "zh@collation=zhuyin", "bo", "nb", "az", "kl",
  ]

  static let options: [CollatorOptions] = {
    var (shifted, numeric, reordered, raw) = (
      CollatorOptions(), CollatorOptions(), CollatorOptions(), CollatorOptions()
    )
    shifted.alternateHandling = .shifted
    shifted.maxVariable = .currency
    numeric.numeric = true
    reordered.reorderCodes = ["Grek", .digit, "Cyrl", .symbol]
    raw.normalization = .off
    return [CollatorOptions(), shifted, numeric, reordered, raw]
  }()

  /// More cases than a run of all tests has: COLLATION_CASES, names for each locale and option.
  static let cases =
    ProcessInfo.processInfo.environment["COLLATION_CASES"].flatMap { Int($0) } ?? 40
}

extension PrimaryTable {
  /// The weights of a locale's letters.
  convenience init(_ locale: String, _ options: CollatorOptions = CollatorOptions()) throws {
    let request = Collator.Request(source: .locale(locale), options: options)
    self.init(try PrimarySource(Collator(request.atPrimaryStrength)))
  }
}
