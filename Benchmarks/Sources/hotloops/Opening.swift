import Collation
import ICU4C

/// The first opening of a process, the library's or ICU4C's: `hotloops open collation sv`.
struct Opening {
  let work: () -> Int

  init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[0] == "open" else { return nil }
    let locale = arguments[2]
    switch arguments[1] {
    case "collator": work = { (try? Collator(locale: locale)) == nil ? 0 : 1 }
    case "collation":
      work = { (try? LocalizedIndexedCollation(locale: locale))?.sectionTitles.count ?? 0 }
    case "icu4c-collator": work = { Int(icu4c_time_opening(locale, false)) }
    case "icu4c-collation": work = { Int(icu4c_time_opening(locale, true)) }
    default: return nil
    }
  }
}
