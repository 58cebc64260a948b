#include "CFaults.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unicode/alphaindex.h>
#include <unicode/localematcher.h>
#include <unicode/tblcoll.h>
#include <unicode/uclean.h>
#include <unicode/ulocdata.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

namespace {

std::atomic<int64_t> allocations{0};
std::atomic<int64_t> bytes{0};
std::atomic<int64_t> firstFailure{0};
std::atomic<bool> failsAfter{false};

/// So much as the library asks for, to know whether memory is short where an allocation has failed.
constexpr size_t large = 1 << 19;

bool fails(size_t size) {
  int64_t number = ++allocations;
  int64_t first = firstFailure;
  bool isBehind = first > 0 && number > first && (failsAfter || size >= large);
  bool fails = number == first || isBehind;
  // As `malloc` does.
  if (fails) { errno = ENOMEM; }
  return fails;
}

void *counted(void *memory) {
  if (memory != nullptr) { bytes += static_cast<int64_t>(malloc_usable_size(memory)); }
  return memory;
}

void *U_CALLCONV allocate(const void *, size_t size) {
  return fails(size) ? nullptr : counted(malloc(size));
}

void *U_CALLCONV reallocate(const void *, void *memory, size_t size) {
  if (fails(size)) { return nullptr; }
  auto before = static_cast<int64_t>(memory == nullptr ? 0 : malloc_usable_size(memory));
  void *moved = realloc(memory, size);
  if (moved != nullptr) { bytes -= before; }
  return counted(moved);
}

void U_CALLCONV release(const void *, void *memory) {
  if (memory == nullptr) { return; }
  bytes -= static_cast<int64_t>(malloc_usable_size(memory));
  free(memory);
}

void tellCrash(int signal) {
  static const char head[] = "crash\n";
  (void)!write(STDOUT_FILENO, head, sizeof head - 1);
  void *frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDOUT_FILENO);
  _exit(128 + signal);
}

}  // namespace

/// Lets the allocations of the library's own C++ fail in their turn among ICU's. Those of Swift's
/// runtime, which ends the process without memory, do not count.
void *operator new(size_t size) {
  Dl_info caller{};
  const bool isOfSwift = dladdr(__builtin_return_address(0), &caller) != 0
      && strstr(caller.dli_fname, "/libswift") != nullptr;
  void *memory = !isOfSwift && fails(size) ? nullptr : malloc(size);
  if (memory == nullptr) { throw std::bad_alloc(); }
  return memory;
}

void operator delete(void *memory) noexcept { free(memory); }
void operator delete(void *memory, size_t) noexcept { free(memory); }

bool faults_install() {
  UErrorCode status = U_ZERO_ERROR;
  u_setMemoryFunctions(nullptr, allocate, reallocate, release, &status);
  // The first call of `backtrace` loads a library, for which a crash is no place.
  void *frame;
  backtrace(&frame, 1);
  return U_SUCCESS(status);
}

void faults_arm(int64_t first, bool andAllAfter) {
  allocations = 0;
  failsAfter = andAllAfter;
  firstFailure = first;
}

int64_t faults_disarm() {
  firstFailure = 0;
  return allocations;
}

int64_t faults_bytesOfICU() { return bytes; }

int64_t faults_residentBytes() {
  malloc_trim(0);
  long long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == nullptr) { return 0; }
  if (fscanf(file, "%lld %lld", &size, &resident) != 2) { resident = 0; }
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

pid_t faults_fork(int32_t *output, uint32_t seconds) {
  int ends[2];
  if (pipe(ends) != 0) { return -1; }
  pid_t child = fork();
  if (child != 0) {
    close(ends[1]);
    *output = ends[0];
    return child;
  }
  dup2(ends[1], STDOUT_FILENO);
  dup2(ends[1], STDERR_FILENO);
  close(ends[0]);
  close(ends[1]);
  static char stack[1 << 16];
  stack_t own{};
  own.ss_sp = stack;
  own.ss_size = sizeof stack;
  sigaltstack(&own, nullptr);
  struct sigaction action{};
  action.sa_handler = tellCrash;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGALRM}) {
    sigaction(signal, &action, nullptr);
  }
  alarm(seconds);
  return 0;
}

bool faults_icuWorks(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Collator> collator(icu::Collator::createInstance(icu::Locale(locale), status));
  std::unique_ptr<icu::Collator> root(
      icu::Collator::createInstance(icu::Locale::getRoot(), status));
  icu::AlphabeticIndex index(icu::Locale(locale), status);
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> built(index.buildImmutableIndex(status));
  icu::LocaleMatcher matcher = icu::LocaleMatcher::Builder()
                                   .addSupportedLocale(icu::Locale("en"))
                                   .addSupportedLocale(icu::Locale(locale))
                                   .build(status);
  matcher.getBestMatchForListString("sv-SE,sv;q=0.9", status);
  icu::Locale alias("cmn@collation=stroke");
  alias.canonicalize(status);
  const char *key = uloc_toUnicodeLocaleKey("collation");
  icu::RuleBasedCollator ruled(u"&a < å <<< Å [optimize [à-ý]]", status);
  icu::LocalULocaleDataPointer data(ulocdata_open(locale, &status));
  icu::UnicodeSet letters;
  ulocdata_getExemplarSet(data.getAlias(), letters.toUSet(), 0, ULOCDATA_ES_INDEX, &status);
  if (U_FAILURE(status) || key == nullptr || strcmp(key, "co") != 0) { return false; }
  if (strcmp(locale, "zh") != 0) { return true; }
  // Root's collator may have no list of the characters before which strings may not be cut, and then
  // compares wrongly.
  const auto bucket = built->getBucket(built->getBucketIndex(u"漢", status));
  if (built->getBucket(1)->getLabel() != u"A" || bucket->getLabel() != u"H") { return false; }
  // ICU may have kept the standard type of Chinese as its default one.
  std::unique_ptr<icu::Collator> pinyin(
      icu::Collator::createInstance(icu::Locale("zh@collation=pinyin"), status));
  return U_SUCCESS(status) && collator->compare(u"漢", u"字", status) == pinyin->compare(u"漢", u"字", status)
      && collator->compare(u"阿", u"字", status) == pinyin->compare(u"阿", u"字", status)
      && collator->compare(u"一", u"丁", status) == pinyin->compare(u"一", u"丁", status);
}

void faults_demangle(const char *symbol, char *name, int32_t capacity) {
  int status = 0;
  std::unique_ptr<char, decltype(&free)> found(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), free);
  strncpy(name, found ? found.get() : symbol, static_cast<size_t>(capacity) - 1);
  name[capacity - 1] = 0;
}
