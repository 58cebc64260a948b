#include "ICU4C.h"

#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

struct ICU4CIndex {
  std::unique_ptr<icu::Collator> collator;
  /// The sort keys of the labels, in ascending order.
  std::vector<std::string> labels;
};

ICU4CIndex *icu4c_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  auto result = new ICU4CIndex;
  result->collator.reset(icu::Collator::createInstance(icu::Locale(locale), status));
  result->collator->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_ON, status);
  icu::AlphabeticIndex index(icu::Locale(locale), status);
  index.addLabels(icu::Locale::getEnglish(), status);
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> buckets(
      index.buildImmutableIndex(status));
  std::unique_ptr<icu::Collator> primary(result->collator->clone());
  primary->setStrength(icu::Collator::PRIMARY);
  for (int32_t i = 0; i < buckets->getBucketCount(); ++i) {
    if (buckets->getBucket(i)->getLabelType() != U_ALPHAINDEX_NORMAL) { continue; }
    uint8_t key[64];
    int32_t length = primary->getSortKey(buckets->getBucket(i)->getLabel(), key, sizeof key);
    result->labels.emplace_back(reinterpret_cast<char *>(key), length - 1);
  }
  return result;
}

void icu4c_close(ICU4CIndex *index) { delete index; }

void icu4c_partition(
    const ICU4CIndex *index, const uint8_t *bytes, const int64_t *offsets, int64_t count,
    uint32_t *order, uint32_t *buckets) {
  struct Entry {
    uint64_t prefix;
    uint32_t record;
  };
  std::vector<uint8_t> keys;
  std::vector<size_t> starts(count + 1);
  std::vector<Entry> entries(count);
  std::vector<UChar> text;
  for (int64_t i = 0; i < count; ++i) {
    int64_t length = offsets[i + 1] - offsets[i];
    text.resize(length + 1);
    int32_t units = 0;
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8WithSub(
        text.data(), int32_t(text.size()), &units, reinterpret_cast<const char *>(bytes) + offsets[i],
        int32_t(length), 0xFFFD, nullptr, &status);
    size_t start = starts[i] = keys.size();
    keys.resize(start + 4 * units + 32);
    int32_t size = index->collator->getSortKey(
        text.data(), units, keys.data() + start, int32_t(keys.size() - start));
    if (start + size > keys.size()) {
      keys.resize(start + size);
      index->collator->getSortKey(text.data(), units, keys.data() + start, size);
    }
    keys.resize(start + size);
    uint64_t prefix = 0;
    for (int b = 0; b < 8; ++b) { prefix = prefix << 8 | (b < size ? keys[start + b] : 0); }
    entries[i] = {prefix, uint32_t(i)};
    std::string key(reinterpret_cast<char *>(keys.data() + start), size);
    buckets[i] = uint32_t(
        std::upper_bound(index->labels.begin(), index->labels.end(), key) - index->labels.begin());
  }
  starts[count] = keys.size();
  std::sort(entries.begin(), entries.end(), [&](const Entry &left, const Entry &right) {
    if (left.prefix != right.prefix) { return left.prefix < right.prefix; }
    size_t a = starts[left.record], b = starts[right.record];
    int result = std::memcmp(
        keys.data() + a, keys.data() + b,
        std::min(starts[left.record + 1] - a, starts[right.record + 1] - b));
    return result != 0 ? result < 0 : left.record < right.record;
  });
  for (int64_t i = 0; i < count; ++i) { order[i] = entries[i].record; }
}
