#include "CICUCxx.h"
#include "Entry.hpp"

#include <unicode/locid.h>

#include <cstring>

int32_t cicu_locale_replaceAliases(
    const char *locale, char *replaced, int32_t capacity, int32_t *status) {
  int32_t length = 0;
  *status = statusOf([&](UErrorCode &error) {
    icu::Locale canonical(locale);
    // A locale whose allocation failed is bogus: it has the name of root.
    if (canonical.isBogus()) { error = U_MEMORY_ALLOCATION_ERROR; }
    canonical.canonicalize(error);
    if (U_SUCCESS(error) && canonical.isBogus()) { error = U_MEMORY_ALLOCATION_ERROR; }
    if (U_FAILURE(error)) { return; }
    length = static_cast<int32_t>(std::strlen(canonical.getName()));
    if (length < capacity) { std::memcpy(replaced, canonical.getName(), length + 1); }
  });
  return length;
}
