// What ICU offers in C++ only, as C functions: `icu::AlphabeticIndex`, `icu::LocaleMatcher` and
// `icu::Locale::canonicalize`. C++ interoperability would force itself on every client.
//
// No function throws. Those with a status set it to `U_MEMORY_ALLOCATION_ERROR` if an allocation
// fails, in ICU or in the function itself.

#ifndef CICUCXX_H
#define CICUCXX_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The exemplar characters of a locale.
typedef struct CICUExemplars CICUExemplars;
/// An `icu::AlphabeticIndex`, and the labels that it was offered.
typedef struct CICUIndexBuilder CICUIndexBuilder;
/// An `icu::LocaleMatcher`.
typedef struct CICULocaleMatcher CICULocaleMatcher;

#pragma clang assume_nonnull begin

/// Begins to watch for allocation failures in this thread.
void cicu_memory_watch(void);
/// Whether an allocation has failed since `cicu_memory_watch` and memory is short. ICU does not
/// report every failure: `ucol_open` takes the standard type of Chinese for the default one if it
/// lacks the memory to read the default.
bool cicu_memory_isShort(void);

/// Sets the process's default locale if ICU cannot take one from the environment. ICU 76 refuses
/// the name `not a locale`, and then every call that opens a resource follows a null pointer.
void cicu_locale_ensureDefault(void);

/// The letters that CLDR lists for a locale. `ulocdata_getExemplarSet`
CICUExemplars *_Nullable cicu_exemplars_open(const char *locale, int32_t *status);
void cicu_exemplars_close(CICUExemplars *exemplars);
/// Whether CLDR has data for the locale. If it has none, ICU answers with the letters of the
/// process's default locale.
bool cicu_exemplars_areOfLocale(const CICUExemplars *exemplars);
/// Whether there are index characters. If CLDR lists none, ICU makes labels of other letters.
bool cicu_exemplars_haveIndex(const CICUExemplars *exemplars);
/// Writes the scripts (`UScriptCode`) of the letters that the locale's index uses, at most
/// `capacity`, and returns their count.
int32_t cicu_exemplars_scripts(
    const CICUExemplars *exemplars, int32_t *scripts, int32_t capacity, int32_t *status);

/// Whether the rules of a `UCollator` mention U+FDD0, which marks labels. If they do not, rules
/// that they import may, and ICU's data may lack the rules.
bool cicu_collator_rulesBringLabels(const void *collator);
/// An `icu::AlphabeticIndex` of `collator`, a `UCollator`, with the labels that its tailoring
/// brings. It takes any number of labels, whereas ICU by default thins them out to 99.
///
/// CLDR's index characters are in canonical order, and their index opens faster without
/// normalization.
CICUIndexBuilder *_Nullable cicu_indexBuilder_open(
    const void *collator, bool normalizes, int32_t *status);
void cicu_indexBuilder_close(CICUIndexBuilder *builder);
/// Whether the tailoring brings labels, as the Chinese ones do.
bool cicu_indexBuilder_hasOwnLabels(const CICUIndexBuilder *builder);
/// Adds the labels of a locale. `AlphabeticIndex::addLabels(const Locale &, …)`
void cicu_indexBuilder_addLabels(
    CICUIndexBuilder *builder, const CICUExemplars *exemplars, int32_t *status);
/// Adds one label. `AlphabeticIndex::addLabels(const UnicodeSet &, …)`.
void cicu_indexBuilder_addLabel(
    CICUIndexBuilder *builder, const uint8_t *_Nullable utf8, int32_t length, int32_t *status);
/// Takes a part of an index: bytes that live until it returns, and a number.
typedef void (*CICUIndexItem)(void *context, const uint8_t *bytes, int32_t length, int32_t number);
/// Builds the index with its final buckets, and finds where each begins in the collator's order.
/// `AlphabeticIndex::buildImmutableIndex`
///
/// ICU's bucket of the last letter of a script extends to the next label if no script lies between:
/// with Latin before Devanagari, U+0950 is in the bucket Z. With `endsWithScripts` an inflow begins
/// where the script ends.
///
/// - `offered` takes the labels that were added, whether or not they became buckets: the index
///   exemplar characters of each locale for which CLDR has some, and the labels added one by one.
/// - `bucket` takes the label of each bucket, and its kind, a `UAlphabeticIndexLabelType`.
/// - `boundary` takes the boundaries in ascending order: each is the sort key, at primary strength
///   and without its closing zero byte, from which on names lie in the bucket of the number. The
///   first is empty. More than one boundary may lead to the same bucket.
void cicu_indexBuilder_build(
    CICUIndexBuilder *builder, bool endsWithScripts, void *context, CICUIndexItem offered,
    CICUIndexItem bucket, CICUIndexItem boundary, int32_t *status);

/// Writes the two characters at which, in root's order, the script begins in which a text lies, and
/// then those that have the script's greatest weight. Returns the length needed; 0 if the text lies
/// in no script, or after the last.
int32_t cicu_script_ends(
    const char *text, char *_Nullable ends, int32_t capacity, int32_t *status);

/// Whether an allocation failed when something was added to a `USet`.
bool cicu_set_isBogus(const void *set);
/// Writes the locale with CLDR's aliases replaced (`cmn` is `zh`), and returns the length needed.
/// `Locale::canonicalize`.
int32_t cicu_locale_replaceAliases(
    const char *locale, char *_Nullable replaced, int32_t capacity, int32_t *status);

/// A matcher that chooses among locales, whose identifiers are given one to a line.
CICULocaleMatcher *_Nullable cicu_localeMatcher_open(const char *locales, int32_t *status);
void cicu_localeMatcher_close(CICULocaleMatcher *matcher);
/// Returns the identifier of the locale that best suits an `Accept-Language` header, valid as long
/// as the matcher lives; null if none does. `LocaleMatcher::getBestMatchForListString`
const char *_Nullable cicu_localeMatcher_best(
    const CICULocaleMatcher *matcher, const char *header, int32_t *status);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
#endif
