// What Swift cannot do itself: memory functions of ICU and an `operator new` that fail when they are
// told to, and a child process that says where it crashed.

#ifndef CFAULTS_H
#define CFAULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Gives ICU memory functions that can fail: `u_setMemoryFunctions`. It has to be the first call of ICU
/// in the process. `operator new` needs no call.
bool faults_install(void);
/// Lets the `first`-th allocation from now on fail, of those of ICU and by `new`, counted from 1, and,
/// with `andAllAfter`, all that follow it.
void faults_arm(int64_t first, bool andAllAfter);
/// Lets no more allocations fail; returns how many there were since they were armed.
int64_t faults_disarm(void);
/// The bytes that ICU holds now.
int64_t faults_bytesOfICU(void);
/// The bytes of memory that the process holds, without what `malloc` keeps free at its end.
int64_t faults_residentBytes(void);

/// `fork`. The child's standard output and standard error go to a pipe that the parent gets. The child
/// writes the call stack of a crash there, and ends itself after some seconds.
pid_t faults_fork(int32_t *_Nonnull output, uint32_t seconds);
/// Whether ICU itself still opens the collator of a locale, its index and a matcher, in this process.
bool faults_icuWorks(const char *_Nonnull locale);
/// The name of a C++ function in a line of `backtrace_symbols_fd`, as in the source.
void faults_demangle(const char *_Nonnull symbol, char *_Nonnull name, int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
