#include "Entry.hpp"
#include "Exemplars.hpp"

#include <unicode/ulocdata.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <memory>

using icu::UnicodeSet;

CICUExemplars *cicu_exemplars_open(const char *locale, int32_t *status) {
  std::unique_ptr<CICUExemplars> exemplars;
  *status = statusOf([&](UErrorCode &error) {
    exemplars.reset(new CICUExemplars{icu::Locale::createFromName(locale), false, {}});
    if (exemplars->locale.isBogus()) { throw std::bad_alloc(); }
    UErrorCode missing = U_ZERO_ERROR;
    icu::LocalULocaleDataPointer data(ulocdata_open(locale, &missing));
    exemplars->areOfLocale = U_SUCCESS(missing) && missing != U_USING_DEFAULT_WARNING;
    ulocdata_getExemplarSet(
        data.getAlias(), exemplars->index.toUSet(), 0, ULOCDATA_ES_INDEX, &missing);
    if (missing == U_MEMORY_ALLOCATION_ERROR) { error = missing; }
    if (U_FAILURE(missing)) { exemplars->index.clear(); }
  });
  return U_SUCCESS(static_cast<UErrorCode>(*status)) ? exemplars.release() : nullptr;
}

void cicu_exemplars_close(CICUExemplars *exemplars) { delete exemplars; }

bool cicu_exemplars_areOfLocale(const CICUExemplars *exemplars) { return exemplars->areOfLocale; }

bool cicu_exemplars_haveIndex(const CICUExemplars *exemplars) {
  return !exemplars->index.isEmpty();
}

int32_t cicu_exemplars_scripts(
    const CICUExemplars *exemplars, int32_t *scripts, int32_t capacity, int32_t *status) {
  int32_t count = 0;
  *status = statusOf([&](UErrorCode &error) {
    UnicodeSet letters(exemplars->index);
    if (letters.isEmpty()) {
      icu::LocalULocaleDataPointer data(ulocdata_open(exemplars->locale.getName(), &error));
      ulocdata_getExemplarSet(data.getAlias(), letters.toUSet(), 0, ULOCDATA_ES_STANDARD, &error);
    }
    icu::UnicodeSetIterator iterator(letters);
    while (U_SUCCESS(error) && iterator.next() && count < capacity) {
      // A label's script is that of its first letter.
      const UScriptCode script = uscript_getScript(stringAt(iterator).char32At(0), &error);
      if (script == USCRIPT_COMMON || script == USCRIPT_INHERITED) { continue; }
      const bool isNew = std::find(scripts, scripts + count, script) == scripts + count;
      if (isNew) { scripts[count++] = script; }
    }
  });
  return count;
}
