#include "ICU4CIndex.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

namespace {

/// A record and the first bytes of its key, so that most comparisons stay in the array: eight bytes
/// more make the array larger and the sorting faster.
struct Entry {
  uint64_t first;
  uint64_t second;
  uint32_t record;
};

/// Eight bytes of a key as a number; a shorter one is filled with zeros.
uint64_t number(const uint8_t *key, size_t length, size_t offset) {
  uint64_t value = 0;
  if (length > offset) {
    std::memcpy(&value, key + offset, std::min<size_t>(length - offset, sizeof value));
  }
  return __builtin_bswap64(value);
}

/// Whether a record's key comes before another's; equal keys keep the records' order.
struct KeyOrder {
  const KeyArena &keys;
  bool operator()(const Entry &left, const Entry &right) const {
    if (left.first != right.first) { return left.first < right.first; }
    if (left.second != right.second) { return left.second < right.second; }
    const int result = std::memcmp(
        keys[left.record], keys[right.record],
        std::min(keys.length(left.record), keys.length(right.record)));
    return result != 0 ? result < 0 : left.record < right.record;
  }
};

/// Fewer are sorted by comparing.
constexpr size_t fewest = 64;

uint8_t byteOf(const Entry &entry, int number) {
  return number < 8 ? entry.first >> (56 - 8 * number) : entry.second >> (120 - 8 * number);
}

/// Sorts by the bytes from `number` on: most significant digit first.
void radixSort(Entry *entries, Entry *spare, size_t count, int number, const KeyOrder &order) {
  for (; count >= fewest && number < 16; ++number) {
    size_t ends[256] = {};
    for (size_t i = 0; i < count; ++i) { ++ends[byteOf(entries[i], number)]; }
    if (ends[byteOf(entries[0], number)] == count) { continue; }
    size_t start = 0;
    for (size_t &end : ends) {
      start += end;
      end = start - end;
    }
    for (size_t i = 0; i < count; ++i) { spare[ends[byteOf(entries[i], number)]++] = entries[i]; }
    std::copy(spare, spare + count, entries);
    start = 0;
    for (const size_t end : ends) {
      if (end - start > 1) {
        radixSort(entries + start, spare, end - start, number + 1, order);
      }
      start = end;
    }
    return;
  }
  std::sort(entries, entries + count, order);
}

std::vector<Entry> sortedEntries(
    const ICU4CIndex &index, const ICU4CNames &names, KeyArena &keys) {
  std::vector<Entry> entries;
  entries.reserve(names.count);
  Text text;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    keys.append(*index.collator, text);
    const size_t length = keys.length(i);
    entries.push_back({number(keys[i], length, 0), number(keys[i], length, 8), uint32_t(i)});
  }
  std::vector<Entry> spare(entries.size());
  radixSort(entries.data(), spare.data(), entries.size(), 0, {keys});
  return entries;
}

/// Where in the order each range that lies in one bucket starts. `isBefore` tells whether a record
/// comes before a boundary.
template <typename IsBefore>
int64_t findRanges(
    const ICU4CIndex &index, const uint32_t *order, int64_t count, int64_t *starts,
    IsBefore isBefore) {
  const uint32_t *from = order;
  int64_t ranges = 0;
  for (const ICU4CIndex::Boundary &boundary : index.boundaries) {
    from = std::partition_point(
        from, order + count, [&](uint32_t record) { return isBefore(record, boundary); });
    starts[ranges++] = from - order;
  }
  return ranges;
}

}  // namespace

int64_t icu4c_partition(
    const ICU4CIndex *index, ICU4CNames names, uint32_t *order, int64_t *starts) {
  KeyArena keys(names);
  const std::vector<Entry> entries = sortedEntries(*index, names, keys);
  for (int64_t i = 0; i < names.count; ++i) { order[i] = entries[i].record; }
  return findRanges(
      *index, order, names.count, starts,
      [&](uint32_t record, const ICU4CIndex::Boundary &boundary) {
        return std::string_view(
                   reinterpret_cast<const char *>(keys[record]), keys.length(record)) <
               std::string_view(boundary.key);
      });
}

int64_t icu4c_partition_by_comparing(
    const ICU4CIndex *index, ICU4CNames names, uint32_t *order, int64_t *starts) {
  icu4c_sort_by_comparing(index, names, order);
  const UCollator *primary = index->primary->toUCollator();
  const char *bytes = reinterpret_cast<const char *>(names.bytes);
  return findRanges(
      *index, order, names.count, starts,
      [&](uint32_t record, const ICU4CIndex::Boundary &boundary) {
        const int64_t start = names.offsets[record];
        UErrorCode status = U_ZERO_ERROR;
        return ucol_strcollUTF8(
                   primary, bytes + start, int32_t(names.offsets[record + 1] - start),
                   boundary.text.data(), int32_t(boundary.text.size()), &status) == UCOL_LESS;
      });
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
