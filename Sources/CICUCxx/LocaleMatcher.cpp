#include "CICUCxx.h"

#include <unicode/localematcher.h>

#include <sstream>
#include <string>
#include <utility>

using icu::Locale;
using icu::LocaleMatcher;

struct CICULocaleMatcher {
  LocaleMatcher matcher;
};

CICULocaleMatcher *cicu_localeMatcher_open(const char *locales, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  LocaleMatcher::Builder builder;
  // Else the first locale would suit every header.
  builder.setNoDefaultLocale();
  std::istringstream lines(locales);
  for (std::string line; std::getline(lines, line);) {
    Locale locale(line.c_str());
    // A locale that got no memory is bogus: it has the name of root.
    if (locale.isBogus()) { error = U_MEMORY_ALLOCATION_ERROR; }
    builder.addSupportedLocale(locale);
  }
  LocaleMatcher matcher = builder.build(error);
  *status = error;
  return U_FAILURE(error) ? nullptr : new CICULocaleMatcher{std::move(matcher)};
}

void cicu_localeMatcher_close(CICULocaleMatcher *matcher) { delete matcher; }

const char *cicu_localeMatcher_best(
    const CICULocaleMatcher *matcher, const char *header, int32_t *status) {
  UErrorCode error = U_ZERO_ERROR;
  const Locale *best = matcher->matcher.getBestMatchForListString(header, error);
  *status = error;
  return U_FAILURE(error) || best == nullptr ? nullptr : best->getName();
}
