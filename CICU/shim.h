// All that Swift knows of ICU.
//
// Swift never sees one of ICU's own types: Foundation carries a newer ICU, and Clang refuses a
// compilation in which two modules define, say, `UErrorCode` differently. That would break every
// client that imports Foundation beside this library. So for Swift the types below are stand-ins;
// for C++ they are ICU's own, and `Sources/CICUCxx/ShimChecks.cpp` includes this file to make any
// drift between the two a compile error.
//
// ICU renames its C functions by macro (`ucol_open` is `ucol_open_72`), which Swift cannot follow:
// `CICU_FUNCTION` declares a function as `cicu_ucol_open` and links it by its name in the library.
// That has the version, unless ICU was built without, and on Darwin an underscore in front.

#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <unicode/uconfig.h>
#include <unicode/uvernum.h>

#ifdef __swift__

#if U_DISABLE_RENAMING
#define CICU_NAME(theirs) theirs
#else
#define CICU_NAME(theirs) U_ICU_ENTRY_POINT_RENAME(theirs)
#endif

struct CICUParseError {
  int32_t line;
  int32_t offset;
  uint16_t preContext[16];
  uint16_t postContext[16];
};
#define CICU_TYPE(ours, standIn, theirs) typedef standIn ours;
#define CICU_STRING(text) #text
#define CICU_LABEL(prefix, name) __asm__(CICU_STRING(prefix) CICU_STRING(name))
#define CICU_FUNCTION(Result, theirs, parameters) \
  Result cicu_##theirs parameters CICU_LABEL(__USER_LABEL_PREFIX__, CICU_NAME(theirs));
#define CICU_CONSTANT(ours, value, theirs) enum { ours = value };

#else

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/ures.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>
#include <unicode/uversion.h>
#define CICU_TYPE(ours, standIn, theirs) typedef theirs ours;
#define CICU_FUNCTION(Result, theirs, parameters) \
  Result theirs parameters;                       \
  Result cicu_##theirs parameters;
#define CICU_CONSTANT(ours, value, theirs) \
  enum { ours = value };                   \
  static_assert(int32_t(ours) == int32_t(theirs), #theirs);

#endif

// The types: our name, the stand-in, and ICU's type.

CICU_TYPE(CICUStatus, int32_t, UErrorCode)
CICU_TYPE(CICUOrdering, int32_t, UCollationResult)
CICU_TYPE(CICUAttribute, int32_t, UColAttribute)
CICU_TYPE(CICUAttributeValue, int32_t, UColAttributeValue)
CICU_TYPE(CICUStrength, int32_t, UCollationStrength)
CICU_TYPE(CICUReorderCode, int32_t, UColReorderCode)
CICU_TYPE(CICULocaleType, int32_t, ULocDataLocaleType)
CICU_TYPE(CICUProperty, int32_t, UProperty)
CICU_TYPE(CICUPropertyNameChoice, int32_t, UPropertyNameChoice)
CICU_TYPE(CICUBool, int8_t, UBool)
CICU_TYPE(CICUUTF8, uint8_t, char)
CICU_TYPE(CICUUTF16, uint16_t, UChar)
CICU_TYPE(CICUBundle, struct CICUBundle, UResourceBundle)
CICU_TYPE(CICUCollator, struct CICUCollator, UCollator)
CICU_TYPE(CICUElements, struct CICUElements, UCollationElements)
CICU_TYPE(CICUEnumeration, struct CICUEnumeration, UEnumeration)
CICU_TYPE(CICUNormalizer, struct CICUNormalizer, UNormalizer2)
CICU_TYPE(CICUSet, struct CICUSet, USet)
CICU_TYPE(CICUTransliterator, struct CICUTransliterator, UTransliterator)
CICU_TYPE(CICUTransliterationDirection, int32_t, UTransDirection)
CICU_TYPE(CICUScript, int32_t, UScriptCode)
CICU_TYPE(CICUParseError, struct CICUParseError, UParseError)

// The constants that the functions take: our name, the value, and ICU's name for it.

CICU_CONSTANT(CICU_USING_DEFAULT_WARNING, -127, U_USING_DEFAULT_WARNING)
CICU_CONSTANT(CICU_ZERO_ERROR, 0, U_ZERO_ERROR)
CICU_CONSTANT(CICU_ILLEGAL_ARGUMENT_ERROR, 1, U_ILLEGAL_ARGUMENT_ERROR)
CICU_CONSTANT(CICU_MISSING_RESOURCE_ERROR, 2, U_MISSING_RESOURCE_ERROR)
CICU_CONSTANT(CICU_FILE_ACCESS_ERROR, 4, U_FILE_ACCESS_ERROR)
CICU_CONSTANT(CICU_MEMORY_ALLOCATION_ERROR, 7, U_MEMORY_ALLOCATION_ERROR)
CICU_CONSTANT(CICU_BUFFER_OVERFLOW_ERROR, 15, U_BUFFER_OVERFLOW_ERROR)

CICU_CONSTANT(CICU_DEFAULT, -1, UCOL_DEFAULT)
CICU_CONSTANT(CICU_PRIMARY, 0, UCOL_PRIMARY)
CICU_CONSTANT(CICU_SECONDARY, 1, UCOL_SECONDARY)
CICU_CONSTANT(CICU_TERTIARY, 2, UCOL_TERTIARY)
CICU_CONSTANT(CICU_QUATERNARY, 3, UCOL_QUATERNARY)
CICU_CONSTANT(CICU_IDENTICAL, 15, UCOL_IDENTICAL)
CICU_CONSTANT(CICU_OFF, 16, UCOL_OFF)
CICU_CONSTANT(CICU_ON, 17, UCOL_ON)
CICU_CONSTANT(CICU_SHIFTED, 20, UCOL_SHIFTED)
CICU_CONSTANT(CICU_NON_IGNORABLE, 21, UCOL_NON_IGNORABLE)
CICU_CONSTANT(CICU_LOWER_FIRST, 24, UCOL_LOWER_FIRST)
CICU_CONSTANT(CICU_UPPER_FIRST, 25, UCOL_UPPER_FIRST)

CICU_CONSTANT(CICU_FRENCH_COLLATION, 0, UCOL_FRENCH_COLLATION)
CICU_CONSTANT(CICU_ALTERNATE_HANDLING, 1, UCOL_ALTERNATE_HANDLING)
CICU_CONSTANT(CICU_CASE_FIRST, 2, UCOL_CASE_FIRST)
CICU_CONSTANT(CICU_CASE_LEVEL, 3, UCOL_CASE_LEVEL)
CICU_CONSTANT(CICU_NORMALIZATION_MODE, 4, UCOL_NORMALIZATION_MODE)
CICU_CONSTANT(CICU_STRENGTH, 5, UCOL_STRENGTH)
CICU_CONSTANT(CICU_NUMERIC_COLLATION, 7, UCOL_NUMERIC_COLLATION)

CICU_CONSTANT(CICU_REORDER_SPACE, 0x1000, UCOL_REORDER_CODE_SPACE)
CICU_CONSTANT(CICU_REORDER_PUNCTUATION, 0x1001, UCOL_REORDER_CODE_PUNCTUATION)
CICU_CONSTANT(CICU_REORDER_SYMBOL, 0x1002, UCOL_REORDER_CODE_SYMBOL)
CICU_CONSTANT(CICU_REORDER_CURRENCY, 0x1003, UCOL_REORDER_CODE_CURRENCY)
CICU_CONSTANT(CICU_REORDER_DIGIT, 0x1004, UCOL_REORDER_CODE_DIGIT)
CICU_CONSTANT(CICU_REORDER_OTHERS, 103, UCOL_REORDER_CODE_OTHERS)

CICU_CONSTANT(CICU_NO_ELEMENT, -1, UCOL_NULLORDER)

CICU_CONSTANT(CICU_ACTUAL_LOCALE, 0, ULOC_ACTUAL_LOCALE)
CICU_CONSTANT(CICU_VALID_LOCALE, 1, ULOC_VALID_LOCALE)

CICU_CONSTANT(CICU_PROPERTY_WHITE_SPACE, 31, UCHAR_WHITE_SPACE)
CICU_CONSTANT(CICU_PROPERTY_EMOJI, 57, UCHAR_EMOJI)
CICU_CONSTANT(CICU_PROPERTY_GENERAL_CATEGORY, 0x1005, UCHAR_GENERAL_CATEGORY)
CICU_CONSTANT(CICU_PROPERTY_SCRIPT, 0x100A, UCHAR_SCRIPT)
CICU_CONSTANT(CICU_PROPERTY_LEAD_COMBINING_CLASS, 0x1010, UCHAR_LEAD_CANONICAL_COMBINING_CLASS)
CICU_CONSTANT(CICU_PROPERTY_TRAIL_COMBINING_CLASS, 0x1011, UCHAR_TRAIL_CANONICAL_COMBINING_CLASS)
CICU_CONSTANT(CICU_DECIMAL_DIGIT_NUMBER, 9, U_DECIMAL_DIGIT_NUMBER)
CICU_CONSTANT(CICU_MATH_SYMBOL, 24, U_MATH_SYMBOL)
CICU_CONSTANT(CICU_OTHER_SYMBOL, 27, U_OTHER_SYMBOL)
CICU_CONSTANT(CICU_SHORT_PROPERTY_NAME, 0, U_SHORT_PROPERTY_NAME)
CICU_CONSTANT(CICU_TRANSLITERATE_FORWARD, 0, UTRANS_FORWARD)
CICU_CONSTANT(CICU_SCRIPT_COMMON, 0, USCRIPT_COMMON)
CICU_CONSTANT(CICU_SCRIPT_INHERITED, 1, USCRIPT_INHERITED)
CICU_CONSTANT(CICU_SCRIPT_CYRILLIC, 8, USCRIPT_CYRILLIC)
CICU_CONSTANT(CICU_SCRIPT_GREEK, 14, USCRIPT_GREEK)
CICU_CONSTANT(CICU_SCRIPT_HAN, 17, USCRIPT_HAN)
CICU_CONSTANT(CICU_SCRIPT_HANGUL, 18, USCRIPT_HANGUL)
CICU_CONSTANT(CICU_SCRIPT_LATIN, 25, USCRIPT_LATIN)
CICU_CONSTANT(CICU_SCRIPT_UNKNOWN, 103, USCRIPT_UNKNOWN)

// ULOC_FULLNAME_CAPACITY is 157; keywords may take more. Twice the longest name that the library
// accepts: ICU's identifier of a tag spells out the tag's keys.
enum { CICU_LOCALE_CAPACITY = 4096 };

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin
// A `UTransliterator` is a pointer itself.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

// Status

CICU_FUNCTION(const char *, u_errorName, (CICUStatus status))

// Versions

CICU_FUNCTION(void, u_getVersion, (uint8_t *version))
CICU_FUNCTION(void, ulocdata_getCLDRVersion, (uint8_t *version, CICUStatus *status))

// Collators

CICU_FUNCTION(CICUCollator *_Nullable, ucol_open, (const char *locale, CICUStatus *status))
CICU_FUNCTION(
    CICUCollator *_Nullable, ucol_openRules,
    (const CICUUTF16 *rules, int32_t length, CICUAttributeValue normalization,
     CICUStrength strength, CICUParseError *parseError, CICUStatus *status))

#if U_ICU_VERSION_MAJOR_NUM < 71
CICU_FUNCTION(
    CICUCollator *_Nullable, ucol_safeClone,
    (const CICUCollator *collator, void *_Nullable buffer, int32_t *_Nullable bufferSize,
     CICUStatus *status))
static inline CICUCollator *_Nullable cicu_ucol_clone(
    const CICUCollator *collator, CICUStatus *status) {
  return cicu_ucol_safeClone(collator, NULL, NULL, status);
}
#else
CICU_FUNCTION(
    CICUCollator *_Nullable, ucol_clone, (const CICUCollator *collator, CICUStatus *status))
#endif

CICU_FUNCTION(
    int32_t, ucol_cloneBinary,
    (const CICUCollator *collator, uint8_t *_Nullable image, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(void, ucol_close, (CICUCollator *collator))
CICU_FUNCTION(
    CICUAttributeValue, ucol_getAttribute,
    (const CICUCollator *collator, CICUAttribute attribute, CICUStatus *status))
CICU_FUNCTION(
    void, ucol_setAttribute,
    (CICUCollator *collator, CICUAttribute attribute, CICUAttributeValue value, CICUStatus *status))
CICU_FUNCTION(CICUReorderCode, ucol_getMaxVariable, (const CICUCollator *collator))
CICU_FUNCTION(
    void, ucol_setMaxVariable, (CICUCollator *collator, CICUReorderCode group, CICUStatus *status))
CICU_FUNCTION(
    int32_t, ucol_getReorderCodes,
    (const CICUCollator *collator, int32_t *_Nullable codes, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    void, ucol_setReorderCodes,
    (CICUCollator *collator, const int32_t *_Nullable codes, int32_t count, CICUStatus *status))
CICU_FUNCTION(
    const char *_Nullable, ucol_getLocaleByType,
    (const CICUCollator *collator, CICULocaleType type, CICUStatus *status))
CICU_FUNCTION(void, ucol_getUCAVersion, (const CICUCollator *collator, uint8_t *version))

// Comparing

CICU_FUNCTION(
    CICUOrdering, ucol_strcollUTF8,
    (const CICUCollator *collator, const CICUUTF8 *_Nullable left, int32_t leftLength,
     const CICUUTF8 *_Nullable right, int32_t rightLength, CICUStatus *status))
CICU_FUNCTION(
    int32_t, ucol_getSortKey,
    (const CICUCollator *collator, const CICUUTF16 *text, int32_t length, uint8_t *_Nullable key,
     int32_t capacity))

// Collation elements

CICU_FUNCTION(
    CICUElements *_Nullable, ucol_openElements,
    (const CICUCollator *collator, const CICUUTF16 *text, int32_t length, CICUStatus *status))
CICU_FUNCTION(void, ucol_closeElements, (CICUElements *elements))
CICU_FUNCTION(int32_t, ucol_next, (CICUElements *elements, CICUStatus *status))
CICU_FUNCTION(int32_t, ucol_getOffset, (const CICUElements *elements))
CICU_FUNCTION(uint32_t, ucol_getVariableTop, (const CICUCollator *collator, CICUStatus *status))

// Text

CICU_FUNCTION(
    CICUUTF16 *_Nullable, u_strFromUTF8WithSub,
    (CICUUTF16 *_Nullable text, int32_t capacity, int32_t *_Nullable length,
     const CICUUTF8 *_Nullable utf8, int32_t utf8Length, int32_t substitute,
     int32_t *_Nullable substitutions, CICUStatus *status))
CICU_FUNCTION(const CICUNormalizer *_Nullable, unorm2_getNFDInstance, (CICUStatus *status))
CICU_FUNCTION(
    int32_t, unorm2_normalize,
    (const CICUNormalizer *normalizer, const CICUUTF16 *text, int32_t length,
     CICUUTF16 *_Nullable normalized, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    void, ucol_getContractionsAndExpansions,
    (const CICUCollator *collator, CICUSet *_Nullable contractions, CICUSet *_Nullable expansions,
     CICUBool addPrefixes, CICUStatus *status))
CICU_FUNCTION(
    CICUSet *_Nullable, ucol_getTailoredSet, (const CICUCollator *collator, CICUStatus *status))
CICU_FUNCTION(CICUSet *_Nullable, uset_openEmpty, (void))
CICU_FUNCTION(
    CICUSet *_Nullable, uset_openPattern,
    (const CICUUTF16 *pattern, int32_t length, CICUStatus *status))
CICU_FUNCTION(int32_t, uset_size, (const CICUSet *set))
CICU_FUNCTION(void, uset_close, (CICUSet *set))
CICU_FUNCTION(int32_t, uset_getItemCount, (const CICUSet *set))
CICU_FUNCTION(
    int32_t, uset_getItem,
    (const CICUSet *set, int32_t index, int32_t *_Nullable first, int32_t *_Nullable last,
     CICUUTF16 *_Nullable string, int32_t capacity, CICUStatus *status))

// What ICU has

CICU_FUNCTION(int32_t, ucol_countAvailable, (void))
CICU_FUNCTION(const char *_Nullable, ucol_getAvailable, (int32_t index))
CICU_FUNCTION(
    CICUEnumeration *_Nullable, ucol_getKeywordValues, (const char *keyword, CICUStatus *status))
CICU_FUNCTION(
    CICUEnumeration *_Nullable, ucol_getKeywordValuesForLocale,
    (const char *keyword, const char *locale, CICUBool commonlyUsed, CICUStatus *status))
CICU_FUNCTION(
    const char *_Nullable, uenum_next,
    (CICUEnumeration *enumeration, int32_t *_Nullable length, CICUStatus *status))
CICU_FUNCTION(void, uenum_close, (CICUEnumeration *enumeration))

// Locales and scripts

CICU_FUNCTION(const char *, uloc_getDefault, (void))
CICU_FUNCTION(
    int32_t, uloc_canonicalize,
    (const char *locale, char *_Nullable canonical, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_forLanguageTag,
    (const char *tag, char *_Nullable locale, int32_t capacity, int32_t *_Nullable parsedLength,
     CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_toLanguageTag,
    (const char *locale, char *_Nullable tag, int32_t capacity, CICUBool strict,
     CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_getBaseName,
    (const char *locale, char *_Nullable name, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_getLanguage,
    (const char *locale, char *_Nullable language, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_getScript,
    (const char *locale, char *_Nullable script, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_addLikelySubtags,
    (const char *locale, char *_Nullable maximized, int32_t capacity, CICUStatus *status))
CICU_FUNCTION(
    CICUEnumeration *_Nullable, uloc_openKeywords, (const char *locale, CICUStatus *status))
CICU_FUNCTION(
    int32_t, uloc_getKeywordValue,
    (const char *locale, const char *keyword, char *_Nullable value, int32_t capacity,
     CICUStatus *status))
CICU_FUNCTION(const char *_Nullable, uloc_toUnicodeLocaleKey, (const char *keyword))
CICU_FUNCTION(
    int32_t, uscript_getCode,
    (const char *locale, CICUScript *_Nullable scripts, int32_t capacity, CICUStatus *status))

// Resources

CICU_FUNCTION(
    CICUBundle *_Nullable, ures_open,
    (const char *_Nullable package, const char *locale, CICUStatus *status))
CICU_FUNCTION(void, ures_close, (CICUBundle *bundle))
CICU_FUNCTION(
    const char *_Nullable, ures_getLocaleByType,
    (const CICUBundle *bundle, CICULocaleType type, CICUStatus *status))
CICU_FUNCTION(
    CICUBundle *_Nullable, ures_getByKey,
    (const CICUBundle *bundle, const char *key, CICUBundle *_Nullable reused, CICUStatus *status))
CICU_FUNCTION(int32_t, ures_getSize, (const CICUBundle *bundle))
CICU_FUNCTION(
    const char *_Nullable, ures_getUTF8StringByIndex,
    (const CICUBundle *bundle, int32_t index, char *_Nullable text, int32_t *_Nullable length,
     CICUBool copies, CICUStatus *status))

// Transliterators and properties

CICU_FUNCTION(
    CICUTransliterator *_Nullable, utrans_openU,
    (const CICUUTF16 *name, int32_t length, CICUTransliterationDirection direction,
     const CICUUTF16 *_Nullable rules, int32_t rulesLength, CICUParseError *_Nullable error,
     CICUStatus *status))
CICU_FUNCTION(void, utrans_close, (CICUTransliterator *transliterator))
CICU_FUNCTION(
    void, utrans_transUChars,
    (const CICUTransliterator *transliterator, CICUUTF16 *text, int32_t *length, int32_t capacity,
     int32_t start, int32_t *limit, CICUStatus *status))
CICU_FUNCTION(int32_t, u_getIntPropertyValue, (int32_t codePoint, CICUProperty property))
CICU_FUNCTION(int8_t, u_charType, (int32_t codePoint))
CICU_FUNCTION(int32_t, u_getPropertyValueEnum, (CICUProperty property, const char *name))
CICU_FUNCTION(
    const char *_Nullable, u_getPropertyValueName,
    (CICUProperty property, int32_t value, CICUPropertyNameChoice choice))

#pragma clang diagnostic pop
#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
#endif
