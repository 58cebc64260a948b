// What ICU4C does to find a text in names.

#include "ICU4CIndex.hpp"

#include <unicode/usearch.h>

struct ICU4CSearch {
  UCollator *collator;
  std::vector<std::u16string> names;
};

ICU4CSearch *icu4c_search_open(const char *locale, int32_t strength, ICU4CNames names) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &status);
  if (U_FAILURE(status)) { return nullptr; }
  ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status);
  ucol_setAttribute(collator, UCOL_STRENGTH, UColAttributeValue(strength), &status);
  auto search = std::make_unique<ICU4CSearch>();
  search->collator = collator;
  Text text;
  for (int64_t i = 0; i < names.count; ++i) {
    text.set(names, i);
    search->names.emplace_back(text.units.data(), text.length);
  }
  return search.release();
}

void icu4c_search_close(ICU4CSearch *search) {
  ucol_close(search->collator);
  delete search;
}

int64_t icu4c_search(
    const ICU4CSearch *search, const uint8_t *query, int64_t length, uint32_t *found) {
  const int64_t offsets[] = {0, length};
  Text text;
  text.set({query, offsets, 1}, 0);
  UErrorCode status = U_ZERO_ERROR;
  UStringSearch *finder = usearch_openFromCollator(
      text.units.data(), text.length, u" ", 1, search->collator, nullptr, &status);
  int64_t count = 0;
  for (size_t i = 0; U_SUCCESS(status) && i < search->names.size(); ++i) {
    const std::u16string &name = search->names[i];
    if (name.empty()) { continue; }
    usearch_setText(finder, name.data(), int32_t(name.size()), &status);
    if (usearch_first(finder, &status) != USEARCH_DONE) { found[count++] = uint32_t(i); }
  }
  usearch_close(finder);
  return count;
}
