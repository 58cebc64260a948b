#include "ICU4CIndex.hpp"

#include <algorithm>
#include <string_view>

void icu4c_section_by_index(const ICU4CIndex *index, ICU4CNames names, uint32_t *buckets) {
  Text text;
  icu::UnicodeString name;
  UErrorCode status = U_ZERO_ERROR;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    // An alias: no copy is made.
    name.setTo(false, text.units.data(), text.length);
    buckets[i] = uint32_t(index->buckets->getBucketIndex(name, status));
  }
}

void icu4c_section_by_keys(const ICU4CIndex *index, ICU4CNames names, uint32_t *buckets) {
  Text text;
  std::vector<uint8_t> key(1024);
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    int32_t length = index->primary->getSortKey(
        text.units.data(), text.length, key.data(), int32_t(key.size()));
    if (length > int32_t(key.size())) {
      key.resize(2 * length);
      length = index->primary->getSortKey(
          text.units.data(), text.length, key.data(), int32_t(key.size()));
    }
    const std::string_view view(reinterpret_cast<char *>(key.data()), length);
    const auto next = std::upper_bound(
        index->boundaries.begin(), index->boundaries.end(), view,
        [](std::string_view left, const ICU4CIndex::Boundary &right) {
          return left < std::string_view(right.key);
        });
    buckets[i] = next == index->boundaries.begin() ? 0 : (next - 1)->bucket;
  }
}

void icu4c_alphabetic_index(
    const char *locale, ICU4CNames names, uint32_t *order, uint32_t *buckets) {
  UErrorCode status = U_ZERO_ERROR;
  auto collator = openCollator(locale, true, status);
  if (U_FAILURE(status)) { return; }
  const auto opened = openAlphabeticIndex(locale, std::move(collator), status);
  icu::AlphabeticIndex &index = *opened;
  Text text;
  icu::UnicodeString name;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    name.setTo(false, text.units.data(), text.length);
    index.addRecord(name, reinterpret_cast<const void *>(intptr_t(i)), status);
  }
  int64_t place = 0;
  index.resetBucketIterator(status);
  while (index.nextBucket(status)) {
    while (index.nextRecord(status)) {
      const auto record = uint32_t(reinterpret_cast<intptr_t>(index.getRecordData()));
      order[place++] = record;
      buckets[record] = uint32_t(index.getBucketIndex());
    }
  }
}
