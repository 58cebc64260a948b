#include "Memory.h"

#include <malloc.h>

void memory_release_eagerly(void) {
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

void memory_trim(void) { malloc_trim(0); }
