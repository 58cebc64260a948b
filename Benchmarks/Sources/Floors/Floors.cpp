#include "Floors.h"

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
