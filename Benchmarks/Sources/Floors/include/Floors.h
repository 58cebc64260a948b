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

/// Reads the first bytes of each name in the order of a permutation; returns a sum of them.
uint64_t floor_random_read(
    const uint8_t *_Nonnull bytes, const int64_t *_Nonnull offsets,
    const uint32_t *_Nonnull permutation, int64_t count);

/// Sorts the names by their bytes, which knows no language.
void floor_sort_bytes(
    const uint8_t *_Nonnull bytes, const int64_t *_Nonnull offsets, int64_t count,
    uint32_t *_Nonnull order);

/// Fixes from which size on memory is taken from the system and given back at once, so that a peak
/// holds what was in use and not what was kept for later.
void memory_release_eagerly(void);
/// Gives all unused memory back to the system.
void memory_trim(void);
/// The bytes that are allocated now.
int64_t memory_in_use(void);

#ifdef __cplusplus
}
#endif
#endif
