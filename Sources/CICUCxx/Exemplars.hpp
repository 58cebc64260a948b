#ifndef CICUCXX_EXEMPLARS_HPP
#define CICUCXX_EXEMPLARS_HPP

#include "CICUCxx.h"

#include <unicode/locid.h>
#include <unicode/uniset.h>
#include <unicode/usetiter.h>

struct CICUExemplars {
  icu::Locale locale;
  bool areOfLocale;
  /// Empty if CLDR lists none. `AlphabeticIndex` then derives labels from the standard exemplars.
  icu::UnicodeSet index;
};

/// The current string of an iterator. ICU's `getString` allocates a string for a code point, and
/// does not check the allocation.
inline icu::UnicodeString stringAt(icu::UnicodeSetIterator &iterator) {
  return iterator.isString() ? iterator.getString() : icu::UnicodeString(iterator.getCodepoint());
}

#endif
