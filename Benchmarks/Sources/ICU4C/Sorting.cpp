#include "ICU4CIndex.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace {

/// A record and the first bytes of its key, so that most comparisons stay in the array.
struct Entry {
  uint64_t prefix;
  uint32_t record;
};

uint64_t firstBytes(const uint8_t *bytes, size_t length) {
  uint64_t prefix = 0;
  std::memcpy(&prefix, bytes, std::min<size_t>(length, sizeof prefix));
  return __builtin_bswap64(prefix);
}

std::vector<Entry> sortedEntries(
    const ICU4CIndex &index, const ICU4CNames &names, KeyArena &keys) {
  std::vector<Entry> entries;
  entries.reserve(names.count);
  Text text;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    keys.append(*index.collator, text);
    entries.push_back({firstBytes(keys[i], keys.length(i)), uint32_t(i)});
  }
  std::sort(entries.begin(), entries.end(), [&](const Entry &left, const Entry &right) {
    if (left.prefix != right.prefix) { return left.prefix < right.prefix; }
    const int result = std::memcmp(
        keys[left.record], keys[right.record],
        std::min(keys.length(left.record), keys.length(right.record)));
    return result != 0 ? result < 0 : left.record < right.record;
  });
  return entries;
}

}  // namespace

int64_t icu4c_partition(
    const ICU4CIndex *index, ICU4CNames names, uint32_t *order, int64_t *starts) {
  KeyArena keys(names);
  const std::vector<Entry> entries = sortedEntries(*index, names, keys);
  auto from = entries.begin();
  int64_t count = 0;
  for (const ICU4CIndex::Boundary &boundary : index->boundaries) {
    from = std::partition_point(from, entries.end(), [&](const Entry &entry) {
      return boundary.key.compare(
                 0, std::string::npos, reinterpret_cast<const char *>(keys[entry.record]),
                 keys.length(entry.record)) > 0;
    });
    starts[count++] = from - entries.begin();
  }
  for (int64_t i = 0; i < names.count; ++i) { order[i] = entries[i].record; }
  return count;
}

void icu4c_sort_by_keys(const ICU4CIndex *index, ICU4CNames names, uint32_t *order) {
  KeyArena keys(names);
  const std::vector<Entry> entries = sortedEntries(*index, names, keys);
  for (int64_t i = 0; i < names.count; ++i) { order[i] = entries[i].record; }
}

void icu4c_sort_by_comparing(const ICU4CIndex *index, ICU4CNames names, uint32_t *order) {
  std::iota(order, order + names.count, 0);
  const UCollator *collator = index->collator->toUCollator();
  const char *bytes = reinterpret_cast<const char *>(names.bytes);
  const int64_t *offsets = names.offsets;
  std::stable_sort(order, order + names.count, [=](uint32_t left, uint32_t right) {
    UErrorCode status = U_ZERO_ERROR;
    return ucol_strcollUTF8(
               collator, bytes + offsets[left], int32_t(offsets[left + 1] - offsets[left]),
               bytes + offsets[right], int32_t(offsets[right + 1] - offsets[right]), &status) ==
           UCOL_LESS;
  });
}

ICU4CKeys icu4c_make_keys(const ICU4CIndex *index, ICU4CNames names) {
  KeyArena keys(names);
  Text text;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    keys.append(*index->collator, text);
  }
  return keys.release();
}

void icu4c_free_keys(ICU4CKeys keys) {
  std::free(keys.bytes);
  std::free(keys.starts);
}
