/// The locales of the inputs: those with many or uncommon contexts, reorderings and options.
package let locales = [
  "root", "en", "sv", "de@collation=phonebook", "vi", "lt", "hr", "cs", "hu", "cy", "sq", "da",
  "fr_CA", "mt", "ru", "sr", "el", "ar", "ur", "he", "th", "lo", "km", "my", "hi", "bn", "ta", "te",
  "ml", "dz", "ja", "ko", "ko@collation=search", "zh", "zh_Hant", "zh@collation=zhuyin", "bo", "nb",
  "az", "kl", "en_US_POSIX", "he@collation=search", "sv@collation=search",
]
