/* Localized order, sections and keys of names, as the Swift library Collation has them.
 *
 * A collation is opened once and may be used by any number of threads at once. Every call takes any
 * bytes. Each ill-formed sequence of UTF-8 collates as U+FFFD. Of a name that is longer than
 * 134,217,727 bytes only the beginning collates. A null pointer where a call needs one is an error,
 * or gives the result that the call states. No call ends the process because of its arguments. The
 * process ends where the machine has no memory left, as in Swift.
 *
 * A process that forks while one of its threads is in a call must not call these functions in the
 * child: a lock may be held there by a thread that the child does not have.
 *
 * The names of functions, the numbers of errors and the members of structs stay as they are in later
 * versions. More may come. */
#ifndef COLLATION_H
#define COLLATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Arrow's C data interface: the two structs as its specification has them, under its own guard, so
 * that other headers may have them too. */
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

/* A collation that is open. */
typedef struct collation collation;

/* What a call that may fail returns. */
enum {
  COLLATION_OK = 0,
  /* A pointer is null, or a number is out of its range. */
  COLLATION_INVALID_ARGUMENT = 1,
  /* There is no option of a name, or the option does not take a value. */
  COLLATION_INVALID_OPTION = 2,
  /* The locale is malformed, or asks for what ICU does not have. */
  COLLATION_INVALID_LOCALE = 3,
  /* The rules do not parse, or stand for more than ICU can build in a moment. */
  COLLATION_INVALID_RULES = 4,
  /* No list can have such labels, sections or filing rules. */
  COLLATION_INVALID_LAYOUT = 5,
  /* ICU failed for a reason of its own, such as missing data or memory. */
  COLLATION_ICU_FAILURE = 6,
  /* The array has no names, or is not as Arrow's specification says. */
  COLLATION_INVALID_ARRAY = 7,
  /* The keys take 2 GiB or more, which 32-bit offsets cannot count. */
  COLLATION_TOO_LARGE = 8
};

/* Why a call failed. */
typedef struct collation_error {
  /* One of the numbers above. */
  int32_t code;
  /* One line of UTF-8 that says what was asked, what ICU said and what was expected. A line that is
   * longer is cut between two characters. Ends in NUL. */
  char message[1020];
} collation_error;

/* Opens a collation.
 *
 * locale: a BCP 47 tag (zh-u-co-stroke) or an ICU identifier (sv_SE); null or empty for root's.
 * options: texts NAME=VALUE, with the names and values that the options of the command `collate`
 *   have: strength, numeric, case-first, case-level, alternate, max-variable, backwards,
 *   normalization, reorder; layout, script-order, catch-all, catch-all-title, labels-from, label,
 *   title, index-text, digits-section, kanji-section, emoji-section, group, reverse; articles,
 *   skip-punctuation, romanize, romanize-all, han-readings. What is on or off for the command is
 *   true or false here: numeric=true. label, title, index-text and group may stand several times.
 *   Of another option the last one counts. rules=TEXT gives collation rules in place of a locale.
 *   May be null if there are none.
 * result: gets the collation, which collation_close closes, or null.
 * error: gets the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, or the number of the error. */
int32_t collation_open(const char *locale, const char *const *options, int32_t option_count,
                       collation **result, collation_error *error);

/* Closes a collation, which no call may use any more. Nothing is done for null. */
void collation_close(collation *);

/* A text that names the order and the sections. Keys may be compared only if their stamps are equal.
 * The bytes hold until the collation is closed. */
const char *collation_stamp(const collation *);

/* The number of sections; 0 for null. */
int32_t collation_section_count(const collation *);

/* The title of a section, the text at the side of the list, and the kind: normal, digits,
 * ideographs, emoji, catchAll, underflow, inflow or overflow. Null for a number that no section
 * has. The bytes hold until the collation is closed. */
const char *collation_title(const collation *, int32_t section);
const char *collation_index_title(const collation *, int32_t section);
const char *collation_section_kind(const collation *, int32_t section);

/* The labels that were asked for, or that the locale has, and that are no titles, by their number
 * from 0; null behind the last one. The bytes hold until the collation is closed. */
const char *collation_dropped_label(const collation *, int32_t number);

/* The number of the section of a name of `length` bytes of UTF-8; -1 where the collation or the
 * name is null, or the length negative. The name may be null if it has no bytes. */
int32_t collation_section(const collation *, const char *name, int64_t length);

/* Writes the list key of a name: bytes whose order is that of the list. The first two bytes are
 * the number of the section, the higher one first.
 *
 * Returns the number of bytes that the key has. Nothing is written if that is more than `capacity`.
 * Returns -1 where the collation or the name is null, the length negative, or `key` null with a
 * capacity that is more than 0. */
int64_t collation_list_key(const collation *, const char *name, int64_t length, uint8_t *key,
                              int64_t capacity);

/* The list keys of many names, and the numbers of their sections.
 *
 * names_schema, names: an array of utf8, large_utf8, binary or large_binary (u, U, z, Z). It may
 *   have an offset and nulls. Both structs stay the caller's, who releases them. No name is copied
 *   unless filing rules change it.
 * keys_schema, keys: get an array of binary if the offsets of the names have 32 bits, of
 *   large_binary if they have 64. A null has no key.
 * sections_schema, sections: get an array of int32 with the numbers of the sections, null where the
 *   names are. Both may be null.
 *
 * The caller releases what it gets, also after the collation is closed. If the call fails, the
 * structs that it would have filled are marked as released. Each struct stands for one argument. */
int32_t collation_list_keys(const collation *, const struct ArrowSchema *names_schema,
                               const struct ArrowArray *names, struct ArrowSchema *keys_schema,
                               struct ArrowArray *keys, struct ArrowSchema *sections_schema,
                               struct ArrowArray *sections, collation_error *error);

/* Only the numbers of the sections of many names. The arguments are those of
 * collation_list_keys. */
int32_t collation_sections(const collation *, const struct ArrowSchema *names_schema,
                           const struct ArrowArray *names, struct ArrowSchema *sections_schema,
                           struct ArrowArray *sections, collation_error *error);

#ifdef __cplusplus
}
#endif

#endif
