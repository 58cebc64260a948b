#include "Floors.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void floor_radix_sort(
    uint64_t *keys, uint32_t *payloads, uint64_t *spareKeys, uint32_t *sparePayloads,
    int64_t count) {
  constexpr int bits = 8;
  constexpr int digits = 64 / bits;
  constexpr uint64_t mask = (uint64_t(1) << bits) - 1;
  // All counts in one pass over the keys.
  std::vector<uint32_t> counts(size_t(digits) << bits);
  for (int64_t i = 0; i < count; ++i) {
    for (int digit = 0; digit < digits; ++digit) {
      ++counts[(size_t(digit) << bits) + (keys[i] >> (digit * bits) & mask)];
    }
  }
  for (int digit = 0; digit < digits; ++digit) {
    uint32_t *places = counts.data() + (size_t(digit) << bits);
    uint32_t place = 0;
    for (size_t value = 0; value <= mask; ++value) {
      place += std::exchange(places[value], place);
    }
    const int shift = digit * bits;
    for (int64_t i = 0; i < count; ++i) {
      const uint32_t to = places[keys[i] >> shift & mask]++;
      spareKeys[to] = keys[i];
      sparePayloads[to] = payloads[i];
    }
    // An even number of digits: the result ends where the input was.
    std::swap(keys, spareKeys);
    std::swap(payloads, sparePayloads);
  }
}

void floor_copy(uint8_t *to, const uint8_t *from, int64_t count) {
  std::memcpy(to, from, size_t(count));
}

uint64_t floor_random_read(
    const uint8_t *bytes, const int64_t *offsets, const uint32_t *permutation, int64_t count) {
  uint64_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t start = offsets[permutation[i]];
    // Nothing of the last name lies in the buffer if it is empty.
    if (offsets[permutation[i] + 1] > start) { sum += bytes[start]; }
  }
  return sum;
}

void floor_sort_bytes(
    const uint8_t *bytes, const int64_t *offsets, int64_t count, uint32_t *order) {
  struct Entry {
    uint64_t first;
    uint64_t second;
    uint32_t record;
  };
  auto number = [](const uint8_t *from, int64_t length) {
    uint64_t value = 0;
    std::memcpy(&value, from, size_t(std::clamp<int64_t>(length, 0, 8)));
    return __builtin_bswap64(value);
  };
  std::vector<Entry> entries;
  entries.reserve(size_t(count));
  for (int64_t i = 0; i < count; ++i) {
    const uint8_t *name = bytes + offsets[i];
    const int64_t length = offsets[i + 1] - offsets[i];
    entries.push_back(
        {number(name, length), length > 8 ? number(name + 8, length - 8) : 0, uint32_t(i)});
  }
  std::sort(entries.begin(), entries.end(), [=](const Entry &left, const Entry &right) {
    if (left.first != right.first) { return left.first < right.first; }
    if (left.second != right.second) { return left.second < right.second; }
    const int64_t a = offsets[left.record], b = offsets[right.record];
    const int64_t aLength = offsets[left.record + 1] - a, bLength = offsets[right.record + 1] - b;
    const int result = std::memcmp(bytes + a, bytes + b, size_t(std::min(aLength, bLength)));
    if (result != 0) { return result < 0; }
    return aLength != bLength ? aLength < bLength : left.record < right.record;
  });
  for (int64_t i = 0; i < count; ++i) { order[i] = entries[i].record; }
}

void memory_release_eagerly(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

void memory_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

int64_t memory_in_use(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd);
#else
  return 0;
#endif
}
