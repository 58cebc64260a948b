#include "CICUCxx.h"
#include "Entry.hpp"

#include <unicode/localematcher.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

using icu::Locale;
using icu::LocaleMatcher;

struct CICULocaleMatcher {
  LocaleMatcher matcher;
};

CICULocaleMatcher *cicu_localeMatcher_open(const char *locales, int32_t *status) {
  std::unique_ptr<CICULocaleMatcher> result;
  *status = statusOf([&](UErrorCode &error) {
    LocaleMatcher::Builder builder;
    // Otherwise the first locale would suit every header.
    builder.setNoDefaultLocale();
    const std::string lines(locales);
    for (size_t start = 0; start < lines.size();) {
      const size_t end = std::min(lines.find('\n', start), lines.size());
      const Locale locale(lines.substr(start, end - start).c_str());
      start = end + 1;
      // A locale whose allocation failed is bogus: it has the name of root.
      if (locale.isBogus()) { error = U_MEMORY_ALLOCATION_ERROR; }
      builder.addSupportedLocale(locale);
    }
    LocaleMatcher matcher = builder.build(error);
    if (U_SUCCESS(error)) { result.reset(new CICULocaleMatcher{std::move(matcher)}); }
  });
  return U_SUCCESS(static_cast<UErrorCode>(*status)) ? result.release() : nullptr;
}

void cicu_localeMatcher_close(CICULocaleMatcher *matcher) { delete matcher; }

const char *cicu_localeMatcher_best(
    const CICULocaleMatcher *matcher, const char *header, int32_t *status) {
  const Locale *best = nullptr;
  *status = statusOf([&](UErrorCode &error) {
    best = matcher->matcher.getBestMatchForListString(header, error);
    if (U_FAILURE(error)) { best = nullptr; }
  });
  return best == nullptr ? nullptr : best->getName();
}
