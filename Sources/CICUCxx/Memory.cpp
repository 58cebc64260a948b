// Detects allocation failures that ICU does not report.

#include "CICUCxx.h"

#include <cerrno>

#include <unicode/uniset.h>
#include <unicode/unistr.h>

void cicu_memory_watch(void) { errno = 0; }

/// The `malloc` of glibc, of musl and of Darwin sets `errno` to `ENOMEM` if it fails. That of glibc
/// also does when it could not extend the heap but then found memory elsewhere. So ICU is asked for
/// another half megabyte, which it does not get if memory is short.
bool cicu_memory_isShort(void) {
  if (errno != ENOMEM) { return false; }
  constexpr int32_t units = 1 << 18;
  const bool isShort = icu::UnicodeString(units, u'a', units).isBogus();
  errno = isShort ? ENOMEM : 0;
  return isShort;
}

bool cicu_set_isBogus(const void *set) {
  return icu::UnicodeSet::fromUSet(static_cast<const USet *>(set))->isBogus();
}
