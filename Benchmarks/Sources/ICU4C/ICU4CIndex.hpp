#ifndef ICU4C_INDEX_HPP
#define ICU4C_INDEX_HPP

#include "ICU4C.h"

#include <unicode/alphaindex.h>
#include <unicode/coll.h>
#include <unicode/tblcoll.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct ICU4CIndex {
  /// Where a bucket begins; one bucket may begin more than once.
  struct Boundary {
    std::string key;
    /// The text that has the key, in UTF-8.
    std::string text;
    uint32_t bucket;
  };

  std::unique_ptr<icu::Collator> collator;
  std::unique_ptr<icu::Collator> primary;
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> buckets;
  /// In ascending order of their primary keys.
  std::vector<Boundary> boundaries;
};

/// A collator of a locale; `normalizes` turns normalization on, else the locale decides.
std::unique_ptr<icu::Collator> openCollator(
    const icu::Locale &locale, bool normalizes, UErrorCode &status);

/// An index of a locale, and of English, whose collator it takes over.
std::unique_ptr<icu::AlphabeticIndex> openAlphabeticIndex(
    const icu::Locale &locale, std::unique_ptr<icu::Collator> collator, UErrorCode &status);

/// A UTF-16 buffer that is used again for each name.
class Text {
public:
  /// Converts record `number`; ill-formed bytes become U+FFFD.
  void set(const ICU4CNames &names, int64_t number) {
    const int64_t start = names.offsets[number];
    set(names.bytes + start, names.offsets[number + 1] - start);
  }

  void set(const uint8_t *bytes, int64_t size) {
    if (size >= int64_t(units.size())) { units.resize(2 * size + 64); }
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8WithSub(
        units.data(), int32_t(units.size()), &length,
        reinterpret_cast<const char *>(bytes), int32_t(size), 0xFFFD, nullptr, &status);
  }

  std::vector<UChar> units = std::vector<UChar>(256);
  int32_t length = 0;
};

/// Sort keys one after another. Memory is not cleared before ICU writes to it, and grows in place
/// where the system can move pages.
class KeyArena {
public:
  explicit KeyArena(const ICU4CNames &names) {
    starts = allocate<uint64_t>(nullptr, names.count + 1);
    capacity = size_t(names.offsets[names.count] - names.offsets[0]) * 2 + 4096;
    bytes = allocate<uint8_t>(nullptr, capacity);
  }
  ~KeyArena() {
    std::free(bytes);
    std::free(starts);
  }
  KeyArena(const KeyArena &) = delete;

  void append(const icu::Collator &collator, const Text &text) {
    starts[count] = size;
    int32_t length = write(collator, text);
    if (size + length > capacity) {
      capacity = capacity + capacity / 2 + length;
      bytes = allocate<uint8_t>(bytes, capacity);
      length = write(collator, text);
    }
    size += length;
    starts[++count] = size;
  }

  /// Hands the memory over.
  ICU4CKeys release() {
    ICU4CKeys keys = {allocate<uint8_t>(bytes, size + 1), starts, int64_t(count)};
    bytes = nullptr;
    starts = nullptr;
    return keys;
  }

  const uint8_t *operator[](size_t number) const { return bytes + starts[number]; }
  size_t length(size_t number) const { return starts[number + 1] - starts[number]; }

  uint8_t *bytes;
  uint64_t *starts;
  size_t size = 0;
  size_t count = 0;

private:
  size_t capacity;

  int32_t write(const icu::Collator &collator, const Text &text) {
    const size_t room = capacity - size;
    return collator.getSortKey(
        text.units.data(), text.length, bytes + size,
        int32_t(room < INT32_MAX ? room : size_t(INT32_MAX)));
  }

  template <typename Element>
  static Element *allocate(Element *old, size_t count) {
    auto memory = static_cast<Element *>(std::realloc(old, count * sizeof(Element)));
    if (memory == nullptr) { throw std::bad_alloc(); }
    return memory;
  }
};

#endif
