#ifndef CICUCXX_ENTRY_HPP
#define CICUCXX_ENTRY_HPP

#include "CICUCxx.h"

#include <unicode/utypes.h>

#include <cerrno>
#include <new>

/// Runs the body of a C function and returns its status. No exception leaves the function, and
/// every allocation failure becomes `U_MEMORY_ALLOCATION_ERROR`: one that `new` throws, one that
/// ICU reports, and one that ICU hides. An ICU string or set whose allocation failed is empty,
/// without a status; `cicu_memory_isShort` detects this by the `errno` that `malloc` has set.
template <typename Body>
int32_t statusOf(Body body) noexcept {
  const int before = errno;
  errno = 0;
  UErrorCode status = U_ZERO_ERROR;
  try {
    body(status);
  } catch (const std::bad_alloc &) {
    status = U_MEMORY_ALLOCATION_ERROR;
  }
  if (U_SUCCESS(status) && cicu_memory_isShort()) { status = U_MEMORY_ALLOCATION_ERROR; }
  errno = before;
  return status;
}

#endif
