// ICU itself, called as its documentation says and by nothing of the library's: what the tests compare
// the library with.

#ifndef CICUREFERENCE_H
#define CICUREFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An `icu::AlphabeticIndex::ImmutableIndex` of `AlphabeticIndex(locale)`, with the labels of
/// `labelLocales` (separated by commas) added in order, then those of a `UnicodeSet` pattern, and, if
/// `maxLabelCount` is positive, with that limit.
typedef struct ReferenceIndex ReferenceIndex;
ReferenceIndex *_Nullable reference_index_open(
    const char *_Nonnull locale, const char *_Nonnull labelLocales, const char *_Nonnull labelSet,
    int32_t maxLabelCount);
void reference_index_close(ReferenceIndex *_Nonnull index);
int32_t reference_index_count(ReferenceIndex *_Nonnull index);
int32_t reference_index_kind(ReferenceIndex *_Nonnull index, int32_t bucket);
/// UTF-8 and NUL-terminated; valid until the next call for this index.
const char *_Nonnull reference_index_label(ReferenceIndex *_Nonnull index, int32_t bucket);
int32_t reference_index_bucket(
    ReferenceIndex *_Nonnull index, const uint8_t *_Nullable utf8, int32_t length);

/// A `UCollator` of `ucol_open(locale)`.
typedef struct ReferenceCollator ReferenceCollator;
ReferenceCollator *_Nullable reference_collator_open(const char *_Nonnull locale);
/// A `UCollator` of `ucol_openRules`.
ReferenceCollator *_Nullable reference_collator_openRules(const uint16_t *_Nonnull rules, int32_t length);
void reference_collator_close(ReferenceCollator *_Nonnull collator);
/// `ucol_setAttribute`, by ICU's numbers.
void reference_collator_set(
    ReferenceCollator *_Nonnull collator, int32_t attribute, int32_t value);
/// `ucol_setMaxVariable`, by ICU's number.
void reference_collator_setMaxVariable(ReferenceCollator *_Nonnull collator, int32_t group);
/// `ucol_setReorderCodes`, by ICU's numbers.
void reference_collator_setReorderCodes(
    ReferenceCollator *_Nonnull collator, const int32_t *_Nullable codes, int32_t count);
/// `ucol_strcollUTF8`
int32_t reference_collator_compare(
    ReferenceCollator *_Nonnull collator, const uint8_t *_Nullable left, int32_t leftLength,
    const uint8_t *_Nullable right, int32_t rightLength);
/// The length of `ucol_getSortKey`, which is written as far as there is room.
int32_t reference_collator_sortKey(
    ReferenceCollator *_Nonnull collator, const uint8_t *_Nullable utf8, int32_t length,
    uint8_t *_Nullable key, int32_t capacity);

/// The tailoring's rules in UTF-16, which live as long as the collator. `ucol_getRules`
const uint16_t *_Nonnull reference_collator_rules(
    ReferenceCollator *_Nonnull collator, int32_t *_Nonnull length);

/// How many values `ucol_next` gives for a text; so many as there is room for are written, each with
/// the offsets before and behind it (`ucol_getOffset`).
int32_t reference_collator_elements(
    ReferenceCollator *_Nonnull collator, const uint16_t *_Nonnull text, int32_t length,
    uint32_t *_Nonnull elements, int32_t *_Nonnull starts, int32_t *_Nonnull ends, int32_t capacity);
/// `ucol_getVariableTop`
uint32_t reference_collator_variableTop(ReferenceCollator *_Nonnull collator);

/// A `UStringSearch` of `usearch_openFromCollator` without a break iterator. An asymmetric one has
/// `USEARCH_PATTERN_BASE_WEIGHT_IS_WILDCARD`.
typedef struct ReferenceSearch ReferenceSearch;
ReferenceSearch *_Nullable reference_search_open(
    ReferenceCollator *_Nonnull collator, const uint16_t *_Nonnull pattern, int32_t length,
    bool isAsymmetric);
void reference_search_close(ReferenceSearch *_Nonnull search);
/// The offset of `usearch_first`, -1 for none; the length of the match is written.
int32_t reference_search_first(
    ReferenceSearch *_Nonnull search, const uint16_t *_Nonnull text, int32_t length,
    int32_t *_Nonnull matchLength);

/// The length of `ucol_mergeSortkeys`, which is written as far as there is room.
int32_t reference_mergeSortKeys(
    const uint8_t *_Nonnull left, int32_t leftLength, const uint8_t *_Nonnull right,
    int32_t rightLength, uint8_t *_Nullable merged, int32_t capacity);

/// The number of contractions of U+FDD1 that mark where a script begins. Those whose second character
/// is not the sample of a script (`uscript_getSampleUnicodeString`) are added to `withoutSample`.
int32_t reference_collator_scriptStarts(
    ReferenceCollator *_Nonnull collator, int32_t *_Nonnull withoutSample);

/// Strings to make keys of, each once.
typedef struct ReferenceCorpus ReferenceCorpus;
ReferenceCorpus *_Nonnull reference_corpus_open(void);
void reference_corpus_close(ReferenceCorpus *_Nonnull corpus);
int32_t reference_corpus_count(ReferenceCorpus *_Nonnull corpus);
void reference_corpus_add(
    ReferenceCorpus *_Nonnull corpus, const uint8_t *_Nullable utf8, int32_t length);
/// Adds the items of `ucol_getTailoredSet` and the strings of `ucol_getContractionsAndExpansions`, alone;
/// those without ideographs and Hangul also between letters, and before combining marks.
void reference_corpus_addTailored(
    ReferenceCorpus *_Nonnull corpus, ReferenceCollator *_Nonnull collator);
/// FNV-1a of 64 bits of the keys of all strings, by `ucol_getSortKey`.
uint64_t reference_corpus_digest(
    ReferenceCorpus *_Nonnull corpus, ReferenceCollator *_Nonnull collator);

/// The locales of `uloc_getAvailable`; null past the last.
const char *_Nullable reference_locale(int32_t number);
/// The number of the locale, of some separated by commas, that `uloc_acceptLanguageFromHTTP` finds best;
/// -1 for none.
int32_t reference_bestLocale(const char *_Nonnull locales, const char *_Nonnull header);
/// `uloc_setDefault`
void reference_setDefaultLocale(const char *_Nonnull locale);
/// The length of the languages of `personNames/nameOrderLocales` in a locale, one to a line, which are
/// written as far as there is room: those of an order, `surnameFirst` or `givenFirst`. 0 if ICU has none.
int32_t reference_nameOrder(
    const char *_Nonnull locale, const char *_Nonnull order, char *_Nonnull languages, int32_t capacity);
/// The major number of `u_getVersion`.
int32_t reference_icuMajorVersion(void);
/// `u_isdefined`
bool reference_isAssigned(int32_t codePoint);
/// `u_getCombiningClass` of the first code point of the decomposition.
int32_t reference_leadCombiningClass(int32_t codePoint);
/// `uscript_getScript`
int32_t reference_script(int32_t codePoint);
/// The length of what `Transliterator::transliterate` makes of a text, by the name of a transliterator; it
/// is written as far as there is room. -1 if there is no such transliterator.
int32_t reference_transliterate(
    const char *_Nonnull name, const uint8_t *_Nullable utf8, int32_t length,
    uint8_t *_Nullable written, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
