/* Localized order, sections and keys of names: the C interface of the Swift library Collation.
 *
 * Open a collation once; any number of threads may use it at once. Every call accepts any bytes.
 * Each ill-formed sequence of UTF-8 collates as U+FFFD. Only the first 134,217,728 bytes of a name
 * collate. Passing null where a call needs a pointer is an error, or gives the result that the call
 * states. No call ends the process because of its arguments. The process ends when the machine runs
 * out of memory, as in Swift.
 *
 * If a process forks while one of its threads is in a call, the child must not call these
 * functions: a thread that does not exist in the child may hold a lock.
 *
 * Function names, error numbers and struct members stay the same in later versions. New ones may be
 * added. */
#ifndef COLLATION_H
#define COLLATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arrow's C data interface: the two structs of its specification, under its own guard, so other
 * headers may define them too. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* An open collation. */
typedef struct collation collation;

/* What a call that may fail returns. */
enum {
  COLLATION_OK = 0,
  /* A pointer is null, or a number is out of its range. */
  COLLATION_INVALID_ARGUMENT = 1,
  /* An option has an unknown name or a value that it does not take. */
  COLLATION_INVALID_OPTION = 2,
  /* The locale is malformed, or asks for something that ICU does not have. */
  COLLATION_INVALID_LOCALE = 3,
  /* The rules do not parse, or stand for more than ICU can build in a moment. */
  COLLATION_INVALID_RULES = 4,
  /* No list can have these labels, sections or filing rules. */
  COLLATION_INVALID_LAYOUT = 5,
  /* ICU failed for a reason of its own, such as missing data or memory. */
  COLLATION_ICU_FAILURE = 6,
  /* The array does not hold names, or violates Arrow's specification. */
  COLLATION_INVALID_ARRAY = 7,
  /* The keys take 2 GiB or more, which 32-bit offsets cannot count. */
  COLLATION_TOO_LARGE = 8
};

/* Why a call failed. */
typedef struct collation_error {
  /* One of the error numbers above. */
  int32_t code;
  /* One line of UTF-8 that says what was asked for, what ICU said and what was expected, ending in
   * NUL. A longer line is cut between two characters. */
  char message[1020];
} collation_error;

/* Opens a collation.
 *
 * locale: a BCP 47 tag (zh-u-co-stroke) or an ICU identifier (sv_SE); null or empty for root.
 * options: texts of the form NAME=VALUE, with the names and values of the options of the command
 *   `collate`: strength, numeric, case-first, case-level, alternate, max-variable, backwards,
 *   normalization, reorder; layout, script-order, catch-all, catch-all-title, labels-from, label,
 *   title, index-text, digits-section, ideographs-section, emoji-section, group, reverse; articles,
 *   skip-punctuation, romanize, romanize-all, han-readings. A flag of the command is true or false
 *   here: numeric=true. label, title, index-text and group may be repeated. Of any other option
 *   the last one counts. rules=TEXT gives collation rules in place of a locale. May be null
 *   if there are no options.
 * option_count: the number of these texts.
 * result: receives the collation, to be closed by collation_close, or null.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, or the number of the error. */
int32_t collation_open(const char *locale, const char *const *options, int32_t option_count,
                       collation **result, collation_error *error);

/* Closes a collation, which no call may use afterwards. Does nothing for null. */
void collation_close(collation *);

/* The text that identifies the order and the sections. Compare keys only if their stamps are equal.
 * The bytes stay valid until the collation is closed. */
const char *collation_stamp(const collation *);

/* The number of sections; 0 for null. */
int32_t collation_section_count(const collation *);

/* The title of a section, its text at the side of the list, and its kind: normal, digits,
 * ideographs, emoji, catchAll, underflow, inflow or overflow. Null if no section has the number.
 * The bytes stay valid until the collation is closed. */
const char *collation_title(const collation *, int32_t section);
const char *collation_index_title(const collation *, int32_t section);
const char *collation_section_kind(const collation *, int32_t section);

/* The labels, asked for or of the locale, that did not become titles, by number from 0; null past
 * the last one. The bytes stay valid until the collation is closed. */
const char *collation_dropped_label(const collation *, int32_t number);

/* The section number of a name of `length` bytes of UTF-8; -1 if the collation or the name is null,
 * or the length is negative. `name` may be null if it has no bytes. */
int32_t collation_section(const collation *, const char *name, int64_t length);

/* Writes the list key of a name: bytes whose order is that of the list. The first two bytes are
 * the section number, the high byte first.
 *
 * name, length: the name, of so many bytes of UTF-8.
 * key, capacity: where to write, and how many bytes fit there. `key` may be null if that is 0.
 *
 * Returns the length of the key in bytes. Writes nothing if that is more than `capacity`. Returns
 * -1 if the collation or the name is null, the length is negative, or `key` is null and the
 * capacity more than 0. */
int64_t collation_list_key(const collation *, const char *name, int64_t length, uint8_t *key,
                              int64_t capacity);

/* Makes the list keys of many names, and their section numbers.
 *
 * names_schema, names: an array of utf8, large_utf8, binary or large_binary (u, U, z, Z). It may
 *   have an offset and nulls. The caller keeps both structs and releases them. Names are read in
 *   place unless filing rules change them.
 * keys_schema, keys: receive an array of binary if the names have 32-bit offsets, of large_binary
 *   if they have 64-bit offsets. A null has no key.
 * sections_schema, sections: receive an array of int32 with the section numbers, null where the
 *   names are. Both may be null.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * The caller releases the arrays that it receives, even after closing the collation. If the call
 * fails, the structs that it would have filled are marked as released. Pass no struct for two
 * arguments. */
int32_t collation_list_keys(const collation *, const struct ArrowSchema *names_schema,
                               const struct ArrowArray *names, struct ArrowSchema *keys_schema,
                               struct ArrowArray *keys, struct ArrowSchema *sections_schema,
                               struct ArrowArray *sections, collation_error *error);

/* Finds the section numbers of many names, without keys. The arguments are those of
 * collation_list_keys. */
int32_t collation_sections(const collation *, const struct ArrowSchema *names_schema,
                           const struct ArrowArray *names, struct ArrowSchema *sections_schema,
                           struct ArrowArray *sections, collation_error *error);

#ifdef __cplusplus
}
#endif

#endif
