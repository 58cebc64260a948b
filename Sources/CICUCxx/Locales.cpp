#include "CICUCxx.h"
#include "Entry.hpp"

#include <unicode/locid.h>
#include <unicode/uloc.h>

#include <cstring>

void cicu_locale_ensureDefault(void) {
  // ICU returns a null reference, which C++ does not allow. So this calls for a pointer, which is
  // how the ABI passes a reference, and volatile hides from the compiler which function it is.
  const void *(*volatile defaultLocale)(void) =
      reinterpret_cast<const void *(*)(void)>(&icu::Locale::getDefault);
  if (defaultLocale() != nullptr) { return; }
  UErrorCode status = U_ZERO_ERROR;
  // ICU's own name for an environment without a locale.
  uloc_setDefault("en_US_POSIX", &status);
}

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
