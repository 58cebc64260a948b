#include "CICUReference.h"

#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/tblcoll.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ucoleitr.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/uniset.h>
#include <unicode/ures.h>
#include <unicode/uscript.h>
#include <unicode/usearch.h>
#include <unicode/uset.h>
#include <unicode/usetiter.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using icu::AlphabeticIndex;
using icu::Locale;
using icu::UnicodeSet;
using icu::UnicodeString;

struct ReferenceIndex {
  std::unique_ptr<AlphabeticIndex::ImmutableIndex> index;
  std::string label;
};

struct ReferenceCollator {
  UCollator *collator;
};

static Locale makeLocale(const char *name) {
  std::string text(name);
  if (text == "und") { return Locale::getRoot(); }
  if (text.find('-') == std::string::npos) { return Locale::createFromName(name); }
  UErrorCode status = U_ZERO_ERROR;
  return Locale::forLanguageTag(text, status);
}

ReferenceIndex *reference_index_open(
    const char *locale, const char *labelLocales, const char *labelSet, int32_t maxLabelCount) {
  UErrorCode status = U_ZERO_ERROR;
  AlphabeticIndex index(makeLocale(locale), status);
  if (maxLabelCount > 0) { index.setMaxLabelCount(maxLabelCount, status); }
  std::istringstream locales(labelLocales);
  for (std::string name; std::getline(locales, name, ',');) {
    index.addLabels(makeLocale(name.c_str()), status);
  }
  if (*labelSet != 0) {
    index.addLabels(UnicodeSet(UnicodeString::fromUTF8(labelSet), status), status);
  }
  auto result = std::make_unique<ReferenceIndex>();
  result->index.reset(index.buildImmutableIndex(status));
  return U_SUCCESS(status) ? result.release() : nullptr;
}

void reference_index_close(ReferenceIndex *index) { delete index; }

int32_t reference_index_count(ReferenceIndex *index) { return index->index->getBucketCount(); }

int32_t reference_index_kind(ReferenceIndex *index, int32_t bucket) {
  return index->index->getBucket(bucket)->getLabelType();
}

const char *reference_index_label(ReferenceIndex *index, int32_t bucket) {
  index->label.clear();
  index->index->getBucket(bucket)->getLabel().toUTF8String(index->label);
  return index->label.c_str();
}

static UnicodeString makeString(const uint8_t *utf8, int32_t length) {
  return UnicodeString::fromUTF8({reinterpret_cast<const char *>(utf8), length});
}

int32_t reference_index_bucket(ReferenceIndex *index, const uint8_t *utf8, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  return index->index->getBucketIndex(makeString(utf8, length), status);
}

ReferenceCollator *reference_collator_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(makeLocale(locale).getName(), &status);
  return U_SUCCESS(status) ? new ReferenceCollator{collator} : nullptr;
}

ReferenceCollator *reference_collator_openRules(const uint16_t *rules, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_openRules(
      reinterpret_cast<const UChar *>(rules), length, UCOL_DEFAULT, UCOL_DEFAULT_STRENGTH, nullptr,
      &status);
  return U_SUCCESS(status) ? new ReferenceCollator{collator} : nullptr;
}

void reference_collator_close(ReferenceCollator *collator) {
  ucol_close(collator->collator);
  delete collator;
}

void reference_collator_set(ReferenceCollator *collator, int32_t attribute, int32_t value) {
  UErrorCode status = U_ZERO_ERROR;
  ucol_setAttribute(
      collator->collator, static_cast<UColAttribute>(attribute),
      static_cast<UColAttributeValue>(value), &status);
}

void reference_collator_setMaxVariable(ReferenceCollator *collator, int32_t group) {
  UErrorCode status = U_ZERO_ERROR;
  ucol_setMaxVariable(collator->collator, static_cast<UColReorderCode>(group), &status);
}

void reference_collator_setReorderCodes(
    ReferenceCollator *collator, const int32_t *codes, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  ucol_setReorderCodes(collator->collator, codes, count, &status);
}

int32_t reference_collator_compare(
    ReferenceCollator *collator, const uint8_t *left, int32_t leftLength, const uint8_t *right,
    int32_t rightLength) {
  UErrorCode status = U_ZERO_ERROR;
  return ucol_strcollUTF8(
      collator->collator, reinterpret_cast<const char *>(left), leftLength,
      reinterpret_cast<const char *>(right), rightLength, &status);
}

int32_t reference_collator_sortKey(
    ReferenceCollator *collator, const uint8_t *utf8, int32_t length, uint8_t *key,
    int32_t capacity) {
  UnicodeString text = makeString(utf8, length);
  return ucol_getSortKey(collator->collator, text.getBuffer(), text.length(), key, capacity);
}

int32_t reference_collator_scriptStarts(ReferenceCollator *collator, int32_t *withoutSample) {
  UErrorCode status = U_ZERO_ERROR;
  UnicodeSet contractions, samples;
  ucol_getContractionsAndExpansions(
      collator->collator, contractions.toUSet(), nullptr, false, &status);
  for (int32_t script = 0; script < USCRIPT_CODE_LIMIT; ++script) {
    samples.add(uscript_getSampleUnicodeString(UScriptCode(script)));
  }
  int32_t count = 0;
  for (icu::UnicodeSetIterator item(contractions); item.next();) {
    const UnicodeString &text = item.getString();
    UChar32 second = text.char32At(1);
    bool isScript = u_isalpha(second) || !u_isdefined(second);
    if (text.charAt(0) != 0xFDD1 || !isScript) { continue; }
    ++count;
    if (!samples.contains(text.tempSubString(1))) { ++*withoutSample; }
  }
  return U_SUCCESS(status) ? count : 0;
}

struct ReferenceCorpus {
  std::set<UnicodeString> strings;
};

ReferenceCorpus *reference_corpus_open() { return new ReferenceCorpus; }

void reference_corpus_close(ReferenceCorpus *corpus) { delete corpus; }

int32_t reference_corpus_count(ReferenceCorpus *corpus) { return int32_t(corpus->strings.size()); }

void reference_corpus_add(ReferenceCorpus *corpus, const uint8_t *utf8, int32_t length) {
  corpus->strings.insert(makeString(utf8, length));
}

static void addWithContexts(ReferenceCorpus *corpus, const UnicodeString &string) {
  corpus->strings.insert(string);
  for (int32_t i = 0; i < string.length(); i = string.moveIndex32(i, 1)) {
    UChar32 c = string.char32At(i);
    if (c >= 0x3400 && !(c >= 0xA000 && c < 0xAC00) && !(c >= 0xFB00 && c < 0x10000)) { return; }
  }
  corpus->strings.insert(UnicodeString(u"a") + string + u'b');
  corpus->strings.insert(string + u"\u0301");
  corpus->strings.insert(string + u"\u0323\u0301");
  corpus->strings.insert(string + string);
}

static void addItems(ReferenceCorpus *corpus, const USet *set) {
  const UnicodeSet *items = UnicodeSet::fromUSet(set);
  for (icu::UnicodeSetIterator item(*items); item.next();) {
    addWithContexts(corpus, item.getString());
  }
}

void reference_corpus_addTailored(ReferenceCorpus *corpus, ReferenceCollator *collator) {
  UErrorCode status = U_ZERO_ERROR;
  USet *tailored = ucol_getTailoredSet(collator->collator, &status);
  addItems(corpus, tailored);
  uset_close(tailored);
  USet *contractions = uset_openEmpty();
  ucol_getContractionsAndExpansions(collator->collator, contractions, nullptr, true, &status);
  addItems(corpus, contractions);
  uset_close(contractions);
}

uint64_t reference_corpus_digest(ReferenceCorpus *corpus, ReferenceCollator *collator) {
  std::vector<uint8_t> key(1 << 12);
  uint64_t digest = 0xCBF29CE484222325;
  for (const UnicodeString &string : corpus->strings) {
    int32_t length = ucol_getSortKey(
        collator->collator, string.getBuffer(), string.length(), key.data(), int32_t(key.size()));
    // A key ends with its only zero byte.
    for (const uint8_t *byte = key.data(), *end = byte + std::min<size_t>(length, key.size());
         byte < end; ++byte) {
      digest = (digest ^ *byte) * 0x100000001B3;
    }
  }
  return digest;
}

const char *reference_locale(int32_t number) {
  return number < uloc_countAvailable() ? uloc_getAvailable(number) : nullptr;
}

const uint16_t *reference_collator_rules(ReferenceCollator *collator, int32_t *length) {
  return reinterpret_cast<const uint16_t *>(ucol_getRules(collator->collator, length));
}

int32_t reference_collator_elements(
    ReferenceCollator *collator, const uint16_t *text, int32_t length, uint32_t *elements,
    int32_t *starts, int32_t *ends, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UCollationElements *iterator = ucol_openElements(
      collator->collator, reinterpret_cast<const UChar *>(text), length, &status);
  int32_t count = 0;
  while (U_SUCCESS(status)) {
    int32_t start = ucol_getOffset(iterator);
    int32_t element = ucol_next(iterator, &status);
    if (element == UCOL_NULLORDER) { break; }
    if (count < capacity) {
      elements[count] = static_cast<uint32_t>(element);
      starts[count] = start;
      ends[count] = ucol_getOffset(iterator);
    }
    count += 1;
  }
  ucol_closeElements(iterator);
  return count;
}

uint32_t reference_collator_variableTop(ReferenceCollator *collator) {
  UErrorCode status = U_ZERO_ERROR;
  return ucol_getVariableTop(collator->collator, &status);
}

struct ReferenceSearch {
  std::u16string pattern;
  UStringSearch *search;
};

ReferenceSearch *reference_search_open(
    ReferenceCollator *collator, const uint16_t *pattern, int32_t length, bool isAsymmetric) {
  UErrorCode status = U_ZERO_ERROR;
  auto result = std::make_unique<ReferenceSearch>();
  result->pattern.assign(reinterpret_cast<const char16_t *>(pattern), length);
  result->search = usearch_openFromCollator(
      result->pattern.data(), length, u" ", 1, collator->collator, nullptr, &status);
  if (isAsymmetric && U_SUCCESS(status)) {
    usearch_setAttribute(
        result->search, USEARCH_ELEMENT_COMPARISON, USEARCH_PATTERN_BASE_WEIGHT_IS_WILDCARD, &status);
  }
  return U_SUCCESS(status) ? result.release() : nullptr;
}

void reference_search_close(ReferenceSearch *search) {
  usearch_close(search->search);
  delete search;
}

int32_t reference_search_first(
    ReferenceSearch *search, const uint16_t *text, int32_t length, int32_t *matchLength) {
  UErrorCode status = U_ZERO_ERROR;
  usearch_setText(search->search, reinterpret_cast<const UChar *>(text), length, &status);
  int32_t offset = usearch_first(search->search, &status);
  *matchLength = usearch_getMatchedLength(search->search);
  return U_SUCCESS(status) ? offset : USEARCH_DONE;
}

int32_t reference_mergeSortKeys(
    const uint8_t *left, int32_t leftLength, const uint8_t *right, int32_t rightLength,
    uint8_t *merged, int32_t capacity) {
  return ucol_mergeSortkeys(left, leftLength, right, rightLength, merged, capacity);
}

void reference_setDefaultLocale(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  uloc_setDefault(locale, &status);
}

int32_t reference_bestLocale(const char *locales, const char *header) {
  std::vector<std::string> identifiers;
  std::istringstream names(locales);
  for (std::string name; std::getline(names, name, ',');) {
    identifiers.push_back(makeLocale(name.c_str()).getName());
  }
  std::vector<const char *> strings;
  for (const std::string &identifier : identifiers) { strings.push_back(identifier.c_str()); }
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *available =
      uenum_openCharStringsEnumeration(strings.data(), int32_t(strings.size()), &status);
  char best[ULOC_FULLNAME_CAPACITY];
  UAcceptResult result = ULOC_ACCEPT_FAILED;
  uloc_acceptLanguageFromHTTP(best, sizeof best, &result, header, available, &status);
  uenum_close(available);
  if (U_FAILURE(status) || result == ULOC_ACCEPT_FAILED) { return -1; }
  auto found = std::find(identifiers.begin(), identifiers.end(), best);
  return found == identifiers.end() ? -1 : int32_t(found - identifiers.begin());
}

// ICU's own lookup of inherited resources, which is in no public header.
extern "C" UResourceBundle *U_EXPORT2 ures_getByKeyWithFallback(
    const UResourceBundle *bundle, const char *path, UResourceBundle *reused, UErrorCode *status);

int32_t reference_nameOrder(
    const char *locale, const char *order, char *languages, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  icu::LocalUResourceBundlePointer bundle(ures_open(nullptr, locale, &status));
  std::string path = std::string("personNames/nameOrderLocales/") + order;
  icu::LocalUResourceBundlePointer list(
      ures_getByKeyWithFallback(bundle.getAlias(), path.c_str(), nullptr, &status));
  if (U_FAILURE(status)) { return 0; }
  std::string lines;
  for (int32_t index = 0; index < ures_getSize(list.getAlias()); index++) {
    int32_t length = 0;
    const UChar *language = ures_getStringByIndex(list.getAlias(), index, &length, &status);
    UnicodeString(language, length).toUTF8String(lines.append(lines.empty() ? "" : "\n"));
  }
  std::copy_n(lines.begin(), std::min(int32_t(lines.size()), capacity), languages);
  return int32_t(lines.size());
}

int32_t reference_icuMajorVersion() {
  UVersionInfo version;
  u_getVersion(version);
  return version[0];
}

int32_t reference_script(int32_t codePoint) {
  return u_getIntPropertyValue(codePoint, UCHAR_SCRIPT);
}

int32_t reference_transliterate(
    const char *name, const uint8_t *utf8, int32_t length, uint8_t *written, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Transliterator> transliterator(
      icu::Transliterator::createInstance(name, UTRANS_FORWARD, status));
  if (U_FAILURE(status)) { return -1; }
  auto text = UnicodeString::fromUTF8(
      icu::StringPiece(reinterpret_cast<const char *>(utf8), length));
  transliterator->transliterate(text);
  std::string result;
  text.toUTF8String(result);
  std::copy_n(result.begin(), std::min(int32_t(result.size()), capacity), written);
  return int32_t(result.size());
}

bool reference_isAssigned(int32_t codePoint) { return u_isdefined(codePoint); }

int32_t reference_leadCombiningClass(int32_t codePoint) {
  return u_getIntPropertyValue(codePoint, UCHAR_LEAD_CANONICAL_COMBINING_CLASS);
}
