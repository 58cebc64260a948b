// Partitioning with ICU4C: what the library is measured against.

#ifndef ICU4C_H
#define ICU4C_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ICU4CIndex ICU4CIndex;
/// A collator of the locale and an `AlphabeticIndex` of it with English labels.
ICU4CIndex *_Nonnull icu4c_open(const char *_Nonnull locale);
void icu4c_close(ICU4CIndex *_Nonnull index);

/// Sorts records and finds the bucket of each: a sort key for each record, the keys sorted by their
/// bytes, the bucket by comparing the key with those of the labels. Record `i` is
/// `bytes[offsets[i]..<offsets[i + 1]]`.
void icu4c_partition(
    const ICU4CIndex *_Nonnull index, const uint8_t *_Nonnull bytes,
    const int64_t *_Nonnull offsets, int64_t count, uint32_t *_Nonnull order,
    uint32_t *_Nonnull buckets);

#ifdef __cplusplus
}
#endif
#endif
