#include "CICUCxx.h"

#include <unicode/locid.h>

#include <cstring>

int32_t cicu_locale_replaceAliases(
    const char *locale, char *replaced, int32_t capacity, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  icu::Locale canonical(locale);
  canonical.canonicalize(error);
  *status = error;
  if (U_FAILURE(error)) { return 0; }
  auto length = static_cast<int32_t>(std::strlen(canonical.getName()));
  if (length < capacity) { std::memcpy(replaced, canonical.getName(), length + 1); }
  return length;
}
