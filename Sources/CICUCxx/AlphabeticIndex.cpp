// Binds `icu::AlphabeticIndex`, which makes the labels, their kinds and the buckets. ICU does not
// reveal where in the order its buckets begin, so its `ImmutableIndex` is asked for the bucket of
// each string at which one may begin.

#include "CICUCxx.h"
#include "Entry.hpp"
#include "Exemplars.hpp"
#include "ScriptStarts.hpp"

#include <unicode/alphaindex.h>
#include <unicode/tblcoll.h>
#include <unicode/uniset.h>
#include <unicode/usetiter.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using icu::AlphabeticIndex;
using icu::Collator;
using icu::Locale;
using icu::RuleBasedCollator;
using icu::UnicodeSet;
using icu::UnicodeString;

// `ICUBucketKind` has these numbers.
static_assert(U_ALPHAINDEX_NORMAL == 0 && U_ALPHAINDEX_UNDERFLOW == 1);
static_assert(U_ALPHAINDEX_INFLOW == 2 && U_ALPHAINDEX_OVERFLOW == 3);

struct CICUIndexBuilder {
  AlphabeticIndex index;
  bool hasOwnLabels;
  std::vector<std::string> offered;
};

namespace {

/// The buckets of an `ImmutableIndex`, and where they begin.
struct Index {
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

bool isDigit(char16_t unit) { return u'0' <= unit && unit <= u'9'; }

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

/// A `UCollator` is an `icu::Collator`. `Collator::fromUCollator` is this cast, but is not public
/// API.
const RuleBasedCollator *rulesOf(const void *collator) {
  return dynamic_cast<const RuleBasedCollator *>(static_cast<const Collator *>(collator));
}

/// Begins the contractions by which a tailoring brings labels of its own.
constexpr char16_t labelMark = 0xFDD0;

/// The strings at which the buckets of labels may begin:
///
/// - the label;
/// - the label and U+FFFF: after all that begins with "Sch", names are in the bucket S again;
/// - if the tailoring brings labels, the mark and the label. For "17劃", a character that stands for
///   the number follows the mark.
Places labelPlaces(
    const AlphabeticIndex::ImmutableIndex &index, bool hasOwnLabels, const Collator &primary,
    UErrorCode &status) {
  Places places;
  places.all.reserve(3 * static_cast<size_t>(index.getBucketCount()) + 1);
  auto add = [&](const UnicodeString &text, int32_t bucket) {
    places.all.push_back({text, keyOf(text, primary, status), false, bucket});
  };
  add(UnicodeString(), -1);
  for (int32_t i = 0; i < index.getBucketCount(); ++i) {
    const auto bucket = index.getBucket(i);
    if (bucket->getLabelType() != U_ALPHAINDEX_NORMAL) { continue; }
    const UnicodeString &label = bucket->getLabel();
    add(label, i);
    // A weight has at least one byte, and only a label of several weights ends within another's
    // bucket.
    if (places.all.back().key.size() > 1) { add(UnicodeString(label).append(u'\uFFFF'), i); }
    if (!hasOwnLabels) { continue; }
    int strokes = 0;
    for (int32_t unit = 0; isDigit(label.charAt(unit)) && strokes <= 0xFF; ++unit) {
      strokes = strokes * 10 + label.charAt(unit) - u'0';
    }
    UnicodeString marked(labelMark);
    strokes > 0 ? marked.append(static_cast<char16_t>(0x2800 + strokes)) : marked.append(label);
    add(marked, -1);
  }
  places.sort();
  return places;
}

/// Finds where buckets begin by looking up the bucket of each place.
///
/// With `endsWithScripts`, a normal bucket ends where the script of its label ends. The bucket of
/// that boundary is the complement (`~`) of the number.
void findBoundaries(
    Index &found, const AlphabeticIndex::ImmutableIndex &index, const Places &labels,
    const Places &starts, bool endsWithScripts, UErrorCode &status) {
  std::vector<const Place *> places;
  places.reserve(labels.inOrder.size() + starts.inOrder.size());
  std::merge(
      labels.inOrder.begin(), labels.inOrder.end(), starts.inOrder.begin(), starts.inOrder.end(),
      std::back_inserter(places), Places::comesBefore);
  for (size_t i = 0; i < places.size(); ++i) {
    const Place &place = *places[i];
    int32_t bucket = -1;
    if (place.bucket >= 0 && i + 1 < places.size() && places[i + 1]->bucket == place.bucket) {
      // No bucket begins within a label's own, so if the end of the label is in it, all of it is.
      bucket = index.getBucketIndex(places[i + 1]->text, status);
      if (bucket == place.bucket) { ++i; }
    }
    if (bucket != place.bucket || bucket < 0) { bucket = index.getBucketIndex(place.text, status); }
    if (U_FAILURE(status)) { return; }
    const bool isPastScript = endsWithScripts && place.isScriptStart
        && found.buckets[bucket].kind == U_ALPHAINDEX_NORMAL;
    const int32_t number = isPastScript ? ~bucket : bucket;
    if (found.boundaries.empty() || found.boundaries.back().bucket != number) {
      found.boundaries.push_back({place.key, number});
    }
    if (!place.isScriptStart) { continue; }
    // Buckets of different scripts are in the order of their scripts. So if the first and the last
    // of several starts in a row are in the same bucket, all between them are.
    size_t last = i;
    while (last + 1 < places.size() && places[last + 1]->isScriptStart) { ++last; }
    if (last > i && index.getBucketIndex(places[last]->text, status) == bucket) { i = last; }
  }
}

/// Puts names past the script of a label into the inflow or overflow that follows, and adds an
/// inflow if another label follows.
void addInflows(Index &index) {
  std::vector<bool> isCut(index.buckets.size());
  for (const auto &boundary : index.boundaries) {
    if (boundary.bucket < 0) { isCut[~boundary.bucket] = true; }
  }
  std::vector<Index::Bucket> buckets;
  std::vector<int32_t> numbers;
  for (size_t i = 0; i < index.buckets.size(); ++i) {
    numbers.push_back(static_cast<int32_t>(buckets.size()));
    buckets.push_back(index.buckets[i]);
    if (isCut[i] && index.buckets[i + 1].kind == U_ALPHAINDEX_NORMAL) {
      buckets.push_back({std::string(), U_ALPHAINDEX_INFLOW});
    }
  }
  for (auto &boundary : index.boundaries) {
    const int32_t bucket = boundary.bucket;
    boundary.bucket = bucket < 0 ? numbers[~bucket] + 1 : numbers[bucket];
  }
  index.buckets = std::move(buckets);
}

}  // namespace

bool cicu_collator_rulesBringLabels(const void *collator) {
  const auto rules = rulesOf(collator);
  return rules != nullptr && rules->getRules().indexOf(labelMark) >= 0;
}

CICUIndexBuilder *cicu_indexBuilder_open(const void *collator, bool normalizes, int32_t *status) {
  std::unique_ptr<CICUIndexBuilder> builder;
  *status = statusOf([&](UErrorCode &error) {
    auto rules = rulesOf(collator);
    if (rules == nullptr) {
      error = U_UNSUPPORTED_ERROR;
      return;
    }
    std::unique_ptr<RuleBasedCollator> own(static_cast<RuleBasedCollator *>(rules->clone()));
    if (!own) { throw std::bad_alloc(); }
    if (!normalizes) { own->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_OFF, error); }
    builder.reset(new CICUIndexBuilder{AlphabeticIndex(own.release(), error), false, {}});
    builder->index.setMaxLabelCount(INT32_MAX, error);
    // An index without labels has only an underflow bucket.
    builder->hasOwnLabels = builder->index.getBucketCount(error) > 1;
  });
  return U_SUCCESS(static_cast<UErrorCode>(*status)) ? builder.release() : nullptr;
}

void cicu_indexBuilder_close(CICUIndexBuilder *builder) { delete builder; }

bool cicu_indexBuilder_hasOwnLabels(const CICUIndexBuilder *builder) {
  return builder->hasOwnLabels;
}

void cicu_indexBuilder_addLabels(
    CICUIndexBuilder *builder, const CICUExemplars *exemplars, int32_t *status) {
  *status = statusOf([&](UErrorCode &error) {
    if (exemplars->index.isEmpty()) {
      builder->index.addLabels(exemplars->locale, error);
    } else {
      // These are what ICU would read and parse again.
      builder->index.addLabels(exemplars->index, error);
    }
    addOffered(builder->offered, exemplars->index);
  });
}

void cicu_indexBuilder_addLabel(
    CICUIndexBuilder *builder, const uint8_t *utf8, int32_t length, int32_t *status) {
  *status = statusOf([&](UErrorCode &error) {
    UnicodeSet label;
    label.add(UnicodeString::fromUTF8({reinterpret_cast<const char *>(utf8), length}));
    builder->index.addLabels(label, error);
    addOffered(builder->offered, label);
  });
}

void cicu_indexBuilder_build(
    CICUIndexBuilder *builder, bool endsWithScripts, void *context, CICUIndexItem offered,
    CICUIndexItem bucket, CICUIndexItem boundary, int32_t *status) {
  auto give = [&](CICUIndexItem item, const std::string &text, int32_t number) {
    const auto bytes = reinterpret_cast<const uint8_t *>(text.data());
    item(context, bytes, static_cast<int32_t>(text.size()), number);
  };
  *status = statusOf([&](UErrorCode &error) {
    std::unique_ptr<AlphabeticIndex::ImmutableIndex> index(
        builder->index.buildImmutableIndex(error));
    if (U_FAILURE(error)) { return; }
    Index result;
    for (int32_t i = 0; i < index->getBucketCount(); ++i) {
      const auto bucket = index->getBucket(i);
      const auto kind = bucket->getLabelType();
      // The layout has the titles of all other kinds.
      result.buckets.push_back(
          {kind == U_ALPHAINDEX_NORMAL ? utf8(bucket->getLabel()) : std::string(), kind});
    }
    std::unique_ptr<RuleBasedCollator> primary(
        static_cast<RuleBasedCollator *>(builder->index.getCollator().clone()));
    if (!primary) { throw std::bad_alloc(); }
    primary->setStrength(Collator::PRIMARY);
    const auto starts = scriptStarts(*primary, error);
    const auto labels = labelPlaces(*index, builder->hasOwnLabels, *primary, error);
    findBoundaries(result, *index, labels, *starts, endsWithScripts, error);
    addInflows(result);
    for (const auto &label : builder->offered) { give(offered, label, 0); }
    for (const auto &found : result.buckets) { give(bucket, found.label, found.kind); }
    for (const auto &found : result.boundaries) { give(boundary, found.key, found.bucket); }
  });
}
