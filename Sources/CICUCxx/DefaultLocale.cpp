#include "CICUCxx.h"

#include <unicode/locid.h>
#include <unicode/uloc.h>

void cicu_locale_ensureDefault(void) {
  // ICU returns a null reference, which is no C++: so the call is for a pointer, with which the ABI
  // passes a reference, and volatile hides from the compiler which function it is.
  const void *(*volatile defaultLocale)(void) =
      reinterpret_cast<const void *(*)(void)>(&icu::Locale::getDefault);
  if (defaultLocale() != nullptr) { return; }
  UErrorCode status = U_ZERO_ERROR;
  // ICU's own name for an environment without a locale.
  uloc_setDefault("en_US_POSIX", &status);
}
