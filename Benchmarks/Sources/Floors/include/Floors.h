// What no way of sorting names can do without: the least that the machine needs.

#ifndef FLOORS_H
#define FLOORS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Sorts 64-bit keys with their 32-bit payloads by radix, from the last digit to the first. The
/// result is where the input was; the spare memory is as large.
void floor_radix_sort(
    uint64_t *_Nonnull keys, uint32_t *_Nonnull payloads, uint64_t *_Nonnull spareKeys,
    uint32_t *_Nonnull sparePayloads, int64_t count);

/// Copies all names.
void floor_copy(uint8_t *_Nonnull to, const uint8_t *_Nonnull from, int64_t count);

/// Fixes from which size on memory is taken from the system and given back at once, so that a peak
/// holds what was in use and not what was kept for later.
void memory_release_eagerly(void);
/// Gives all unused memory back to the system.
void memory_trim(void);

#ifdef __cplusplus
}
#endif
#endif
