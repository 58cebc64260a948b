/// What was opened lately. To open something takes longer than to try an input.
package struct Opened<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  package init() {}

  package mutating func value(for key: Key, _ open: () -> Value) -> Value {
    if let value = values[key] { return value }
    if values.count == 200 { values.removeAll() }
    let value = open()
    values[key] = value
    return value
  }
}

/// The locales of the inputs: those with many or uncommon contexts, reorderings and options.
package let locales = [
  "root", "en", "sv", "de@collation=phonebook", "vi", "lt", "hr", "cs", "hu", "cy", "sq", "da",
  "fr_CA", "mt", "ru", "sr", "el", "ar", "ur", "he", "th", "lo", "km", "my", "hi", "bn", "ta", "te",
  "ml", "dz", "ja", "ko", "ko@collation=search", "zh", "zh_Hant", "zh@collation=zhuyin", "bo", "nb",
  "az", "kl", "en_US_POSIX", "he@collation=search", "sv@collation=search",
]
