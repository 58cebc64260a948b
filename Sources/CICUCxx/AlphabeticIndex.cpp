#include "CICUCxx.h"

#include <unicode/alphaindex.h>
#include <unicode/normalizer2.h>
#include <unicode/tblcoll.h>
#include <unicode/uchar.h>
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
#include <string>
#include <utility>
#include <vector>

using icu::Collator;
using icu::Locale;
using icu::RuleBasedCollator;
using icu::UnicodeSet;
using icu::UnicodeString;

static_assert(CICU_LABEL_NORMAL == U_ALPHAINDEX_NORMAL, "");
static_assert(CICU_LABEL_UNDERFLOW == U_ALPHAINDEX_UNDERFLOW, "");
static_assert(CICU_LABEL_INFLOW == U_ALPHAINDEX_INFLOW, "");
static_assert(CICU_LABEL_OVERFLOW == U_ALPHAINDEX_OVERFLOW, "");

struct CICUIndexBuilder {
  UnicodeSet labels;
  bool hasMarkedLabels;
  std::vector<std::string> offered;
};

struct CICUIndex {
  struct Bucket {
    std::string label;
    int32_t kind;
  };
  struct Boundary {
    std::string key;
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

std::string utf8(const UnicodeString &text) {
  std::string bytes;
  return text.toUTF8String(bytes);
}

void addOffered(std::vector<std::string> &offered, const UnicodeSet &labels) {
  icu::UnicodeSetIterator iterator(labels);
  while (iterator.next()) {
    UnicodeString label = stringAt(iterator);
    // "Sch*" asks ICU to keep a label that does not sort distinctly; the label is "Sch".
    if (label.length() > 1 && label.endsWith(u'*')) { label.truncate(label.length() - 1); }
    offered.push_back(utf8(label));
  }
}

const uint8_t *borrow(const std::string &text, int32_t *length) {
  *length = static_cast<int32_t>(text.size());
  return reinterpret_cast<const uint8_t *>(text.data());
}

/// Adds the contractions that begin with a character, as AlphabeticIndex itself asks for them. Where
/// `U_HIDE_INTERNAL_API` takes that call away, they are looked for among all contractions of the collator,
/// which takes some sixty times as long.
void addContractions(
    const RuleBasedCollator &collator, UChar32 first, UnicodeSet &contractions,
    UErrorCode &status) {
#ifndef U_HIDE_INTERNAL_API
  collator.internalAddContractions(first, contractions, status);
#else
  const Collator *base = &collator;
  UnicodeSet all;
  ucol_getContractionsAndExpansions(
      reinterpret_cast<const UCollator *>(base), all.toUSet(), nullptr, false, &status);
  icu::UnicodeSetIterator iterator(all);
  while (iterator.next()) {
    UnicodeString string = stringAt(iterator);
    if (string.char32At(0) == first) { contractions.add(string); }
  }
#endif
}

/// The bytes of a sort key at primary strength, without its closing zero byte. Most keys are short enough
/// to need no memory of their own.
using Key = std::string;

Key keyOf(const UnicodeString &text, const Collator &primary, UErrorCode &status) {
  uint8_t buffer[64];
  const int32_t length = primary.getSortKey(text, buffer, sizeof buffer);
  // Even an empty string has a key of more bytes: there was no memory for it.
  if (length == 0) {
    status = U_MEMORY_ALLOCATION_ERROR;
    return {};
  }
  Key key(reinterpret_cast<char *>(buffer), std::min<size_t>(length, sizeof buffer));
  if (static_cast<size_t>(length) > sizeof buffer) {
    key.resize(length);
    primary.getSortKey(text, reinterpret_cast<uint8_t *>(&key[0]), length);
  }
  key.pop_back();
  return key;
}

/// Where a script or a group of characters begins in a collator's order.
struct Start {
  Key key;
  bool isScript;
};

using Starts = std::vector<Start>;

/// The character that marks, with a second one, where scripts and groups begin.
constexpr char16_t scriptMark = 0xFDD1;

/// Groups of characters begin with no letter, what is unassigned with an unassigned character.
bool beginsScript(UChar32 sample) {
  return (U_GET_GC_MASK(sample) & (U_GC_L_MASK | U_GC_CN_MASK)) != 0;
}

void sort(Starts &starts) {
  std::sort(starts.begin(), starts.end(), [](const Start &left, const Start &right) {
    return left.key < right.key;
  });
}

/// The beginnings that the collator lists as contractions. ICU takes the square of their number for this.
Starts listedStarts(const RuleBasedCollator &primary, UErrorCode &status) {
  UnicodeSet contractions;
  addContractions(primary, scriptMark, contractions, status);
  Starts starts;
  icu::UnicodeSetIterator iterator(contractions);
  while (iterator.next()) {
    const UnicodeString text = stringAt(iterator);
    starts.push_back({keyOf(text, primary, status), beginsScript(text.char32At(1))});
  }
  sort(starts);
  return starts;
}

/// The beginnings of root's scripts, without groups. Each has the sample character of its script behind
/// the mark. ICU tells these characters in a small part of the time that it takes to list contractions.
Starts sampledStarts(const RuleBasedCollator &primary, UErrorCode &status) {
  std::vector<UChar32> samples;
  const int32_t last = u_getIntPropertyMaxValue(UCHAR_SCRIPT);
  for (int32_t script = 0; script <= last; ++script) {
    const UnicodeString sample = uscript_getSampleUnicodeString(static_cast<UScriptCode>(script));
    if (!sample.isEmpty() && beginsScript(sample.char32At(0))) {
      samples.push_back(sample.char32At(0));
    }
  }
  std::sort(samples.begin(), samples.end());
  samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
  const Key mark = keyOf(scriptMark, primary, status);
  Starts starts;
  starts.reserve(samples.size());
  for (const UChar32 sample : samples) {
    Key key = keyOf(UnicodeString(scriptMark).append(sample), primary, status);
    // Where the two make no contraction, the key begins with that of the mark.
    if (key.compare(0, mark.size(), mark) != 0) { starts.push_back({std::move(key), true}); }
  }
  sort(starts);
  return starts;
}

/// Whether reorder codes move groups, which may then lie between scripts.
bool movesGroups(const std::vector<int32_t> &reorderCodes) {
  return std::any_of(reorderCodes.begin(), reorderCodes.end(), [](int32_t code) {
    return code >= UCOL_REORDER_CODE_FIRST;
  });
}

/// Where scripts begin in a collator's order. The starts in root's order are found once. A failure is not
/// kept.
std::shared_ptr<const Starts> scriptStarts(
    const RuleBasedCollator &primary, const MemoryWatch &memory, UErrorCode &status) {
  UErrorCode overflow = U_ZERO_ERROR;
  std::vector<int32_t> codes(primary.getReorderCodes(nullptr, 0, overflow));
  primary.getReorderCodes(codes.data(), static_cast<int32_t>(codes.size()), status);
  // Rules may mark beginnings of their own.
  if (primary.getRules().indexOf(scriptMark) >= 0 || movesGroups(codes)) {
    return std::make_shared<const Starts>(listedStarts(primary, status));
  }
  // Rules may suppress contractions.
  const Key mark = keyOf(scriptMark, primary, status);
  const Key latin = keyOf(UnicodeString(scriptMark).append(u'L'), primary, status);
  if (latin.compare(0, mark.size(), mark) == 0 || !codes.empty()) {
    return std::make_shared<const Starts>(sampledStarts(primary, status));
  }
  static std::mutex making;
  static std::shared_ptr<const Starts> kept;
  std::lock_guard<std::mutex> lock(making);
  if (kept) { return kept; }
  auto made = std::make_shared<const Starts>(sampledStarts(primary, status));
  memory.check(status);
  if (U_SUCCESS(status)) { kept = made; }
  return made;
}

/// A label, and its key.
struct Label {
  UnicodeString text;
  Key key;
};

/// The character that begins the labels of Chinese tailorings.
constexpr char16_t labelMark = 0xFDD0;

bool isMarked(const UnicodeString &label) { return label.charAt(0) == labelMark; }

bool isCapital(char16_t unit) { return u'A' <= unit && unit <= u'Z'; }

/// The labels that a Chinese tailoring brings, marked; with pinyin's go the letters A to Z.
/// `AlphabeticIndex::addChineseIndexCharacters`
void addMarkedLabels(const RuleBasedCollator &collator, UnicodeSet &labels, UErrorCode &status) {
  addContractions(collator, labelMark, labels, status);
  bool isPinyin = false;
  icu::UnicodeSetIterator iterator(labels);
  while (iterator.next()) {
    UnicodeString label = stringAt(iterator);
    isPinyin = isPinyin || isCapital(label.charAt(label.length() - 1));
  }
  if (isPinyin) { labels.add(u'A', u'Z'); }
}

/// What ICU makes labels of where CLDR lists no index characters: the capitals of the standard
/// exemplar characters.
void addSynthesizedLabels(const char *name, UnicodeSet &labels, UErrorCode &status) {
  icu::LocalULocaleDataPointer data(ulocdata_open(name, &status));
  UnicodeSet letters;
  ulocdata_getExemplarSet(data.getAlias(), letters.toUSet(), 0, ULOCDATA_ES_STANDARD, &status);
  if (U_FAILURE(status)) { return; }
  if (letters.containsSome(u'a', u'z') || letters.isEmpty()) { letters.add(u'a', u'z'); }
  if (letters.containsSome(0xAC00, 0xD7A3)) {
    letters.remove(0xAC00, 0xD7A3);
    letters.addAll(UnicodeString(u"가나다라마바사아자차카타파하"));
  }
  // Of the eight forms of an Ethiopic letter, the first.
  for (UChar32 letter = 0x1200; letter <= 0x137F; ++letter) {
    if (letter % 8 != 0) { letters.remove(letter); }
  }
  icu::UnicodeSetIterator iterator(letters);
  while (iterator.next()) { labels.add(stringAt(iterator).toUpper(Locale(name))); }
}

/// Tells whether a label has more than one primary weight. An element iterator would tell, but to open
/// one ICU goes through the whole tailoring. So a key is asked that has primary weights, and a case level
/// with half a byte for each: 1, 2 or 3 for one, or more than 3 for a run of small letters
/// (`CollationKeys::writeSortKeyUpToQuaternary`).
class WeightCounter {
public:
  explicit WeightCounter(const RuleBasedCollator &primary, UErrorCode &status)
      : cases(primary.clone()) {
    if (!cases) {
      status = U_MEMORY_ALLOCATION_ERROR;
      return;
    }
    cases->setAttribute(UCOL_CASE_LEVEL, UCOL_ON, status);
    cases->setAttribute(UCOL_CASE_FIRST, UCOL_UPPER_FIRST, status);
  }

  bool hasSeveral(const Label &label, UErrorCode &status) const {
    // No weight is shorter than a byte.
    if (U_FAILURE(status) || label.key.size() <= 1) { return false; }
    const Key key = keyOf(label.text, *cases, status);
    // Behind the primary weights and the end of their level stands the case level.
    bool isOne = key.size() == label.key.size() + 2
        && (key.back() == 0x10 || key.back() == 0x20 || key.back() == 0x30);
    return !isOne && key.size() > label.key.size() + 1;
  }

private:
  std::unique_ptr<Collator> cases;
};

/// The label with a character between its own that takes contractions apart.
UnicodeString separated(const UnicodeString &label) {
  UnicodeString text;
  for (int32_t place = 0; place < label.length(); place = label.moveIndex32(place, 1)) {
    if (place > 0) { text.append(u'\u034F'); }
    text.append(label.char32At(place));
  }
  return text;
}

/// Which of two labels with one key ICU keeps.
bool isBetter(const UnicodeString &label, const UnicodeString &other, UErrorCode &status) {
  const icu::Normalizer2 *nfkd = icu::Normalizer2::getNFKDInstance(status);
  if (U_FAILURE(status)) { return false; }
  UnicodeString one = nfkd->normalize(label, status);
  UnicodeString two = nfkd->normalize(other, status);
  int32_t difference = one.countChar32() - two.countChar32();
  if (difference == 0) { difference = one.compareCodePointOrder(two); }
  if (difference == 0) { difference = label.compareCodePointOrder(other); }
  return difference < 0;
}

/// The labels that become buckets, in their order: those that are letters of a script, and sort apart
/// from their own letters.
std::vector<Label> lettersOf(
    const UnicodeSet &labels, const std::vector<Key> &scripts, const RuleBasedCollator &primary,
    UErrorCode &status) {
  std::vector<Label> letters;
  icu::UnicodeSetIterator iterator(labels);
  while (iterator.next()) {
    UnicodeString text = stringAt(iterator);
    bool isOne = !text.hasMoreChar32Than(0, text.length(), 1);
    int32_t last = text.length() - 1;
    // A star keeps a label that does not sort apart.
    bool isStarred = !isOne && text.charAt(last) == u'*' && text.charAt(last - 1) != u'*';
    if (isStarred) { text.truncate(last); }
    Label letter{text, keyOf(text, primary, status)};
    if (letter.key < scripts.front() || letter.key >= scripts.back()) { continue; }
    if (!isOne && !isStarred && letter.key == keyOf(separated(text), primary, status)) { continue; }
    letters.push_back(std::move(letter));
  }
  std::stable_sort(letters.begin(), letters.end(), [](const Label &left, const Label &right) {
    return left.key < right.key;
  });
  std::vector<Label> kept;
  for (Label &letter : letters) {
    if (kept.empty() || kept.back().key != letter.key) {
      kept.push_back(std::move(letter));
    } else if (isBetter(letter.text, kept.back().text, status)) {
      kept.back() = std::move(letter);
    }
  }
  return kept;
}

/// The title of a label: a number of strokes, coded in one unit, or the label without its mark.
UnicodeString titleOf(const UnicodeString &label) {
  if (!isMarked(label)) { return label; }
  int strokes = label.charAt(1) - 0x2800;
  if (strokes <= 0 || strokes > 0xFF) { return UnicodeString(label, 1); }
  UnicodeString title(u'\u5283');
  for (; strokes > 0; strokes /= 10) { title.insert(0, static_cast<char16_t>(u'0' + strokes % 10)); }
  return title;
}

/// A bucket of ICU's index; names in a hidden one are shown in another.
struct Bucket {
  UnicodeString label;
  int32_t kind;
  Key start;
  bool isSingle = false;
  int32_t shownIn = -1;
};

/// The buckets of ICU's index, from its first to its last, as `AlphabeticIndex::createBucketList` has
/// them. ICU compares strings where keys are compared here, and opens an index for this alone in more
/// time than all else takes.
std::vector<Bucket> bucketsOf(
    const UnicodeSet &labels, const Starts &starts, const RuleBasedCollator &primary,
    UErrorCode &status) {
  std::vector<Key> scripts;
  for (const Start &start : starts) {
    if (start.isScript && !start.key.empty()) { scripts.push_back(start.key); }
  }
  if (scripts.empty()) {
    status = starts.empty() ? U_UNSUPPORTED_ERROR : U_ILLEGAL_ARGUMENT_ERROR;
    return {};
  }
  std::vector<Label> letters = lettersOf(labels, scripts, primary, status);
  const WeightCounter weights(primary, status);
  std::vector<Bucket> buckets{{UnicodeString(), CICU_LABEL_UNDERFLOW, {}}};
  int32_t capitals[26];
  std::fill_n(capitals, 26, -1);
  std::vector<std::pair<int32_t, int32_t>> pinyin;
  size_t script = 0;
  Key scriptEnd;
  for (const Label &letter : letters) {
    if (U_FAILURE(status)) { return {}; }
    if (letter.key >= scriptEnd) {
      size_t first = script;
      while (letter.key >= scripts[script]) { ++script; }
      bool isFirst = buckets.size() == 1;
      if (script > first && !isFirst) {
        buckets.push_back({UnicodeString(), CICU_LABEL_INFLOW, scriptEnd});
      }
      scriptEnd = scripts[script];
      ++script;
    }
    auto number = static_cast<int32_t>(buckets.size());
    bool isSingle = isMarked(letter.text) || !weights.hasSeveral(letter, status);
    buckets.push_back({titleOf(letter.text), CICU_LABEL_NORMAL, letter.key, isSingle});
    char16_t unit = letter.text.charAt(letter.text.length() - 1);
    if (isCapital(unit) && letter.text.length() == 1) { capitals[unit - u'A'] = number; }
    if (isCapital(unit) && letter.text.length() == 2 && isMarked(letter.text)) {
      pinyin.push_back({unit - u'A', number});
    }
    if (isSingle || unit == 0xFFFF) { continue; }
    // Behind Sch, names are shown in S again.
    int32_t single = number - 1;
    while (buckets[single].kind == CICU_LABEL_NORMAL
        && (buckets[single].shownIn >= 0 || !buckets[single].isSingle)) {
      --single;
    }
    if (buckets[single].kind != CICU_LABEL_NORMAL) { continue; }
    UnicodeString end = UnicodeString(letter.text).append(u'\uFFFF');
    buckets.push_back(
        {UnicodeString(), CICU_LABEL_NORMAL, keyOf(end, primary, status), false, single});
  }
  if (buckets.size() == 1) { return buckets; }
  buckets.push_back({UnicodeString(), CICU_LABEL_OVERFLOW, scriptEnd});
  int32_t capital = -1;
  for (int letter = 0; letter < 26; ++letter) {
    if (capitals[letter] >= 0) { capital = capitals[letter]; }
    for (auto [marked, number] : pinyin) {
      if (marked == letter && capital >= 0) { buckets[number].shownIn = capital; }
    }
  }
  // Of inflows and an overflow with nothing shown between, the last is shown.
  auto next = static_cast<int32_t>(buckets.size()) - 1;
  for (int32_t number = next - 1; number > 0; --number) {
    if (buckets[number].shownIn >= 0) { continue; }
    if (buckets[number].kind == CICU_LABEL_INFLOW && buckets[next].kind != CICU_LABEL_NORMAL) {
      buckets[number].shownIn = next;
    } else {
      next = number;
    }
  }
  return buckets;
}

/// Fills the index with the buckets that are shown, and where each begins.
///
/// ICU has the end of a label before the label's own expansions (in Khmer), where its search goes astray
/// a little. So its search is done here as `BucketList::getBucketIndex` does it, once for each key at
/// which a bucket may begin.
///
/// With `endsWithScripts`, a normal bucket ends where the script of its label ends, at a boundary whose
/// bucket is the complement (`~`) of its number.
void fill(
    CICUIndex &index, const std::vector<Bucket> &buckets, const Starts &starts,
    bool endsWithScripts) {
  struct Place {
    const Key *key;
    bool isScriptStart;
  };
  std::vector<int32_t> numbers;
  std::vector<Place> places;
  for (const Bucket &bucket : buckets) {
    numbers.push_back(static_cast<int32_t>(index.buckets.size()));
    places.push_back({&bucket.start, false});
    if (bucket.shownIn < 0) { index.buckets.push_back({utf8(bucket.label), bucket.kind}); }
  }
  if (endsWithScripts) {
    for (const Start &start : starts) { places.push_back({&start.key, true}); }
  }
  std::stable_sort(places.begin(), places.end(), [](const Place &left, const Place &right) {
    return *left.key < *right.key;
  });
  auto bucket = [&](const Place &place) {
    size_t low = 0;
    size_t high = buckets.size();
    while (low + 1 < high) {
      size_t middle = (low + high) / 2;
      (*place.key < buckets[middle].start ? high : low) = middle;
    }
    return numbers[buckets[low].shownIn < 0 ? low : buckets[low].shownIn];
  };
  for (size_t place = 0; place < places.size(); ++place) {
    int32_t first = bucket(places[place]);
    bool isPastScript =
        places[place].isScriptStart && index.buckets[first].kind == CICU_LABEL_NORMAL;
    int32_t number = isPastScript ? ~first : first;
    if (index.boundaries.empty() || index.boundaries.back().bucket != number) {
      index.boundaries.push_back({*places[place].key, number});
    }
    if (!places[place].isScriptStart) { continue; }
    // Buckets follow one another between starts of scripts, which need not be looked up then.
    while (place + 1 < places.size() && places[place + 1].isScriptStart) { ++place; }
  }
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
      buckets.push_back({std::string(), CICU_LABEL_INFLOW});
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

CICUIndexBuilder *cicu_indexBuilder_open(const void *collator, int32_t *status) {
  auto rules = rulesOf(collator);
  if (rules == nullptr) {
    *status = U_UNSUPPORTED_ERROR;
    return nullptr;
  }
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  auto builder = std::make_unique<CICUIndexBuilder>();
  addMarkedLabels(*rules, builder->labels, error);
  builder->hasMarkedLabels = !builder->labels.isEmpty();
  memory.check(error);
  *status = error;
  return U_SUCCESS(error) ? builder.release() : nullptr;
}

void cicu_indexBuilder_close(CICUIndexBuilder *builder) { delete builder; }

bool cicu_indexBuilder_hasMarkedLabels(const CICUIndexBuilder *builder) {
  return builder->hasMarkedLabels;
}

bool cicu_indexBuilder_addLocale(CICUIndexBuilder *builder, const char *locale, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  UnicodeSet exemplars;
  addIndexExemplars(locale, exemplars, error);
  bool isListed = !exemplars.isEmpty();
  addOffered(builder->offered, exemplars);
  if (!isListed) { addSynthesizedLabels(locale, exemplars, error); }
  builder->labels.addAll(exemplars);
  memory.check(error);
  *status = error;
  return isListed;
}

void cicu_indexBuilder_addLabel(
    CICUIndexBuilder *builder, const uint8_t *utf8, int32_t length, int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  UnicodeSet label;
  label.add(UnicodeString::fromUTF8({reinterpret_cast<const char *>(utf8), length}));
  builder->labels.addAll(label);
  addOffered(builder->offered, label);
  memory.check(error);
  *status = error;
}

int32_t cicu_indexBuilder_offeredCount(const CICUIndexBuilder *builder) {
  return static_cast<int32_t>(builder->offered.size());
}

const uint8_t *cicu_indexBuilder_offered(
    const CICUIndexBuilder *builder, int32_t offered, int32_t *length) {
  return borrow(builder->offered[offered], length);
}

CICUIndex *cicu_index_open(
    const CICUIndexBuilder *builder, const void *collator, bool normalizes, bool endsWithScripts,
    int32_t *status) {
  MemoryWatch memory;
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<RuleBasedCollator> primary(
      static_cast<RuleBasedCollator *>(rulesOf(collator)->clone()));
  if (!primary) {
    *status = U_MEMORY_ALLOCATION_ERROR;
    return nullptr;
  }
  if (!normalizes) { primary->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_OFF, error); }
  auto result = std::make_unique<CICUIndex>();
  const auto starts = scriptStarts(*primary, memory, error);
  std::vector<Bucket> buckets;
  if (U_SUCCESS(error)) { buckets = bucketsOf(builder->labels, *starts, *primary, error); }
  memory.check(error);
  if (U_SUCCESS(error)) {
    fill(*result, buckets, *starts, endsWithScripts);
    addInflows(*result);
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

const uint8_t *cicu_index_bucketLabel(const CICUIndex *index, int32_t bucket, int32_t *length) {
  return borrow(index->buckets[bucket].label, length);
}

int32_t cicu_index_boundaryCount(const CICUIndex *index) {
  return static_cast<int32_t>(index->boundaries.size());
}

const uint8_t *cicu_index_boundary(
    const CICUIndex *index, int32_t boundary, int32_t *length, int32_t *bucket) {
  const CICUIndex::Boundary &found = index->boundaries[boundary];
  *bucket = found.bucket;
  return borrow(found.key, length);
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
