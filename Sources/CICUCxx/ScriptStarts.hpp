#ifndef CICUCXX_SCRIPTSTARTS_HPP
#define CICUCXX_SCRIPTSTARTS_HPP

#include <unicode/tblcoll.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

/// A string at which a bucket may begin.
struct Place {
  icu::UnicodeString text;
  /// The sort key at primary strength, without its closing zero byte.
  std::string key;
  bool isScriptStart;
  /// The bucket of the label, if the string is a label or the end of one; else -1.
  int32_t bucket = -1;
};

/// Returns the key of a string by a collator of primary strength.
std::string keyOf(const icu::UnicodeString &text, const icu::Collator &primary, UErrorCode &status);

/// Places and their order.
struct Places {
  std::vector<Place> all;
  std::vector<const Place *> inOrder;

  Places() = default;
  Places(Places &&) = default;

  static bool comesBefore(const Place *left, const Place *right) { return left->key < right->key; }

  /// Sorts by insertion, since most places are in order already.
  void sort() {
    inOrder.reserve(all.size());
    for (const Place &place : all) {
      const bool isLast = inOrder.empty() || !comesBefore(&place, inOrder.back());
      inOrder.insert(
          isLast ? inOrder.end()
                 : std::upper_bound(inOrder.begin(), inOrder.end(), &place, comesBefore),
          &place);
    }
  }
};

/// Where scripts begin in the order of a collator of primary strength, and where groups of
/// characters begin if the collator moves any.
std::shared_ptr<const Places> scriptStarts(
    const icu::RuleBasedCollator &primary, UErrorCode &status);

#endif
