// Makes any difference between CICU's declarations and ICU's own a compile error.
//
// Here the shim's types are ICU's, so a function whose prototype differs is a conflicting
// declaration, and `CICU_CONSTANT` compares each constant.

#include "shim.h"

#include <cstddef>

// Swift's stand-in for `UParseError` is laid out as `line`, `offset` and two contexts of 16 units.
static_assert(sizeof(UParseError) == 2 * sizeof(int32_t) + 32 * sizeof(UChar));
static_assert(offsetof(UParseError, offset) == sizeof(int32_t));
