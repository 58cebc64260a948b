// What ICU4C itself can do with many names: the library is measured against it. Everything takes
// the same UTF-8 buffer that the library is given, and writes to memory that is already there.

#ifndef ICU4C_H
#define ICU4C_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Records of UTF-8 text: record `i` is `bytes[offsets[i]..<offsets[i + 1]]`.
typedef struct {
  const uint8_t *_Nonnull bytes;
  const int64_t *_Nonnull offsets;
  int64_t count;
} ICU4CNames;

/// A collator, an index with English labels, and where its buckets begin.
typedef struct ICU4CIndex ICU4CIndex;
/// `normalizes` turns normalization on; without it, the locale decides, which for most has it off.
/// `NULL` where ICU fails.
ICU4CIndex *_Nullable icu4c_open(const char *_Nonnull locale, bool normalizes);
void icu4c_close(ICU4CIndex *_Nonnull index);
/// The version of ICU, such as "72.1".
const char *_Nonnull icu4c_version(void);

/// Opens a collator and an index, no more, and closes both again. Returns the nanoseconds that the
/// opening took, -1 where ICU fails.
int64_t icu4c_time_opening(const char *_Nonnull locale);

/// Sorts and partitions: a sort key for each record, the keys sorted by their bytes, the beginning
/// of each bucket by binary search. `starts` has a place for each range of the order that lies in
/// one bucket; the number of ranges is returned.
int64_t icu4c_partition(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull order,
    int64_t *_Nonnull starts);
/// As `icu4c_partition`, but sorted by `icu4c_sort_by_comparing`.
int64_t icu4c_partition_by_comparing(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull order,
    int64_t *_Nonnull starts);
/// How many ranges partitioning writes.
int64_t icu4c_range_count(const ICU4CIndex *_Nonnull index);

/// Sorts: a sort key for each record, the keys sorted by their bytes.
void icu4c_sort_by_keys(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull order);
/// Sorts with `std::stable_sort` and `ucol_strcollUTF8`, which makes no keys.
void icu4c_sort_by_comparing(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull order);

/// The bucket of each record by `ImmutableIndex::getBucketIndex`.
void icu4c_section_by_index(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull buckets);
/// The bucket of each record: a primary sort key, and a binary search among the keys of boundaries.
void icu4c_section_by_keys(
    const ICU4CIndex *_Nonnull index, ICU4CNames names, uint32_t *_Nonnull buckets);

/// Adds each record to an `AlphabeticIndex` and walks over its buckets. ICU sorts the records by
/// insertion, which is quadratic.
void icu4c_alphabetic_index(
    const char *_Nonnull locale, ICU4CNames names, uint32_t *_Nonnull order,
    uint32_t *_Nonnull buckets);

/// Whether UTF-8 text comes before another: `ucol_strcollUTF8`, for callers outside C++.
bool icu4c_is_less(
    const ICU4CIndex *_Nonnull index, const uint8_t *_Nonnull left, int32_t leftLength,
    const uint8_t *_Nonnull right, int32_t rightLength);
/// Compares each record with the next one. Returns how many come before it.
int64_t icu4c_compare_neighbours(const ICU4CIndex *_Nonnull index, ICU4CNames names);
/// The sort key of each record, one after another to the same memory. Returns their length in all.
int64_t icu4c_write_keys(const ICU4CIndex *_Nonnull index, ICU4CNames names);

/// Sort keys in one piece of memory; key `i` is `bytes[starts[i]..<starts[i + 1]]`, with ICU's NUL.
typedef struct {
  uint8_t *_Nonnull bytes;
  uint64_t *_Nonnull starts;
  int64_t count;
} ICU4CKeys;
/// The sort key of each record.
ICU4CKeys icu4c_make_keys(const ICU4CIndex *_Nonnull index, ICU4CNames names);
void icu4c_free_keys(ICU4CKeys keys);

#ifdef __cplusplus
}
#endif
#endif
