#include "Entry.hpp"
#include "Exemplars.hpp"
#include "ScriptStarts.hpp"

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/uscript.h>

#include <cstring>
#include <mutex>
#include <utility>

using icu::Collator;
using icu::RuleBasedCollator;
using icu::UnicodeSet;
using icu::UnicodeString;

namespace {

/// Begins the contractions that mark where a script or a group of characters begins.
constexpr char16_t scriptMark = 0xFDD1;

/// The contractions of a collator that begin with a character. ICU takes milliseconds to list
/// contractions: the list of those with one first character is not public API.
std::vector<UnicodeString> contractions(
    const RuleBasedCollator &collator, char16_t first, UErrorCode &status) {
  const Collator *base = &collator;
  UnicodeSet all;
  ucol_getContractionsAndExpansions(
      reinterpret_cast<const UCollator *>(base), all.toUSet(), nullptr, false, &status);
  std::vector<UnicodeString> found;
  icu::UnicodeSetIterator iterator(all);
  while (iterator.next()) {
    UnicodeString text = stringAt(iterator);
    if (text.charAt(0) == first) { found.push_back(text); }
  }
  return found;
}

/// The places of those marks that the collator has.
Places startsOf(
    const std::vector<UnicodeString> &marks, const Collator &primary, UErrorCode &status) {
  const std::string bare = keyOf(UnicodeString(scriptMark), primary, status);
  Places starts;
  starts.all.reserve(marks.size());
  for (const UnicodeString &mark : marks) {
    std::string key = keyOf(mark, primary, status);
    // If the two characters are not a contraction, the key begins with that of the first.
    if (key.compare(0, bare.size(), bare) == 0) { continue; }
    starts.all.push_back({mark, std::move(key), true});
  }
  starts.sort();
  return starts;
}

/// The strings that mark where root's scripts begin: the mark and the sample character of each
/// script. They are in this collator's order, which is nearly that of any other.
std::vector<UnicodeString> scriptMarks(const Collator &primary, UErrorCode &status) {
  std::vector<UnicodeString> marks;
  const int32_t last = u_getIntPropertyMaxValue(UCHAR_SCRIPT);
  for (int32_t script = 0; script <= last; ++script) {
    const UnicodeString sample = uscript_getSampleUnicodeString(static_cast<UScriptCode>(script));
    if (!sample.isEmpty()) {
      marks.push_back(UnicodeString(scriptMark).append(sample.char32At(0)));
    }
  }
  std::sort(marks.begin(), marks.end());
  marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
  const Places starts = startsOf(marks, primary, status);
  marks.clear();
  for (const Place *start : starts.inOrder) { marks.push_back(start->text); }
  return marks;
}

/// A value made once per process and shared by all indexes. After an allocation failure it is not
/// kept.
template <typename Value>
class Kept {
public:
  template <typename Make>
  std::shared_ptr<const Value> value(UErrorCode &status, Make make) {
    std::lock_guard<std::mutex> lock(making);
    if (kept) { return kept; }
    auto made = std::make_shared<const Value>(make());
    if (U_SUCCESS(status) && !cicu_memory_isShort()) { kept = made; }
    return made;
  }

private:
  std::mutex making;
  std::shared_ptr<const Value> kept;
};

}  // namespace

std::string keyOf(const UnicodeString &text, const Collator &primary, UErrorCode &status) {
  uint8_t buffer[64];
  const int32_t length = primary.getSortKey(text, buffer, sizeof buffer);
  // Even the empty string has a longer key, so an allocation has failed.
  if (length == 0) {
    status = U_MEMORY_ALLOCATION_ERROR;
    return {};
  }
  std::string key(reinterpret_cast<char *>(buffer), std::min<size_t>(length, sizeof buffer));
  if (static_cast<size_t>(length) > sizeof buffer) {
    key.resize(length);
    primary.getSortKey(text, reinterpret_cast<uint8_t *>(&key[0]), length);
  }
  key.pop_back();
  return key;
}

std::shared_ptr<const Places> scriptStarts(const RuleBasedCollator &primary, UErrorCode &status) {
  // Rules may add marks of their own.
  if (primary.getRules().indexOf(scriptMark) >= 0) {
    const auto marks = contractions(primary, scriptMark, status);
    return std::make_shared<const Places>(startsOf(marks, primary, status));
  }
  UErrorCode overflow = U_ZERO_ERROR;
  std::vector<int32_t> codes(primary.getReorderCodes(nullptr, 0, overflow));
  primary.getReorderCodes(codes.data(), static_cast<int32_t>(codes.size()), status);
  const bool movesGroups = std::any_of(codes.begin(), codes.end(), [](int32_t code) {
    return code >= UCOL_REORDER_CODE_FIRST;
  });
  static Kept<std::vector<UnicodeString>> scripts, scriptsAndGroups;
  // Groups have no sample characters.
  const auto marks = movesGroups
      ? scriptsAndGroups.value(status, [&] { return contractions(primary, scriptMark, status); })
      : scripts.value(status, [&] { return scriptMarks(primary, status); });
  auto starts = [&] { return startsOf(*marks, primary, status); };
  if (!codes.empty()) { return std::make_shared<const Places>(starts()); }
  static Kept<Places> inRootOrder;
  return inRootOrder.value(status, starts);
}

int32_t cicu_script_ends(const char *text, char *ends, int32_t capacity, int32_t *status) {
  int32_t length = 0;
  *status = statusOf([&](UErrorCode &error) {
    std::unique_ptr<Collator> root(Collator::createInstance(icu::Locale::getRoot(), error));
    const auto rules = dynamic_cast<RuleBasedCollator *>(root.get());
    if (U_FAILURE(error) || rules == nullptr) { return; }
    rules->setStrength(Collator::PRIMARY);
    const auto starts = scriptStarts(*rules, error);
    const std::string key = keyOf(UnicodeString::fromUTF8(text), *rules, error);
    const auto next = std::upper_bound(
        starts->inOrder.begin(), starts->inOrder.end(), key,
        [](const std::string &key, const Place *start) { return key < start->key; });
    if (U_FAILURE(error) || next == starts->inOrder.begin() || next == starts->inOrder.end()) {
      return;
    }
    const Place &start = **std::prev(next);
    const UScriptCode script = uscript_getScript(start.text.char32At(1), &error);
    UnicodeString last;
    std::string lastKey;
    for (UChar32 c = 0; c < 0x20000 && U_SUCCESS(error); ++c) {
      const UScriptCode own = uscript_getScript(c, &error);
      // A character that decomposes has the weights of others.
      if ((own != script && own != USCRIPT_COMMON)
          || u_getIntPropertyValue(c, UCHAR_DECOMPOSITION_TYPE) != U_DT_NONE) {
        continue;
      }
      const std::string key = keyOf(UnicodeString(c), *rules, error);
      if (key <= start.key || key >= (*next)->key || key < lastKey) { continue; }
      if (key > lastKey) { last.remove(); }
      last.append(c);
      lastKey = key;
    }
    std::string bytes;
    UnicodeString(start.text).append(last).toUTF8String(bytes);
    length = static_cast<int32_t>(bytes.size());
    if (length < capacity) { std::memcpy(ends, bytes.c_str(), length + 1); }
  });
  return length;
}
