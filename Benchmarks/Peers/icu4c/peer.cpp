// ICU4C, in the best ways that Sources/ICU4C knows, and as collperf calls it: with UTF-16 made beforehand.
// Its collator has ICU's own settings, so normalization is off unless the locale turns it on, or a fifth argument
// does: then it is the library's collator.

#include "../../Sources/ICU4C/ICU4CIndex.hpp"

#include <unicode/ulocdata.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>

using Work = std::function<void()>;

/// The processor time of this process, which other processes change little.
static double nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

int main(int count_of_arguments, char **arguments) {
  std::ifstream input(arguments[1]);
  const std::string text{std::istreambuf_iterator<char>(input), {}};
  const char *locale = arguments[2];
  const int repetitions = std::atoi(arguments[4]);

  std::string bytes;
  std::vector<int64_t> offsets = {0};
  std::vector<std::u16string> strings;
  for (size_t start = 0, end; (end = text.find('\n', start)) != text.npos; start = end + 1) {
    bytes.append(text, start, end - start);
    offsets.push_back(int64_t(bytes.size()));
    const auto utf16 = icu::UnicodeString::fromUTF8(text.substr(start, end - start));
    strings.emplace_back(utf16.getBuffer(), utf16.length());
  }
  const auto count = int64_t(strings.size());
  const ICU4CNames names = {reinterpret_cast<const uint8_t *>(bytes.data()), offsets.data(), count};
  const int64_t searches = std::min<int64_t>(count, 20000);

  ICU4CIndex *index = icu4c_open(locale);
  UErrorCode status = U_ZERO_ERROR;
  const auto normalization = count_of_arguments > 5 ? UCOL_ON : UCOL_DEFAULT;
  index->collator->setAttribute(UCOL_NORMALIZATION_MODE, normalization, status);
  index->primary->setAttribute(UCOL_NORMALIZATION_MODE, normalization, status);
  const UCollator *collator = index->collator->toUCollator();
  const auto isLess = [&](const std::u16string &left, const std::u16string &right) {
    return ucol_strcoll(collator, left.data(), int32_t(left.size()), right.data(),
                        int32_t(right.size())) == UCOL_LESS;
  };

  std::vector<uint32_t> input_order(count), order(count), buckets(count);
  std::iota(input_order.begin(), input_order.end(), 0);
  icu4c_sort_by_keys(index, names, order.data());
  std::vector<std::u16string> sorted;
  for (uint32_t number : order) { sorted.push_back(strings[number]); }
  std::vector<uint8_t> keys(bytes.size() * 6 + 65536);
  size_t key_bytes = 0;
  int64_t sum = 0;

  // The fastest of all repetitions and of all ways; the first run of each is not counted.
  const auto report = [&](const char *name, int64_t calls, std::vector<std::pair<const char *, Work>> ways) {
    double best = 1e300;
    const char *how = "";
    for (auto &[title, work] : ways) {
      for (int repetition = 0; repetition <= repetitions; ++repetition) {
        const double start = nanoseconds();
        work();
        const double time = (nanoseconds() - start) / double(calls);
        if (repetition > 0 && time < best) { best = time, how = title; }
      }
    }
    std::printf("\"%s\": {\"ns\": %.2f, \"how\": \"%s\"}, ", name, best, how);
  };

  UVersionInfo cldr;
  ulocdata_getCLDRVersion(cldr, &status);
  std::printf("{\"version\": \"%s\", \"cldr\": \"%d\", ", U_ICU_VERSION, cldr[0]);
  report("compare", count - 1, {
    {"ucol_strcollUTF8", [&] { sum += icu4c_compare_neighbours(index, names, input_order.data()); }},
    {"ucol_strcoll", [&] { for (int64_t i = 0; i + 1 < count; ++i) { sum += isLess(strings[i], strings[i + 1]); } }},
  });
  report("key", count, {{"ucol_getSortKey", [&] {
    key_bytes = 0;
    for (const std::u16string &name : strings) {
      // Without the NUL at its end.
      key_bytes += ucol_getSortKey(collator, name.data(), int32_t(name.size()), keys.data() + key_bytes,
                                   int32_t(keys.size() - key_bytes)) - 1;
    }
  }}});
  report("sort", count, {
    {"ucol_getSortKey, radix sort", [&] { icu4c_sort_by_keys(index, names, order.data()); }},
    {"ucol_strcollUTF8, std::stable_sort", [&] { icu4c_sort_by_comparing(index, names, order.data()); }},
  });
  report("search", searches, {
    {"ucol_strcollUTF8", [&] { sum += icu4c_find_positions(index, names, order.data(), searches); }},
    {"ucol_strcoll", [&] {
      for (int64_t i = 0; i < searches; ++i) {
        sum += std::lower_bound(sorted.begin(), sorted.end(), strings[i], isLess) - sorted.begin();
      }
    }},
  });
  report("section", count, {
    {"ImmutableIndex::getBucketIndex", [&] { icu4c_section_by_index(index, names, buckets.data()); }},
    {"primary ucol_getSortKey, binary search", [&] { icu4c_section_by_keys(index, names, buckets.data()); }},
  });
  std::printf("\"keyBytes\": %zu, \"sum\": %lld}\n", key_bytes, static_cast<long long>(sum));

  std::ofstream output(arguments[3]);
  for (uint32_t number : order) {
    output.write(bytes.data() + offsets[number], offsets[number + 1] - offsets[number]) << '\n';
  }
}
