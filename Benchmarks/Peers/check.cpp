// Counts the positions of a sorted file at which this ICU has another name. Names that ICU takes for equal may
// stand in either order.
//
// check NAMES SORTED LOCALE

#include <unicode/coll.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

static std::vector<std::string> lines(const char *path) {
  std::ifstream input(path);
  std::vector<std::string> result;
  for (std::string line; std::getline(input, line);) { result.push_back(line); }
  return result;
}

int main(int, char **arguments) {
  std::vector<std::string> names = lines(arguments[1]), sorted = lines(arguments[2]);
  UErrorCode status = U_ZERO_ERROR;
  icu::Collator *collator = icu::Collator::createInstance(icu::Locale(arguments[3]), status);
  std::vector<std::string> keys;
  std::vector<uint8_t> buffer(1 << 16);
  for (const std::string &name : sorted) {
    const int32_t length =
        collator->getSortKey(icu::UnicodeString::fromUTF8(name), buffer.data(), int32_t(buffer.size()));
    keys.emplace_back(buffer.begin(), buffer.begin() + length);
  }
  std::vector<std::string> expected = keys;
  std::sort(expected.begin(), expected.end());
  int differ = 0;
  for (size_t i = 0; i < keys.size(); ++i) { differ += keys[i] != expected[i]; }
  std::sort(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  if (names != sorted) {
    std::fprintf(stderr, "%s has other names than %s\n", arguments[2], arguments[1]);
    return 1;
  }
  std::printf("%d\n", differ);
}
