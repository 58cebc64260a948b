// Prints what ICU and CICUCxx answer in some locales. Scripts/check portability compares the answers
// on another processor, and with `char` signed and unsigned, with those of this machine, which the
// library's tests compare with ICU's own.

#include "CICUCxx.h"
#include "shim.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

static void require(int32_t status, const char *what) {
  if (status <= 0) { return; }
  std::printf("%s: status %d\n", what, static_cast<int>(status));
  std::exit(1);
}

static void print(void *, const uint8_t *bytes, int32_t length, int32_t number) {
  std::printf("  %d:", static_cast<int>(number));
  for (int32_t place = 0; place < length; ++place) { std::printf(" %02x", bytes[place]); }
  std::printf("\n");
}

static void printKeys(const UCollator *collator) {
  for (const char *text : {u8"Zorn", u8"Åberg", u8"Müller", u8"Иван", u8"张三", u8"😀", "\xFF\x80"}) {
    UErrorCode status = U_ZERO_ERROR;
    UChar units[32];
    int32_t length = 0;
    u_strFromUTF8WithSub(
        units, std::size(units), &length, text, -1, 0xFFFD, nullptr, &status);
    uint8_t key[128];
    print(nullptr, key, ucol_getSortKey(collator, units, length, key, sizeof key), length);
  }
}

static void printIndex(const char *locale, const UCollator *collator) {
  int32_t status = 0;
  CICUExemplars *exemplars = cicu_exemplars_open(locale, &status);
  require(status, "exemplars");
  int32_t scripts[16] = {};
  const int32_t count = cicu_exemplars_scripts(exemplars, scripts, 16, &status);
  std::printf(
      "%d %d, %d scripts, first %d\n", cicu_exemplars_areOfLocale(exemplars),
      cicu_exemplars_haveIndex(exemplars), static_cast<int>(count), static_cast<int>(scripts[0]));
  CICUIndexBuilder *builder = cicu_indexBuilder_open(collator, true, &status);
  require(status, "index");
  cicu_indexBuilder_addLabels(builder, exemplars, &status);
  cicu_indexBuilder_build(builder, true, &status, print, print, print, &status);
  require(status, "build");
  cicu_indexBuilder_close(builder);
  cicu_exemplars_close(exemplars);
}

int main() {
  cicu_locale_ensureDefault();
  for (const char *locale :
       {"root", "ar", "cs", "de@collation=phonebook", "el", "hi", "ja", "ko", "ru", "sv", "th", "zh"}) {
    std::printf("%s\n", locale);
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_open(locale, &status);
    require(status, "collator");
    printKeys(collator);
    ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_PRIMARY, &status);
    printIndex(locale, collator);
    ucol_close(collator);
  }
  int32_t status = 0;
  char text[256];
  for (const char *start : {u8"a", u8"α", u8"я", u8"あ"}) {
    cicu_script_ends(start, text, sizeof text, &status);
    std::printf("the script of %s ends with %s\n", start, text);
  }
  for (const char *locale : {"cmn", "iw_IL", "sh"}) {
    cicu_locale_replaceAliases(locale, text, sizeof text, &status);
    std::printf("%s is %s\n", locale, text);
  }
  CICULocaleMatcher *matcher = cicu_localeMatcher_open("sv\nnb\nzh_Hant", &status);
  require(status, "matcher");
  for (const char *header : {"da,no;q=0.8", "zh-TW", "tlh"}) {
    const char *best = cicu_localeMatcher_best(matcher, header, &status);
    std::printf("%s: %s\n", header, best == nullptr ? "none" : best);
  }
  cicu_localeMatcher_close(matcher);
  cicu_memory_watch();
  std::printf("memory is short: %d\n", cicu_memory_isShort());
  require(status, "the last calls");
}
