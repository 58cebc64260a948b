#include "ICU4CIndex.hpp"

#include <unicode/uniset.h>
#include <unicode/usetiter.h>

#include <algorithm>
#include <chrono>

std::unique_ptr<icu::Collator> openCollator(
    const icu::Locale &locale, bool normalizes, UErrorCode &status) {
  std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(locale, status));
  if (U_SUCCESS(status) && normalizes) {
    collator->setAttribute(UCOL_NORMALIZATION_MODE, UCOL_ON, status);
  }
  return collator;
}

std::unique_ptr<icu::AlphabeticIndex> openAlphabeticIndex(
    const icu::Locale &locale, std::unique_ptr<icu::Collator> collator, UErrorCode &status) {
  // An index that is opened with a locale has a collator of its own, which may not normalize.
  auto index = std::make_unique<icu::AlphabeticIndex>(
      static_cast<icu::RuleBasedCollator *>(collator.release()), status);
  index->addLabels(locale, status);
  index->addLabels(icu::Locale::getEnglish(), status);
  return index;
}

namespace {

bool openIndex(const char *name, bool normalizes, ICU4CIndex &result, UErrorCode &status) {
  const icu::Locale locale(name);
  result.collator = openCollator(locale, normalizes, status);
  if (U_FAILURE(status)) { return false; }
  std::unique_ptr<icu::Collator> copy(result.collator->clone());
  const auto index = openAlphabeticIndex(locale, std::move(copy), status);
  result.buckets.reset(index->buildImmutableIndex(status));
  return U_SUCCESS(status);
}

/// ICU does not tell where its buckets begin. It is asked for the bucket of each string at which
/// one may begin: a label, what follows all that begins with a label, and what tailorings mark
/// groups with.
std::vector<icu::UnicodeString> possibleBoundaries(
    const ICU4CIndex &index, UErrorCode &status) {
  std::vector<icu::UnicodeString> texts = {icu::UnicodeString()};
  for (int32_t i = 0; i < index.buckets->getBucketCount(); ++i) {
    const icu::UnicodeString &label = index.buckets->getBucket(i)->getLabel();
    texts.push_back(label);
    texts.push_back(icu::UnicodeString(label).append(UChar(0xFFFF)));
  }
  icu::UnicodeSet contractions;
  ucol_getContractionsAndExpansions(
      index.collator->toUCollator(), contractions.toUSet(), nullptr, false, &status);
  icu::UnicodeSetIterator iterator(contractions);
  while (iterator.next()) {
    const icu::UnicodeString &text = iterator.getString();
    if (text.length() > 1 && (text.charAt(0) == 0xFDD0 || text.charAt(0) == 0xFDD1)) {
      texts.push_back(text);
    }
  }
  return texts;
}

}  // namespace

ICU4CIndex *icu4c_open(const char *locale, bool normalizes) {
  UErrorCode status = U_ZERO_ERROR;
  auto result = std::make_unique<ICU4CIndex>();
  if (!openIndex(locale, normalizes, *result, status)) { return nullptr; }
  result->primary.reset(result->collator->clone());
  result->primary->setStrength(icu::Collator::PRIMARY);
  std::vector<ICU4CIndex::Boundary> all;
  for (const icu::UnicodeString &text : possibleBoundaries(*result, status)) {
    uint8_t key[256];
    const int32_t length = result->primary->getSortKey(text, key, sizeof key);
    if (length < 1 || length > int32_t(sizeof key)) { continue; }
    std::string utf8;
    text.toUTF8String(utf8);
    all.push_back(
        {std::string(reinterpret_cast<char *>(key), length - 1), utf8,
         uint32_t(result->buckets->getBucketIndex(text, status))});
  }
  std::stable_sort(all.begin(), all.end(), [](const auto &left, const auto &right) {
    return left.key < right.key;
  });
  for (const ICU4CIndex::Boundary &boundary : all) {
    if (result->boundaries.empty() || result->boundaries.back().bucket != boundary.bucket) {
      result->boundaries.push_back(boundary);
    }
  }
  return U_SUCCESS(status) ? result.release() : nullptr;
}

void icu4c_close(ICU4CIndex *index) { delete index; }

int64_t icu4c_range_count(const ICU4CIndex *index) { return int64_t(index->boundaries.size()); }

const char *icu4c_version(void) { return U_ICU_VERSION; }

int64_t icu4c_time_opening(const char *locale) {
  const auto start = std::chrono::steady_clock::now();
  UErrorCode status = U_ZERO_ERROR;
  ICU4CIndex index;
  if (!openIndex(locale, true, index, status)) { return -1; }
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}
