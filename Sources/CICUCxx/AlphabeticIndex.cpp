#include "CICUCxx.h"

#include <unicode/alphaindex.h>
#include <unicode/tblcoll.h>
#include <unicode/ucol.h>
#include <unicode/ulocdata.h>
#include <unicode/uniset.h>
#include <unicode/uscript.h>
#include <unicode/usetiter.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

using icu::AlphabeticIndex;
using icu::Collator;
using icu::Locale;
using icu::RuleBasedCollator;
using icu::UnicodeSet;
using icu::UnicodeString;

static_assert(CICU_LABEL_NORMAL == U_ALPHAINDEX_NORMAL, "");
static_assert(CICU_LABEL_UNDERFLOW == U_ALPHAINDEX_UNDERFLOW, "");
static_assert(CICU_LABEL_INFLOW == U_ALPHAINDEX_INFLOW, "");
static_assert(CICU_LABEL_OVERFLOW == U_ALPHAINDEX_OVERFLOW, "");
static_assert(sizeof(char16_t) == sizeof(uint16_t), "");

struct CICUIndexBuilder {
  std::unique_ptr<AlphabeticIndex> index;
  std::vector<UnicodeString> offered;
};

struct CICUIndex {
  struct Bucket {
    UnicodeString label;
    int32_t kind;
  };
  struct Boundary {
    std::vector<uint8_t> key;
    int32_t bucket;
  };
  std::vector<Bucket> buckets;
  std::vector<Boundary> boundaries;
};

namespace {

/// Finds failures of memory that `AlphabeticIndex` does not report: a string or a set that gets no memory
/// is empty, and no status tells. `malloc` tells it by `errno` (`cicu_memory_isShort`).
class MemoryWatch {
public:
  MemoryWatch() { errno = 0; }
  ~MemoryWatch() { errno = before; }
  MemoryWatch(const MemoryWatch &) = delete;
  MemoryWatch &operator=(const MemoryWatch &) = delete;

  void check(UErrorCode &status) const {
    if (U_SUCCESS(status) && cicu_memory_isShort()) { status = U_MEMORY_ALLOCATION_ERROR; }
  }

private:
  int before = errno;
};

/// The index exemplar characters that CLDR lists for a locale; where it lists none, ICU derives
/// labels from the standard exemplars, and `addIndexExemplars` in alphaindex.cpp does not say which.
void addIndexExemplars(const char *locale, UnicodeSet &exemplars, UErrorCode &status) {
  UErrorCode error = U_ZERO_ERROR;
  icu::LocalULocaleDataPointer data(ulocdata_open(locale, &error));
  ulocdata_getExemplarSet(data.getAlias(), exemplars.toUSet(), 0, ULOCDATA_ES_INDEX, &error);
  if (error == U_MEMORY_ALLOCATION_ERROR) { status = error; }
  if (U_FAILURE(error)) { exemplars.clear(); }
}

/// The string at which an iterator stands. `getString` makes the string of a code point in memory
/// that it does not check.
UnicodeString stringAt(icu::UnicodeSetIterator &iterator) {
  return iterator.isString() ? iterator.getString() : UnicodeString(iterator.getCodepoint());
}

void addOffered(std::vector<UnicodeString> &offered, const UnicodeSet &labels) {
  icu::UnicodeSetIterator iterator(labels);
  while (iterator.next()) {
    UnicodeString label = stringAt(iterator);
    // "Sch*" asks ICU to keep a label that does not sort distinctly; the label is "Sch".
    if (label.length() > 1 && label.endsWith(u'*')) { label.truncate(label.length() - 1); }
    offered.push_back(label);
  }
}

const uint16_t *borrow(const UnicodeString &text, int32_t *length) {
  *length = text.length();
  return reinterpret_cast<const uint16_t *>(text.getBuffer());
}

/// Adds the contractions that begin with a character, as AlphabeticIndex itself asks for them. Where
/// `U_HIDE_INTERNAL_API` takes that call away, they are looked for among all contractions of the collator,
/// which takes some sixty times as long.
void addContractions(
    const RuleBasedCollator &collator, UChar32 first, std::vector<UnicodeString> &strings,
    UErrorCode &status) {
  UnicodeSet contractions;
#ifndef U_HIDE_INTERNAL_API
  collator.internalAddContractions(first, contractions, status);
#else
  const Collator *base = &collator;
  ucol_getContractionsAndExpansions(
      reinterpret_cast<const UCollator *>(base), contractions.toUSet(), nullptr, false, &status);
#endif
  icu::UnicodeSetIterator iterator(contractions);
  while (iterator.next()) {
    UnicodeString string = stringAt(iterator);
    if (string.char32At(0) == first) { strings.push_back(string); }
  }
}

/// A string at which a bucket may begin, and its sort key at primary strength.
struct Candidate {
  UnicodeString text;
  std::vector<uint8_t> key;
};

bool comesBefore(const Candidate &left, const Candidate &right) { return left.key < right.key; }

/// The candidates of some strings, in the order of their keys.
std::vector<Candidate> candidatesOf(
    const std::vector<UnicodeString> &strings, const Collator &primary, UErrorCode &status) {
  std::vector<Candidate> candidates;
  candidates.reserve(strings.size());
  for (const UnicodeString &text : strings) {
    uint8_t buffer[64];
    std::vector<uint8_t> key(primary.getSortKey(text, buffer, sizeof buffer));
    if (key.size() <= sizeof buffer) {
      std::copy_n(buffer, key.size(), key.data());
    } else {
      primary.getSortKey(text, key.data(), static_cast<int32_t>(key.size()));
    }
    // Even an empty string has a key of more bytes: there was no memory for it.
    if (key.empty()) {
      status = U_MEMORY_ALLOCATION_ERROR;
      return {};
    }
    key.pop_back();
    candidates.push_back({text, std::move(key)});
  }
  std::sort(candidates.begin(), candidates.end(), comesBefore);
  return candidates;
}

/// The strings that mark where root's scripts begin, and their keys in root's order. They are found
/// once, since that takes half as long as ICU takes to open an index. A failure is not kept.
struct ScriptStarts {
  std::vector<UnicodeString> strings;
  std::vector<Candidate> candidates;

  /// Null if ICU fails.
  static const ScriptStarts *root(const MemoryWatch &memory, UErrorCode &status) {
    static std::mutex making;
    static std::unique_ptr<const ScriptStarts> kept;
    std::lock_guard<std::mutex> lock(making);
    if (!kept) {
      std::unique_ptr<const ScriptStarts> made(new ScriptStarts(status));
      memory.check(status);
      if (U_SUCCESS(status)) { kept = std::move(made); }
    }
    return kept.get();
  }

private:
  explicit ScriptStarts(UErrorCode &status) {
    std::unique_ptr<Collator> root(Collator::createInstance(Locale::getRoot(), status));
    auto rules = dynamic_cast<const RuleBasedCollator *>(root.get());
    if (rules == nullptr) {
      if (U_SUCCESS(status)) { status = U_UNSUPPORTED_ERROR; }
      return;
    }
    addContractions(*rules, 0xFDD1, strings, status);
    root->setStrength(Collator::PRIMARY);
    candidates = candidatesOf(strings, *root, status);
  }
};

/// Where scripts begin in a collator's order. It is root's order of scripts, unless the collator moves
/// scripts or its rules mark their beginnings themselves.
std::vector<Candidate> scriptStarts(
    const RuleBasedCollator &collator, const Collator &primary, const MemoryWatch &memory,
    UErrorCode &status) {
  if (collator.getRules().indexOf(u'\uFDD1') >= 0) {
    std::vector<UnicodeString> strings;
    addContractions(collator, 0xFDD1, strings, status);
    return candidatesOf(strings, primary, status);
  }
  const ScriptStarts *root = ScriptStarts::root(memory, status);
  if (root == nullptr) { return {}; }
  UErrorCode overflow = U_ZERO_ERROR;
  bool isReordered = collator.getReorderCodes(nullptr, 0, overflow) > 0;
  return isReordered ? candidatesOf(root->strings, primary, status) : root->candidates;
}

/// Finds where each bucket begins. ICU does not tell the lower boundaries of its buckets, but
/// `createBucketList` in alphaindex.cpp makes only three kinds of them. A bucket begins at a label; or
/// at a label and U+FFFF, where a label such as "Sch" ends within the bucket of another; or at a
/// contraction of U+FDD1 or U+FDD0, by which the tailorings mark where a script or a group of a Chinese
/// index begins. ICU's own lookup tells the bucket of each of these strings.
///
/// With `endsWithScripts`, a normal bucket ends where the script of its label ends, at a boundary whose
/// bucket is the complement (`~`) of its number.
std::vector<CICUIndex::Boundary> findBoundaries(
    const AlphabeticIndex::ImmutableIndex &index, const RuleBasedCollator &collator,
    bool hasIndexCharacters, bool endsWithScripts, const MemoryWatch &memory, UErrorCode &status) {
  std::unique_ptr<Collator> primary(collator.clone());
  if (!primary) {
    status = U_MEMORY_ALLOCATION_ERROR;
    return {};
  }
  primary->setStrength(Collator::PRIMARY);
  std::vector<UnicodeString> labels{UnicodeString()};
  for (int32_t i = 0; i < index.getBucketCount(); ++i) {
    auto bucket = index.getBucket(i);
    if (bucket->getLabelType() != U_ALPHAINDEX_NORMAL) { continue; }
    labels.push_back(bucket->getLabel());
    labels.push_back(UnicodeString(bucket->getLabel()).append(u'\uFFFF'));
  }
  if (hasIndexCharacters) { addContractions(collator, 0xFDD0, labels, status); }
  std::vector<Candidate> marks = candidatesOf(labels, *primary, status);
  std::vector<Candidate> starts = scriptStarts(collator, *primary, memory, status);
  if (U_FAILURE(status)) { return {}; }
  std::vector<Candidate> sorted;
  sorted.reserve(marks.size() + starts.size());
  std::merge(
      std::make_move_iterator(marks.begin()), std::make_move_iterator(marks.end()),
      std::make_move_iterator(starts.begin()), std::make_move_iterator(starts.end()),
      std::back_inserter(sorted), comesBefore);

  auto bucket = [&](size_t place) { return index.getBucketIndex(sorted[place].text, status); };
  auto isScriptStart = [&](size_t place) { return sorted[place].text.charAt(0) == 0xFDD1; };
  std::vector<CICUIndex::Boundary> found;
  for (size_t place = 0; place < sorted.size(); ++place) {
    int32_t first = bucket(place);
    if (U_FAILURE(status)) { return {}; }
    bool isPastScript = endsWithScripts && isScriptStart(place)
        && index.getBucket(first)->getLabelType() == U_ALPHAINDEX_NORMAL;
    int32_t number = isPastScript ? ~first : first;
    if (found.empty() || found.back().bucket != number) {
      found.push_back({std::move(sorted[place].key), number});
    }
    if (!isScriptStart(place)) { continue; }
    // Between starts of scripts buckets follow one another, so that those with one bucket at both ends
    // have no other between them.
    size_t last = place;
    while (last + 1 < sorted.size() && isScriptStart(last + 1)) { ++last; }
    if (bucket(last) == first) { place = last; }
  }
  return found;
}

/// Names past the script of a label lie in the inflow or overflow that follows it. Where another label
/// follows, this adds an inflow for them.
void addInflows(CICUIndex &index) {
  std::vector<bool> isCut(index.buckets.size());
  for (const auto &boundary : index.boundaries) {
    if (boundary.bucket < 0) { isCut[~boundary.bucket] = true; }
  }
  std::vector<CICUIndex::Bucket> buckets;
  std::vector<int32_t> numbers;
  for (size_t i = 0; i < index.buckets.size(); ++i) {
    numbers.push_back(static_cast<int32_t>(buckets.size()));
    buckets.push_back(index.buckets[i]);
    if (isCut[i] && index.buckets[i + 1].kind == CICU_LABEL_NORMAL) {
      buckets.push_back({UnicodeString(), CICU_LABEL_INFLOW});
    }
  }
  for (auto &boundary : index.boundaries) {
    int32_t bucket = boundary.bucket;
    boundary.bucket = bucket < 0 ? numbers[~bucket] + 1 : numbers[bucket];
  }
  index.buckets = std::move(buckets);
}

/// A `UCollator` is an `icu::Collator`: `Collator::fromUCollator`, which `U_HIDE_INTERNAL_API` hides, is
/// this cast.
const RuleBasedCollator *rulesOf(const void *collator) {
  return dynamic_cast<const RuleBasedCollator *>(static_cast<const Collator *>(collator));
}

}  // namespace

CICUIndexBuilder *cicu_indexBuilder_open(
    const void *collator, bool normalizes, int32_t *status) {
  auto rules = rulesOf(collator);
  if (rules == nullptr) {
    *status = U_UNSUPPORTED_ERROR;
    return nullptr;
  }
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  auto builder = std::make_unique<CICUIndexBuilder>();
  std::unique_ptr<RuleBasedCollator> own(static_cast<RuleBasedCollator *>(rules->clone()));
  if (!own) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return nullptr;
  }
  if (!normalizes) { own->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_OFF, error); }
  builder->index = std::make_unique<AlphabeticIndex>(own.release(), error);
  if (!builder->index) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return nullptr;
  }
  // ICU's default of 99 labels deletes sections past it.
  builder->index->setMaxLabelCount(INT32_MAX, error);
  memory.check(error);
  *status = error;
  return U_SUCCESS(error) ? builder.release() : nullptr;
}

void cicu_indexBuilder_close(CICUIndexBuilder *builder) { delete builder; }

bool cicu_collator_hasIndexCharacters(const void *collator, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  // The strings that only these have, which mark the groups of their indexes:
  // `AlphabeticIndex::addChineseIndexCharacters`.
  std::vector<UnicodeString> strings;
  if (auto rules = rulesOf(collator)) { addContractions(*rules, 0xFDD0, strings, error); }
  memory.check(error);
  *status = error;
  return !strings.empty();
}

void cicu_indexBuilder_addLocale(CICUIndexBuilder *builder, const char *locale, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  builder->index->addLabels(Locale::createFromName(locale), error);
  UnicodeSet exemplars;
  addIndexExemplars(locale, exemplars, error);
  addOffered(builder->offered, exemplars);
  memory.check(error);
  *status = error;
}

void cicu_indexBuilder_addLabel(
    CICUIndexBuilder *builder, const uint8_t *utf8, int32_t length, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  UnicodeSet label;
  label.add(UnicodeString::fromUTF8({reinterpret_cast<const char *>(utf8), length}));
  builder->index->addLabels(label, error);
  addOffered(builder->offered, label);
  memory.check(error);
  *status = error;
}

int32_t cicu_indexBuilder_offeredCount(const CICUIndexBuilder *builder) {
  return static_cast<int32_t>(builder->offered.size());
}

const uint16_t *cicu_indexBuilder_offered(
    const CICUIndexBuilder *builder, int32_t offered, int32_t *length) {
  return borrow(builder->offered[offered], length);
}

CICUIndex *cicu_index_open(
    CICUIndexBuilder *builder, bool hasIndexCharacters, bool endsWithScripts, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<AlphabeticIndex::ImmutableIndex> buckets(
      builder->index->buildImmutableIndex(error));
  auto result = std::make_unique<CICUIndex>();
  if (U_SUCCESS(error)) {
    for (int32_t i = 0; i < buckets->getBucketCount(); ++i) {
      auto bucket = buckets->getBucket(i);
      result->buckets.push_back({bucket->getLabel(), bucket->getLabelType()});
    }
    result->boundaries = findBoundaries(
        *buckets, builder->index->getCollator(), hasIndexCharacters, endsWithScripts,
        memory, error);
    memory.check(error);
    if (U_SUCCESS(error)) { addInflows(*result); }
  }
  *status = error;
  return U_SUCCESS(error) ? result.release() : nullptr;
}

void cicu_index_close(CICUIndex *index) { delete index; }

int32_t cicu_index_bucketCount(const CICUIndex *index) {
  return static_cast<int32_t>(index->buckets.size());
}

int32_t cicu_index_bucketKind(const CICUIndex *index, int32_t bucket) {
  return index->buckets[bucket].kind;
}

const uint16_t *cicu_index_bucketLabel(const CICUIndex *index, int32_t bucket, int32_t *length) {
  return borrow(index->buckets[bucket].label, length);
}

int32_t cicu_index_boundaryCount(const CICUIndex *index) {
  return static_cast<int32_t>(index->boundaries.size());
}

const uint8_t *cicu_index_boundary(
    const CICUIndex *index, int32_t boundary, int32_t *length, int32_t *bucket) {
  const CICUIndex::Boundary &found = index->boundaries[boundary];
  *length = static_cast<int32_t>(found.key.size());
  *bucket = found.bucket;
  return found.key.data();
}

bool cicu_locale_hasIndexExemplars(const char *locale, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  UnicodeSet exemplars;
  addIndexExemplars(locale, exemplars, error);
  memory.check(error);
  *status = error;
  return !exemplars.isEmpty();
}

bool cicu_locale_hasData(const char *locale, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  ulocdata_close(ulocdata_open(locale, &error));
  if (error == U_MEMORY_ALLOCATION_ERROR) { *status = error; }
  return U_SUCCESS(error) && error != U_USING_DEFAULT_WARNING;
}

bool cicu_set_isBogus(const void *set) {
  return UnicodeSet::fromUSet(static_cast<const USet *>(set))->isBogus();
}

int32_t cicu_locale_indexScripts(
    const char *locale, int32_t *scripts, int32_t capacity, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  UnicodeSet letters;
  addIndexExemplars(locale, letters, error);
  if (letters.isEmpty()) {
    icu::LocalULocaleDataPointer data(ulocdata_open(locale, &error));
    ulocdata_getExemplarSet(data.getAlias(), letters.toUSet(), 0, ULOCDATA_ES_STANDARD, &error);
  }
  int32_t count = 0;
  icu::UnicodeSetIterator iterator(letters);
  while (U_SUCCESS(error) && iterator.next() && count < capacity) {
    // A label's script is that of its first letter.
    UScriptCode script = uscript_getScript(stringAt(iterator).char32At(0), &error);
    if (script == USCRIPT_COMMON || script == USCRIPT_INHERITED) { continue; }
    bool isNew = true;
    for (int32_t i = 0; i < count; ++i) { isNew = isNew && scripts[i] != script; }
    if (isNew) { scripts[count++] = script; }
  }
  memory.check(error);
  *status = error;
  return count;
}
