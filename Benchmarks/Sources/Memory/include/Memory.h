// What glibc's allocator does with memory that is free, which Swift cannot tell it.

#ifndef MEMORY_H
#define MEMORY_H

/// Fixes from which size on memory is taken from the system and given back at once, so that a peak
/// holds what was in use and not what was kept for later.
void memory_release_eagerly(void);
/// Gives all unused memory back to the system.
void memory_trim(void);

#endif
