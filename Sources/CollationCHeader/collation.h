/* Localized order, sections and keys of names: the C interface of the Swift library Collation.
 *
 * Open a collation once; any number of threads may use it at once. Names may be any bytes.
 * Each ill-formed sequence of UTF-8 collates as U+FFFD. Only the first 134,217,728 bytes of a name
 * collate, or 4,194,304 under custom rules. Passing null where a call needs a pointer is an error,
 * or has the result that the call documents. No call ends the process because of its arguments. The
 * process ends when the machine runs out of memory, as in Swift.
 *
 * If a process forks while one of its threads is in a call, the child must not call these
 * functions: a thread that no longer exists in the child may hold a lock.
 *
 * Function names, error numbers and struct members stay the same in later versions. New ones may be
 * added. */
#ifndef COLLATION_H
#define COLLATION_H

#include <stdint.h>

/* The version of the library that this header belongs to. */
#define COLLATION_VERSION_MAJOR 0
#define COLLATION_VERSION_MINOR 1
#define COLLATION_VERSION_PATCH 0

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

/* The versions of the library that the program runs with, such as "0.1.0", or "0.1.0-dev" before its
 * release, and of its ICU, such as "72.1". */
const char *collation_version(void);
const char *collation_icu_version(void);

/* An open collation. */
typedef struct collation collation;

/* What calls that may fail return. */
enum {
  COLLATION_OK = 0,
  /* A pointer is null, a number is out of range, a locale or an option is not UTF-8, a stamp
   * cannot be read, or a query is too long. */
  COLLATION_INVALID_ARGUMENT = 1,
  /* An option has an unknown name, or a value that it does not accept. */
  COLLATION_INVALID_OPTION = 2,
  /* The locale is malformed, or requests something that ICU does not have. */
  COLLATION_INVALID_LOCALE = 3,
  /* The rules do not parse, or expand to more than ICU can build quickly. */
  COLLATION_INVALID_RULES = 4,
  /* No list can have these labels, sections or filing rules. */
  COLLATION_INVALID_LAYOUT = 5,
  /* ICU failed for a reason of its own, such as missing data or memory. */
  COLLATION_ICU_FAILURE = 6,
  /* The array does not hold names, or violates Arrow's specification. */
  COLLATION_INVALID_ARRAY = 7,
  /* The keys take 2 GiB or more, which 32-bit offsets cannot count. */
  COLLATION_TOO_LARGE = 8,
  /* The stored stamp is not the collation's. The message says what differs. */
  COLLATION_STAMP_MISMATCH = 9
};

/* Why a call failed. */
typedef struct collation_error {
  /* One of the error numbers above. */
  int32_t code;
  /* The request, ICU's response and what was expected, in one line of UTF-8 that ends in NUL. A
   * longer line is truncated between two characters. */
  char message[1020];
} collation_error;

/* Opens a collation. If one is open under the same locale and options, both handles share it, which
 * takes less than a microsecond. Opening any other takes up to some milliseconds: keep a handle for
 * as long as you need the collation.
 *
 * locale: a BCP 47 tag (zh-u-co-stroke) or an ICU identifier (sv_SE); null or empty for root.
 * options: texts of the form NAME=VALUE, with the names and values of the options of the command
 *   `collate`: letters, strength, numeric, case-first, case-level, alternate, max-variable,
 *   backwards, normalization, reorder; layout, script-order, catch-all, catch-all-title,
 *   section-order, labels-from, label, title, index-text, digits-section, ideographs-section,
 *   emoji-section, group, reverse; articles, particles, article, skip-punctuation, skip-nonsorting,
 *   skip-modifier-letters, roman-numerals, romanize, romanize-all, han-readings. A flag of the
 *   command is true or false here: numeric=true. label, title, index-text, group and article may be
 *   repeated. Of any other option the last one counts. rules=TEXT gives collation rules in place of
 *   a locale, as letters=LETTERS gives an alphabet. With workers=N, a call for many names uses up
 *   to N threads, which end before it returns; by default, and with 1, it starts none. The stamp
 *   does not include the workers. May be null if there are no options.
 * option_count: the number of options.
 * result: receives the collation, to be closed by collation_close, or null.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, or the number of the error. */
int32_t collation_open(const char *locale, const char *const *options, int32_t option_count,
                       collation **result, collation_error *error);

/* Closes a collation. No call may use the handle afterward. Does nothing for null. */
void collation_close(collation *);

/* The name of an option that collation_open takes, by number from 0; null past the last one. */
const char *collation_option(int32_t number);

/* The locale whose order is used, as ICU resolved it, such as "sv" for sv-SE, or "root"; null for
 * null. The bytes stay valid until the collation is closed. */
const char *collation_locale(const collation *);

/* 1 if ICU lacks the requested language or script, so the order is root's or another script's;
 * otherwise 0, also for null. */
int32_t collation_is_fallback(const collation *);

/* The text that identifies the order and the sections. Compare keys only if their stamps are equal.
 * The bytes stay valid until the collation is closed. */
const char *collation_stamp(const collation *);

/* Checks that keys stored under a stamp may be compared with keys made now.
 *
 * stored: the stamp, as collation_stamp returned it.
 * error: receives the code and a line of text unless the stamps are equal. May be null.
 *
 * Returns COLLATION_OK, COLLATION_STAMP_MISMATCH, or COLLATION_INVALID_ARGUMENT if a pointer is
 * null or the text is not a stamp. */
int32_t collation_check_stamp(const collation *, const char *stored, collation_error *error);

/* The number of sections; 0 for null. */
int32_t collation_section_count(const collation *);

/* The title of a section, its text at the side of the list, and its kind: normal, digits,
 * ideographs, emoji, catchAll, underflow, inflow or overflow. Null if there is no such section.
 * The bytes stay valid until the collation is closed. */
const char *collation_title(const collation *, int32_t section);
const char *collation_index_title(const collation *, int32_t section);
const char *collation_section_kind(const collation *, int32_t section);

/* The labels, requested or the locale's, that did not become titles, by number from 0; null past
 * the last one. The bytes stay valid until the collation is closed. */
const char *collation_dropped_label(const collation *, int32_t number);

/* The section number of a name of `length` bytes of UTF-8; -1 if the collation or the name is null,
 * or the length is negative. `name` may be null if it has no bytes. */
int32_t collation_section(const collation *, const char *name, int64_t length);

/* Writes the list key of a name: bytes that sort as the list does. The first two bytes are the
 * section number, high byte first.
 *
 * name, length: the name, `length` bytes of UTF-8.
 * key, capacity: where to write, and how many bytes fit there. `key` may be null if none do.
 *
 * Returns the length of the key in bytes. If it exceeds `capacity`, `key` does not hold a key: call
 * again with more room. Returns -1 if the collation or the name is null, the length is negative, or
 * `key` is null and the capacity is greater than 0. */
int64_t collation_list_key(const collation *, const char *name, int64_t length, uint8_t *key,
                           int64_t capacity);

/* Writes the sort key of a name: bytes that sort in the plain order of the locale, without
 * sections. With ICU's own options, they are the bytes of ucol_getSortKey; normalization is on
 * unless an option turns it off. The layout does not count, so a script that the sections put first
 * does not come first here. Arguments and result are as for collation_list_key. */
int64_t collation_sort_key(const collation *, const char *name, int64_t length, uint8_t *key,
                           int64_t capacity);

/* A text of `length` bytes of UTF-8. `bytes` may be null if there are none. */
typedef struct collation_text {
  const char *bytes;
  int64_t length;
} collation_text;

/* What is known of a name. A part without bytes is missing. */
typedef struct collation_parts {
  /* The texts that sort the name, one after another, such as its family name and its given name.
   * Empty texts are left out. */
  const collation_text *texts;
  int64_t text_count;
  /* What the name sorts as, how it is read, and its language, a BCP 47 tag, which determines its
   * articles. The name is collated by the first of these that is not blank: sort_as, reading and
   * the texts. */
  collation_text sort_as, reading, language;
} collation_parts;

/* The keys of collation_key_of_parts, and the orders of collation_sorted_indices. */
enum {
  /* The plain order of the locale. */
  COLLATION_BY_SORT_KEY = 0,
  /* The order of the list: by section, and reversed with the option `reverse`. */
  COLLATION_BY_LIST_KEY = 1
};

/* Writes the list key or the sort key of a name that has several parts.
 *
 * order: COLLATION_BY_SORT_KEY or COLLATION_BY_LIST_KEY.
 * parts: the parts of the name.
 * key, capacity: where to write, and how many bytes at most. The first two bytes of a list key are
 *   the section number.
 *
 * Returns the length of the whole key; -1 if a pointer is null, a length is negative, or the order
 * is another number. */
int64_t collation_key_of_parts(const collation *, int32_t order, const collation_parts *parts,
                               uint8_t *key, int64_t capacity);

/* Compares two names as their sort keys compare.
 *
 * first, first_length, second, second_length: the names in UTF-8, and their lengths in bytes.
 *
 * Returns -1, 0 or 1: the first name comes before the second, is equal to it, or comes after it.
 * Returns -2 if a pointer is null or a length is negative. */
int32_t collation_compare(const collation *, const char *first, int64_t first_length,
                          const char *second, int64_t second_length);

/* Receives a key. The bytes are valid only during the call.
 * Returns 0 to continue, or another number to stop the calls. It must return: no exception and no
 * longjmp may leave it. It may call the functions of this header. */
typedef int32_t (*collation_key_function)(void *context, const uint8_t *key, int64_t length);

/* Makes the keys by which a database finds a name from what people type, one or two for each of its
 * words. One table of keys serves readers of all languages. Store each key with the id of its name.
 *
 * texts, text_count: the texts that find the name, such as its shown text and its reading. A match
 *   at the beginning of the first text ranks higher.
 * each, context: called with the context for each key. Even a name without letters has a key. No
 *   key of a name is passed twice, and none has more than 18 bytes.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, even if `each` stopped the calls, or the number of the error. */
int32_t collation_search_keys(const collation_text *texts, int64_t text_count,
                              collation_key_function each, void *context, collation_error *error);

/* The text that identifies the keys of collation_search_keys. Store it with the keys, and make them
 * anew when it changes. Null if ICU lacks the memory for its search order. The bytes stay valid
 * until the process ends. */
const char *collation_search_stamp(void);

/* Receives a range of keys: lower <= key < upper, byte by byte. Otherwise like a
 * collation_key_function. */
typedef int32_t (*collation_range_function)(void *context, const uint8_t *lower,
                                            int64_t lower_length, const uint8_t *upper,
                                            int64_t upper_length);

/* Finds the ranges in which every name that matches a query, as defined at collation_search_find,
 * has at least one key. Not all names with a key there match: collation_search_rank decides.
 *
 * query, length: the typed text, `length` bytes of UTF-8; at most 1,024.
 * each, context: called with the context for each range, best first. No ranges overlap.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, even if `each` stopped the calls, or the number of the error. */
int32_t collation_search_ranges(const collation *, const char *query, int64_t length,
                                collation_range_function each, void *context,
                                collation_error *error);

/* Finds how well a name matches a query. A collation keeps its recent queries, so calling this for
 * one name after another takes a few microseconds each.
 *
 * query, length: the typed text, `length` bytes of UTF-8; at most 1,024.
 * texts, text_count: the name, as for collation_search_keys.
 * rank: receives 0 for the best match, a greater number for a worse one, up to 6, and -1 for none.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * Returns COLLATION_OK, or the number of the error. */
int32_t collation_search_rank(const collation *, const char *query, int64_t length,
                              const collation_text *texts, int64_t text_count, int32_t *rank,
                              collation_error *error);

/* Makes the list keys of many names, and their section numbers.
 *
 * names_schema, names: an array of
 *   - utf8, large_utf8, binary or large_binary (u, U, z, Z), whose names are read in place unless
 *     filing rules change them;
 *   - string_view or binary_view (vu, vz);
 *   - one of these with a dictionary, whose names in use get one key each, which is then copied;
 *   - structs (+s) with any of the children name, sort_as, reading and language, each an array as
 *     above: the parts of collation_parts. There must be a child called name. It may itself have
 *     structs, of any children as above: the texts that sort each name, one after another.
 *   It may have an offset and nulls. A struct is null if its name is. The caller keeps both structs
 *   and releases them.
 * keys_schema, keys: receive an array of binary if the names are utf8 or binary; otherwise of
 *   large_binary. A null has no key.
 * sections_schema, sections: receive an array of int32 with the section numbers, null for null
 *   names. Both may be null.
 * error: receives the code and a line of text if the call fails. May be null.
 *
 * The caller releases the arrays that it receives, even after closing the collation. If the call
 * fails, the structs that it would have filled are marked as released, unless one was passed for
 * two arguments: that is an error, which changes no struct. */
int32_t collation_list_keys(const collation *, const struct ArrowSchema *names_schema,
                            const struct ArrowArray *names, struct ArrowSchema *keys_schema,
                            struct ArrowArray *keys, struct ArrowSchema *sections_schema,
                            struct ArrowArray *sections, collation_error *error);

/* Finds the section numbers of many names, without keys. The arguments are as for
 * collation_list_keys. */
int32_t collation_sections(const collation *, const struct ArrowSchema *names_schema,
                           const struct ArrowArray *names, struct ArrowSchema *sections_schema,
                           struct ArrowArray *sections, collation_error *error);

/* Makes the sort keys of many names. The arguments are as for collation_list_keys. */
int32_t collation_sort_keys(const collation *, const struct ArrowSchema *names_schema,
                            const struct ArrowArray *names, struct ArrowSchema *keys_schema,
                            struct ArrowArray *keys, collation_error *error);

/* Sorts many names.
 *
 * order: COLLATION_BY_SORT_KEY or COLLATION_BY_LIST_KEY.
 * names_schema, names: as for collation_list_keys.
 * indices_schema, indices: receive an array of int64 with the numbers of the names in order. Names
 *   that collate as equal keep their order; nulls come last.
 * error: receives the code and a line of text if the call fails. May be null. */
int32_t collation_sorted_indices(const collation *, int32_t order,
                                 const struct ArrowSchema *names_schema,
                                 const struct ArrowArray *names,
                                 struct ArrowSchema *indices_schema, struct ArrowArray *indices,
                                 collation_error *error);

/* Names prepared for searches. Any number of threads may use a search at once. */
typedef struct collation_search collation_search;

/* Prepares searches in names. The search keeps a copy, so the array may be released and the
 * collation closed.
 *
 * names_schema, names: as for collation_list_keys. In structs, the child `name` is searched, with
 *   all its texts.
 * result: receives the search, to be closed by collation_search_close, or null.
 * error: receives the code and a line of text if the call fails. May be null. */
int32_t collation_search_open(const collation *, const struct ArrowSchema *names_schema,
                              const struct ArrowArray *names, collation_search **result,
                              collation_error *error);

/* Closes a search. No call may use it afterward. Does nothing for null. */
void collation_search_close(collation_search *);

/* Finds the names that contain the words of a text, each at the beginning of a word. Letters
 * without marks find letters with any: "rehor" finds "Řehoř". Case, spaces and punctuation do not
 * count. The empty text finds all names, but no null.
 *
 * text, length: the typed text, `length` bytes of UTF-8; at most 1,024.
 * indices_schema, indices: receive an array of int64 with the numbers of the matching names: names
 *   equal in the collation's own order first; in either group, whole words, then beginnings of
 *   names, then beginnings of words; names that match alike keep the order of the array.
 * error: receives the code and a line of text if the call fails. May be null. */
int32_t collation_search_find(const collation_search *, const char *text, int64_t length,
                              struct ArrowSchema *indices_schema, struct ArrowArray *indices,
                              collation_error *error);

#ifdef __cplusplus
}
#endif

#endif
