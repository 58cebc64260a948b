// All that Swift knows of ICU.
//
// Swift never sees one of ICU's own types: Foundation carries a newer ICU, and Clang refuses a
// compilation in which two modules define, say, `UErrorCode` differently. That would break every
// client that imports Foundation beside this library. So for Swift the types below are stand-ins;
// for C++ they are ICU's own, and `Sources/CICUCxx/ShimChecks.cpp` includes this file to make any
// drift between the two a compile error.
//
// ICU renames its C functions by macro (`ucol_open` is `ucol_open_72`), which Swift cannot follow:
// each function is declared under its versioned name and wrapped under a name of our own.

#ifndef CICU_SHIM_H
#define CICU_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <unicode/uvernum.h>

#ifdef __swift__

typedef int32_t CICUStatus;
typedef int32_t CICUOrdering;
typedef int32_t CICUAttribute;
typedef int32_t CICUAttributeValue;
typedef int32_t CICUStrength;
typedef int32_t CICUReorderCode;
typedef int32_t CICULocaleType;
typedef int32_t CICUProperty;
typedef int32_t CICUPropertyNameChoice;
typedef int8_t CICUBool;
typedef uint16_t CICUUTF16;
typedef struct CICUCollator CICUCollator;
typedef struct CICUElements CICUElements;
typedef struct CICUEnumeration CICUEnumeration;
typedef struct CICUNormalizer CICUNormalizer;
typedef struct CICUSet CICUSet;
typedef struct CICUTransliterator CICUTransliterator;
typedef int32_t CICUTransliterationDirection;
typedef int32_t CICUScript;
typedef struct CICUParseError {
  int32_t line;
  int32_t offset;
  CICUUTF16 preContext[16];
  CICUUTF16 postContext[16];
} CICUParseError;
#define CICU_NAME(function) U_ICU_ENTRY_POINT_RENAME(function)

#else

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>
#include <unicode/uversion.h>
typedef UErrorCode CICUStatus;
typedef UCollationResult CICUOrdering;
typedef UColAttribute CICUAttribute;
typedef UColAttributeValue CICUAttributeValue;
typedef UCollationStrength CICUStrength;
typedef UColReorderCode CICUReorderCode;
typedef ULocDataLocaleType CICULocaleType;
typedef UProperty CICUProperty;
typedef UPropertyNameChoice CICUPropertyNameChoice;
typedef UBool CICUBool;
typedef UChar CICUUTF16;
typedef UCollator CICUCollator;
typedef UCollationElements CICUElements;
typedef UEnumeration CICUEnumeration;
typedef UNormalizer2 CICUNormalizer;
typedef USet CICUSet;
typedef UTransliterator CICUTransliterator;
typedef UTransDirection CICUTransliterationDirection;
typedef UScriptCode CICUScript;
typedef UParseError CICUParseError;
#define CICU_NAME(function) function

#endif

// The constants that the wrappers take; `ShimChecks.cpp` pins each to ICU's.
enum {
  CICU_ZERO_ERROR = 0,
  CICU_ILLEGAL_ARGUMENT_ERROR = 1,
  CICU_MISSING_RESOURCE_ERROR = 2,
  CICU_FILE_ACCESS_ERROR = 4,
  CICU_MEMORY_ALLOCATION_ERROR = 7,
  CICU_BUFFER_OVERFLOW_ERROR = 15,

  CICU_DEFAULT = -1,
  CICU_PRIMARY = 0,
  CICU_SECONDARY = 1,
  CICU_TERTIARY = 2,
  CICU_QUATERNARY = 3,
  CICU_IDENTICAL = 15,
  CICU_OFF = 16,
  CICU_ON = 17,
  CICU_SHIFTED = 20,
  CICU_NON_IGNORABLE = 21,
  CICU_LOWER_FIRST = 24,
  CICU_UPPER_FIRST = 25,

  CICU_FRENCH_COLLATION = 0,
  CICU_ALTERNATE_HANDLING = 1,
  CICU_CASE_FIRST = 2,
  CICU_CASE_LEVEL = 3,
  CICU_NORMALIZATION_MODE = 4,
  CICU_STRENGTH = 5,
  CICU_NUMERIC_COLLATION = 7,

  CICU_REORDER_SPACE = 0x1000,
  CICU_REORDER_PUNCTUATION = 0x1001,
  CICU_REORDER_SYMBOL = 0x1002,
  CICU_REORDER_CURRENCY = 0x1003,
  CICU_REORDER_DIGIT = 0x1004,
  CICU_REORDER_OTHERS = 103,

  CICU_NO_ELEMENT = -1,

  CICU_ACTUAL_LOCALE = 0,
  CICU_VALID_LOCALE = 1,

  CICU_PROPERTY_WHITE_SPACE = 31,
  CICU_PROPERTY_EMOJI = 57,
  CICU_PROPERTY_GENERAL_CATEGORY = 0x1005,
  CICU_PROPERTY_SCRIPT = 0x100A,
  CICU_PROPERTY_LEAD_COMBINING_CLASS = 0x1010,
  CICU_PROPERTY_TRAIL_COMBINING_CLASS = 0x1011,
  CICU_DECIMAL_DIGIT_NUMBER = 9,
  CICU_MATH_SYMBOL = 24,
  CICU_OTHER_SYMBOL = 27,
  CICU_SHORT_PROPERTY_NAME = 0,
  CICU_TRANSLITERATE_FORWARD = 0,
  CICU_SCRIPT_COMMON = 0,
  CICU_SCRIPT_INHERITED = 1,
  CICU_SCRIPT_CYRILLIC = 8,
  CICU_SCRIPT_GREEK = 14,
  CICU_SCRIPT_HAN = 17,
  CICU_SCRIPT_HANGUL = 18,
  CICU_SCRIPT_LATIN = 25,


  // ULOC_FULLNAME_CAPACITY is 157; keywords may take more.
  CICU_LOCALE_CAPACITY = 512,
};

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

// Status

const char *_Nonnull CICU_NAME(u_errorName)(CICUStatus status);
static inline const char *_Nonnull cicu_errorName(CICUStatus status) {
  return CICU_NAME(u_errorName)(status);
}

// Versions

void CICU_NAME(u_getVersion)(uint8_t *_Nonnull version);
static inline void cicu_version(uint8_t *_Nonnull version) { CICU_NAME(u_getVersion)(version); }

void CICU_NAME(ulocdata_getCLDRVersion)(uint8_t *_Nonnull version, CICUStatus *_Nonnull status);
static inline void cicu_cldrVersion(uint8_t *_Nonnull version, CICUStatus *_Nonnull status) {
  CICU_NAME(ulocdata_getCLDRVersion)(version, status);
}

// Collators

CICUCollator *_Nullable CICU_NAME(ucol_open)(
    const char *_Nonnull locale, CICUStatus *_Nonnull status);
static inline CICUCollator *_Nullable cicu_collator_open(
    const char *_Nonnull locale, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_open)(locale, status);
}

CICUCollator *_Nullable CICU_NAME(ucol_openRules)(
    const CICUUTF16 *_Nonnull rules, int32_t length, CICUAttributeValue normalization,
    CICUStrength strength, CICUParseError *_Nonnull parseError, CICUStatus *_Nonnull status);
static inline CICUCollator *_Nullable cicu_collator_openRules(
    const CICUUTF16 *_Nonnull rules, int32_t length, CICUAttributeValue normalization,
    CICUStrength strength, CICUParseError *_Nonnull parseError, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_openRules)(rules, length, normalization, strength, parseError, status);
}

#if U_ICU_VERSION_MAJOR_NUM < 71
CICUCollator *_Nullable CICU_NAME(ucol_safeClone)(
    const CICUCollator *_Nonnull collator, void *_Nullable buffer, int32_t *_Nullable bufferSize,
    CICUStatus *_Nonnull status);
#else
CICUCollator *_Nullable CICU_NAME(ucol_clone)(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status);
#endif
static inline CICUCollator *_Nullable cicu_collator_clone(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status) {
#if U_ICU_VERSION_MAJOR_NUM < 71
  return CICU_NAME(ucol_safeClone)(collator, NULL, NULL, status);
#else
  return CICU_NAME(ucol_clone)(collator, status);
#endif
}

int32_t CICU_NAME(ucol_cloneBinary)(
    const CICUCollator *_Nonnull collator, uint8_t *_Nullable image, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_collator_image(
    const CICUCollator *_Nonnull collator, uint8_t *_Nullable image, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_cloneBinary)(collator, image, capacity, status);
}

void CICU_NAME(ucol_close)(CICUCollator *_Nonnull collator);
static inline void cicu_collator_close(CICUCollator *_Nonnull collator) {
  CICU_NAME(ucol_close)(collator);
}

CICUAttributeValue CICU_NAME(ucol_getAttribute)(
    const CICUCollator *_Nonnull collator, CICUAttribute attribute, CICUStatus *_Nonnull status);
static inline CICUAttributeValue cicu_collator_attribute(
    const CICUCollator *_Nonnull collator, CICUAttribute attribute, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getAttribute)(collator, attribute, status);
}

void CICU_NAME(ucol_setAttribute)(
    CICUCollator *_Nonnull collator, CICUAttribute attribute, CICUAttributeValue value,
    CICUStatus *_Nonnull status);
static inline void cicu_collator_setAttribute(
    CICUCollator *_Nonnull collator, CICUAttribute attribute, CICUAttributeValue value,
    CICUStatus *_Nonnull status) {
  CICU_NAME(ucol_setAttribute)(collator, attribute, value, status);
}

CICUReorderCode CICU_NAME(ucol_getMaxVariable)(const CICUCollator *_Nonnull collator);
static inline CICUReorderCode cicu_collator_maxVariable(const CICUCollator *_Nonnull collator) {
  return CICU_NAME(ucol_getMaxVariable)(collator);
}

void CICU_NAME(ucol_setMaxVariable)(
    CICUCollator *_Nonnull collator, CICUReorderCode group, CICUStatus *_Nonnull status);
static inline void cicu_collator_setMaxVariable(
    CICUCollator *_Nonnull collator, CICUReorderCode group, CICUStatus *_Nonnull status) {
  CICU_NAME(ucol_setMaxVariable)(collator, group, status);
}

int32_t CICU_NAME(ucol_getReorderCodes)(
    const CICUCollator *_Nonnull collator, int32_t *_Nullable codes, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_collator_reorderCodes(
    const CICUCollator *_Nonnull collator, int32_t *_Nullable codes, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getReorderCodes)(collator, codes, capacity, status);
}

void CICU_NAME(ucol_setReorderCodes)(
    CICUCollator *_Nonnull collator, const int32_t *_Nullable codes, int32_t count,
    CICUStatus *_Nonnull status);
static inline void cicu_collator_setReorderCodes(
    CICUCollator *_Nonnull collator, const int32_t *_Nullable codes, int32_t count,
    CICUStatus *_Nonnull status) {
  CICU_NAME(ucol_setReorderCodes)(collator, codes, count, status);
}

const char *_Nullable CICU_NAME(ucol_getLocaleByType)(
    const CICUCollator *_Nonnull collator, CICULocaleType type, CICUStatus *_Nonnull status);
static inline const char *_Nullable cicu_collator_locale(
    const CICUCollator *_Nonnull collator, CICULocaleType type, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getLocaleByType)(collator, type, status);
}

void CICU_NAME(ucol_getVersion)(const CICUCollator *_Nonnull collator, uint8_t *_Nonnull version);
static inline void cicu_collator_version(
    const CICUCollator *_Nonnull collator, uint8_t *_Nonnull version) {
  CICU_NAME(ucol_getVersion)(collator, version);
}

void CICU_NAME(ucol_getUCAVersion)(
    const CICUCollator *_Nonnull collator, uint8_t *_Nonnull version);
static inline void cicu_collator_ucaVersion(
    const CICUCollator *_Nonnull collator, uint8_t *_Nonnull version) {
  CICU_NAME(ucol_getUCAVersion)(collator, version);
}

// Comparing

CICUOrdering CICU_NAME(ucol_strcollUTF8)(
    const CICUCollator *_Nonnull collator, const char *_Nullable left, int32_t leftLength,
    const char *_Nullable right, int32_t rightLength, CICUStatus *_Nonnull status);
static inline CICUOrdering cicu_collator_compare(
    const CICUCollator *_Nonnull collator, const uint8_t *_Nullable left, int32_t leftLength,
    const uint8_t *_Nullable right, int32_t rightLength, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_strcollUTF8)(
      collator, (const char *)left, leftLength, (const char *)right, rightLength, status);
}

int32_t CICU_NAME(ucol_getSortKey)(
    const CICUCollator *_Nonnull collator, const CICUUTF16 *_Nonnull text, int32_t length,
    uint8_t *_Nullable key, int32_t capacity);
static inline int32_t cicu_collator_sortKey(
    const CICUCollator *_Nonnull collator, const CICUUTF16 *_Nonnull text, int32_t length,
    uint8_t *_Nullable key, int32_t capacity) {
  return CICU_NAME(ucol_getSortKey)(collator, text, length, key, capacity);
}

// Collation elements

CICUElements *_Nullable CICU_NAME(ucol_openElements)(
    const CICUCollator *_Nonnull collator, const CICUUTF16 *_Nonnull text, int32_t length,
    CICUStatus *_Nonnull status);
static inline CICUElements *_Nullable cicu_elements_open(
    const CICUCollator *_Nonnull collator, const CICUUTF16 *_Nonnull text, int32_t length,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_openElements)(collator, text, length, status);
}

void CICU_NAME(ucol_closeElements)(CICUElements *_Nonnull elements);
static inline void cicu_elements_close(CICUElements *_Nonnull elements) {
  CICU_NAME(ucol_closeElements)(elements);
}

int32_t CICU_NAME(ucol_next)(CICUElements *_Nonnull elements, CICUStatus *_Nonnull status);
static inline int32_t cicu_elements_next(
    CICUElements *_Nonnull elements, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_next)(elements, status);
}

int32_t CICU_NAME(ucol_getOffset)(const CICUElements *_Nonnull elements);
static inline int32_t cicu_elements_offset(const CICUElements *_Nonnull elements) {
  return CICU_NAME(ucol_getOffset)(elements);
}

uint32_t CICU_NAME(ucol_getVariableTop)(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status);
static inline uint32_t cicu_collator_variableTop(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getVariableTop)(collator, status);
}

// Text

CICUUTF16 *_Nullable CICU_NAME(u_strFromUTF8WithSub)(
    CICUUTF16 *_Nullable text, int32_t capacity, int32_t *_Nullable length,
    const char *_Nullable utf8, int32_t utf8Length, int32_t substitute,
    int32_t *_Nullable substitutions, CICUStatus *_Nonnull status);
static inline CICUUTF16 *_Nullable cicu_utf16FromUTF8(
    CICUUTF16 *_Nullable text, int32_t capacity, int32_t *_Nullable length,
    const uint8_t *_Nullable utf8, int32_t utf8Length, int32_t substitute,
    int32_t *_Nullable substitutions, CICUStatus *_Nonnull status) {
  return CICU_NAME(u_strFromUTF8WithSub)(
      text, capacity, length, (const char *)utf8, utf8Length, substitute, substitutions, status);
}

const CICUNormalizer *_Nullable CICU_NAME(unorm2_getNFDInstance)(CICUStatus *_Nonnull status);
static inline const CICUNormalizer *_Nullable cicu_normalizer_nfd(CICUStatus *_Nonnull status) {
  return CICU_NAME(unorm2_getNFDInstance)(status);
}

int32_t CICU_NAME(unorm2_normalize)(
    const CICUNormalizer *_Nonnull normalizer, const CICUUTF16 *_Nonnull text, int32_t length,
    CICUUTF16 *_Nullable normalized, int32_t capacity, CICUStatus *_Nonnull status);
static inline int32_t cicu_normalizer_normalize(
    const CICUNormalizer *_Nonnull normalizer, const CICUUTF16 *_Nonnull text, int32_t length,
    CICUUTF16 *_Nullable normalized, int32_t capacity, CICUStatus *_Nonnull status) {
  return CICU_NAME(unorm2_normalize)(normalizer, text, length, normalized, capacity, status);
}

void CICU_NAME(ucol_getContractionsAndExpansions)(
    const CICUCollator *_Nonnull collator, CICUSet *_Nullable contractions,
    CICUSet *_Nullable expansions, CICUBool addPrefixes, CICUStatus *_Nonnull status);
static inline void cicu_collator_contractions(
    const CICUCollator *_Nonnull collator, CICUSet *_Nullable contractions,
    CICUSet *_Nullable expansions, CICUBool addPrefixes, CICUStatus *_Nonnull status) {
  CICU_NAME(ucol_getContractionsAndExpansions)(
      collator, contractions, expansions, addPrefixes, status);
}

CICUSet *_Nullable CICU_NAME(ucol_getTailoredSet)(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status);
static inline CICUSet *_Nullable cicu_collator_tailored(
    const CICUCollator *_Nonnull collator, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getTailoredSet)(collator, status);
}

CICUSet *_Nullable CICU_NAME(uset_openEmpty)(void);
static inline CICUSet *_Nullable cicu_set_open(void) { return CICU_NAME(uset_openEmpty)(); }

CICUSet *_Nullable CICU_NAME(uset_openPattern)(
    const CICUUTF16 *_Nonnull pattern, int32_t length, CICUStatus *_Nonnull status);
static inline CICUSet *_Nullable cicu_set_openPattern(
    const CICUUTF16 *_Nonnull pattern, int32_t length, CICUStatus *_Nonnull status) {
  return CICU_NAME(uset_openPattern)(pattern, length, status);
}

int32_t CICU_NAME(uset_size)(const CICUSet *_Nonnull set);
static inline int32_t cicu_set_size(const CICUSet *_Nonnull set) { return CICU_NAME(uset_size)(set); }

void CICU_NAME(uset_close)(CICUSet *_Nonnull set);
static inline void cicu_set_close(CICUSet *_Nonnull set) { CICU_NAME(uset_close)(set); }

int32_t CICU_NAME(uset_getItemCount)(const CICUSet *_Nonnull set);
static inline int32_t cicu_set_itemCount(const CICUSet *_Nonnull set) {
  return CICU_NAME(uset_getItemCount)(set);
}

int32_t CICU_NAME(uset_getItem)(
    const CICUSet *_Nonnull set, int32_t index, int32_t *_Nullable first, int32_t *_Nullable last,
    CICUUTF16 *_Nullable string, int32_t capacity, CICUStatus *_Nonnull status);
static inline int32_t cicu_set_item(
    const CICUSet *_Nonnull set, int32_t index, int32_t *_Nullable first, int32_t *_Nullable last,
    CICUUTF16 *_Nullable string, int32_t capacity, CICUStatus *_Nonnull status) {
  return CICU_NAME(uset_getItem)(set, index, first, last, string, capacity, status);
}

// What ICU has

int32_t CICU_NAME(ucol_countAvailable)(void);
static inline int32_t cicu_collator_availableCount(void) {
  return CICU_NAME(ucol_countAvailable)();
}

const char *_Nullable CICU_NAME(ucol_getAvailable)(int32_t index);
static inline const char *_Nullable cicu_collator_available(int32_t index) {
  return CICU_NAME(ucol_getAvailable)(index);
}

CICUEnumeration *_Nullable CICU_NAME(ucol_getKeywordValues)(
    const char *_Nonnull keyword, CICUStatus *_Nonnull status);
static inline CICUEnumeration *_Nullable cicu_collator_keywordValues(
    const char *_Nonnull keyword, CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getKeywordValues)(keyword, status);
}

CICUEnumeration *_Nullable CICU_NAME(ucol_getKeywordValuesForLocale)(
    const char *_Nonnull keyword, const char *_Nonnull locale, CICUBool commonlyUsed,
    CICUStatus *_Nonnull status);
static inline CICUEnumeration *_Nullable cicu_collator_keywordValuesForLocale(
    const char *_Nonnull keyword, const char *_Nonnull locale, CICUBool commonlyUsed,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(ucol_getKeywordValuesForLocale)(keyword, locale, commonlyUsed, status);
}

const char *_Nullable CICU_NAME(uenum_next)(
    CICUEnumeration *_Nonnull enumeration, int32_t *_Nullable length,
    CICUStatus *_Nonnull status);
static inline const char *_Nullable cicu_enumeration_next(
    CICUEnumeration *_Nonnull enumeration, int32_t *_Nullable length,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uenum_next)(enumeration, length, status);
}

void CICU_NAME(uenum_close)(CICUEnumeration *_Nonnull enumeration);
static inline void cicu_enumeration_close(CICUEnumeration *_Nonnull enumeration) {
  CICU_NAME(uenum_close)(enumeration);
}

// Locales, scripts and properties

const char *_Nonnull CICU_NAME(uloc_getDefault)(void);
static inline const char *_Nonnull cicu_locale_default(void) {
  return CICU_NAME(uloc_getDefault)();
}

int32_t CICU_NAME(uloc_canonicalize)(
    const char *_Nonnull locale, char *_Nullable canonical, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_canonicalize(
    const char *_Nonnull locale, char *_Nullable canonical, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_canonicalize)(locale, canonical, capacity, status);
}

int32_t CICU_NAME(uloc_forLanguageTag)(
    const char *_Nonnull tag, char *_Nullable locale, int32_t capacity,
    int32_t *_Nullable parsedLength, CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_forLanguageTag(
    const char *_Nonnull tag, char *_Nullable locale, int32_t capacity,
    int32_t *_Nullable parsedLength, CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_forLanguageTag)(tag, locale, capacity, parsedLength, status);
}

int32_t CICU_NAME(uloc_toLanguageTag)(
    const char *_Nonnull locale, char *_Nullable tag, int32_t capacity, CICUBool strict,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_languageTag(
    const char *_Nonnull locale, char *_Nullable tag, int32_t capacity, CICUBool strict,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_toLanguageTag)(locale, tag, capacity, strict, status);
}

int32_t CICU_NAME(uloc_getBaseName)(
    const char *_Nonnull locale, char *_Nullable name, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_baseName(
    const char *_Nonnull locale, char *_Nullable name, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_getBaseName)(locale, name, capacity, status);
}

int32_t CICU_NAME(uloc_getLanguage)(
    const char *_Nonnull locale, char *_Nullable language, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_language(
    const char *_Nonnull locale, char *_Nullable language, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_getLanguage)(locale, language, capacity, status);
}

int32_t CICU_NAME(uloc_getScript)(
    const char *_Nonnull locale, char *_Nullable script, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_script(
    const char *_Nonnull locale, char *_Nullable script, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_getScript)(locale, script, capacity, status);
}

int32_t CICU_NAME(uloc_addLikelySubtags)(
    const char *_Nonnull locale, char *_Nullable maximized, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_addLikelySubtags(
    const char *_Nonnull locale, char *_Nullable maximized, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_addLikelySubtags)(locale, maximized, capacity, status);
}

CICUEnumeration *_Nullable CICU_NAME(uloc_openKeywords)(
    const char *_Nonnull locale, CICUStatus *_Nonnull status);
static inline CICUEnumeration *_Nullable cicu_locale_keywords(
    const char *_Nonnull locale, CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_openKeywords)(locale, status);
}

int32_t CICU_NAME(uloc_getKeywordValue)(
    const char *_Nonnull locale, const char *_Nonnull keyword, char *_Nullable value,
    int32_t capacity, CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_keywordValue(
    const char *_Nonnull locale, const char *_Nonnull keyword, char *_Nullable value,
    int32_t capacity, CICUStatus *_Nonnull status) {
  return CICU_NAME(uloc_getKeywordValue)(locale, keyword, value, capacity, status);
}

const char *_Nullable CICU_NAME(uloc_toUnicodeLocaleKey)(const char *_Nonnull keyword);
static inline const char *_Nullable cicu_locale_unicodeKey(const char *_Nonnull keyword) {
  return CICU_NAME(uloc_toUnicodeLocaleKey)(keyword);
}

int32_t CICU_NAME(uscript_getCode)(
    const char *_Nonnull locale, CICUScript *_Nullable scripts, int32_t capacity,
    CICUStatus *_Nonnull status);
static inline int32_t cicu_locale_scripts(
    const char *_Nonnull locale, CICUScript *_Nullable scripts, int32_t capacity,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(uscript_getCode)(locale, scripts, capacity, status);
}

CICUTransliterator *_Nullable CICU_NAME(utrans_openU)(
    const CICUUTF16 *_Nonnull name, int32_t length, CICUTransliterationDirection direction,
    const CICUUTF16 *_Nullable rules, int32_t rulesLength, CICUParseError *_Nullable error,
    CICUStatus *_Nonnull status);
static inline CICUTransliterator *_Nullable cicu_transliterator_open(
    const CICUUTF16 *_Nonnull name, int32_t length, CICUTransliterationDirection direction,
    CICUStatus *_Nonnull status) {
  return CICU_NAME(utrans_openU)(name, length, direction, NULL, -1, NULL, status);
}

void CICU_NAME(utrans_close)(CICUTransliterator *_Nonnull transliterator);
static inline void cicu_transliterator_close(CICUTransliterator *_Nonnull transliterator) {
  CICU_NAME(utrans_close)(transliterator);
}

void CICU_NAME(utrans_transUChars)(
    const CICUTransliterator *_Nonnull transliterator, CICUUTF16 *_Nonnull text,
    int32_t *_Nonnull length, int32_t capacity, int32_t start, int32_t *_Nonnull limit,
    CICUStatus *_Nonnull status);
static inline void cicu_transliterator_transliterate(
    const CICUTransliterator *_Nonnull transliterator, CICUUTF16 *_Nonnull text,
    int32_t *_Nonnull length, int32_t capacity, CICUStatus *_Nonnull status) {
  int32_t limit = *length;
  CICU_NAME(utrans_transUChars)(transliterator, text, length, capacity, 0, &limit, status);
}

int32_t CICU_NAME(u_getIntPropertyValue)(int32_t codePoint, CICUProperty property);
static inline int32_t cicu_property(int32_t codePoint, CICUProperty property) {
  return CICU_NAME(u_getIntPropertyValue)(codePoint, property);
}

int8_t CICU_NAME(u_charType)(int32_t codePoint);
static inline int8_t cicu_generalCategory(int32_t codePoint) {
  return CICU_NAME(u_charType)(codePoint);
}

int32_t CICU_NAME(u_getPropertyValueEnum)(CICUProperty property, const char *_Nonnull name);
static inline int32_t cicu_propertyValue(CICUProperty property, const char *_Nonnull name) {
  return CICU_NAME(u_getPropertyValueEnum)(property, name);
}

const char *_Nullable CICU_NAME(u_getPropertyValueName)(
    CICUProperty property, int32_t value, CICUPropertyNameChoice choice);
static inline const char *_Nullable cicu_propertyValueName(
    CICUProperty property, int32_t value, CICUPropertyNameChoice choice) {
  return CICU_NAME(u_getPropertyValueName)(property, value, choice);
}

#pragma clang diagnostic pop
#ifdef __cplusplus
}
#endif
#endif
