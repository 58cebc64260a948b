// What ICU4C does with one name or two.

#include "ICU4CIndex.hpp"

namespace {

bool isLess(
    const UCollator *collator, const uint8_t *left, int32_t leftLength, const uint8_t *right,
    int32_t rightLength) {
  UErrorCode status = U_ZERO_ERROR;
  return ucol_strcollUTF8(
             collator, reinterpret_cast<const char *>(left), leftLength,
             reinterpret_cast<const char *>(right), rightLength, &status) == UCOL_LESS;
}

/// Whether a record comes before another.
bool isLess(const UCollator *collator, const ICU4CNames &names, int64_t left, int64_t right) {
  const int64_t *offsets = names.offsets;
  return isLess(
      collator, names.bytes + offsets[left], int32_t(offsets[left + 1] - offsets[left]),
      names.bytes + offsets[right], int32_t(offsets[right + 1] - offsets[right]));
}

}  // namespace

bool icu4c_is_less(
    const ICU4CIndex *index, const uint8_t *left, int32_t leftLength, const uint8_t *right,
    int32_t rightLength) {
  return isLess(index->collator->toUCollator(), left, leftLength, right, rightLength);
}

int64_t icu4c_compare_neighbours(const ICU4CIndex *index, ICU4CNames names) {
  const UCollator *collator = index->collator->toUCollator();
  int64_t sum = 0;
  for (int64_t i = 0; i + 1 < names.count; ++i) {
    sum += isLess(collator, names, i, i + 1);
  }
  return sum;
}

int64_t icu4c_write_keys(const ICU4CIndex *index, ICU4CNames names) {
  Text text;
  std::vector<uint8_t> key(4096);
  int64_t sum = 0;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    sum += index->collator->getSortKey(
        text.units.data(), text.length, key.data(), int32_t(key.size()));
  }
  return sum;
}
