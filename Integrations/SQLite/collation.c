/* SQL functions, table-valued functions and collations for SQLite: the order, sections and keys of names.
 * README.md, in this folder, says what each is for.
 *
 *   cc -O2 -shared -fPIC -Wl,-z,nodelete collation.c -o collation.so $(pkg-config --cflags --libs collation)
 *
 * The linker keeps it loaded, since SQLite unloads what failed to start, but not the functions that it registered.
 *
 * To link it into a program, compile it with -DSQLITE_CORE and pass sqlite3_collation_init to
 * sqlite3_auto_extension. */
#include <collation.h>
#include <sqlite3ext.h>
#include <stddef.h>
#include <string.h>
SQLITE_EXTENSION_INIT1

/* What a function promises. It is deterministic under one ICU: README.md, "After an upgrade". */
enum { PURE = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS };

/* More than any rules need. Each option costs memory in proportion, so a hostile text must not be unbounded. */
enum { LONGEST_OPTIONS = 1000000 };

typedef struct Connection Connection;

/* ---- Texts */

/* Returns the bytes of an argument that is not NULL, or null if memory is short. A blob counts as UTF-8: SQLite would
 * take it for text in the encoding of the database. */
static const char *bytes(sqlite3_value *value, int *length) {
  int is_blob = sqlite3_value_type(value) == SQLITE_BLOB;
  const char *found = is_blob ? sqlite3_value_blob(value) : (const char *)sqlite3_value_text(value);
  *length = sqlite3_value_bytes(value);
  return !found && is_blob && *length == 0 ? "" : found;
}

/* Reads an argument that is not NULL as a text of the library's. Returns 0 if memory is short. */
static int read_text(sqlite3_value *value, collation_text *text) {
  int length;
  text->bytes = bytes(value, &length);
  text->length = length;
  return text->bytes != NULL;
}

static int is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

/* Splits NAME=VALUE;NAME=VALUE in place, and returns the number of options. A semicolon in a value is written twice.
 * Spaces around an option do not count. */
static int split(char *text, const char **options) {
  int count = 0;
  char *from = text, *to = text;
  while (*from) {
    while (is_space(*from)) from++;
    char *start = to;
    while (*from && (*from != ';' || from[1] == ';')) {
      if (*from == ';') from++;
      *to++ = *from++;
    }
    if (*from) from++;
    while (to > start && is_space(to[-1])) to--;
    if (to == start) continue;
    *to++ = 0;
    options[count++] = start;
  }
  return count;
}

/* ---- Collations */

/* Opens a collation. If it cannot, returns SQLITE_NOMEM, or SQLITE_ERROR and a message. */
static int open_collation(const char *locale, int locale_length, const char *text, int text_length, collation **result,
                          char **message) {
  *message = NULL;
  if (memchr(locale, 0, (size_t)locale_length) || memchr(text, 0, (size_t)text_length)) {
    *message = sqlite3_mprintf("the locale or the options have a NUL: expected text such as 'sv', 'numeric=true'");
    return *message ? SQLITE_ERROR : SQLITE_NOMEM;
  }
  if (text_length > LONGEST_OPTIONS) {
    *message = sqlite3_mprintf("options of %d bytes: expected at most %d", text_length, LONGEST_OPTIONS);
    return *message ? SQLITE_ERROR : SQLITE_NOMEM;
  }
  /* At least every second byte of the text belongs to an option. The locale needs a NUL, which a blob lacks. */
  size_t room = ((size_t)text_length / 2 + 1) * sizeof(char *);
  const char **options = sqlite3_malloc64(room + (size_t)text_length + 1 + (size_t)locale_length + 1);
  if (!options) return SQLITE_NOMEM;
  char *copy = (char *)options + room, *locale_copy = copy + text_length + 1;
  memcpy(copy, text, (size_t)text_length);
  memcpy(locale_copy, locale, (size_t)locale_length);
  copy[text_length] = locale_copy[locale_length] = 0;
  int count = split(copy, options), has_rules = 0, has_workers = 0;
  for (int place = 0; place < count; place++) {
    has_rules |= !strncmp(options[place], "rules=", 6);
    has_workers |= !strncmp(options[place], "workers=", 8);
  }

  collation_error error;
  collation *found = NULL;
  if (has_workers) {
    *message = sqlite3_mprintf("a statement has one thread: leave out workers");
  } else if (locale_length == 0 && !has_rules) {
    *message = sqlite3_mprintf("the locale is empty: expected a BCP 47 tag such as sv, or root");
  } else if (collation_open(locale_copy, options, count, &found, &error) != COLLATION_OK) {
    *message = sqlite3_mprintf("%s", error.message);
  } else if (collation_is_fallback(found)) {
    *message = sqlite3_mprintf(
        "ICU has no order for the locale '%s': expected a BCP 47 tag such as sv, or root", locale_copy);
    collation_close(found);
  } else {
    *result = found;
    sqlite3_free(options);
    return SQLITE_OK;
  }
  sqlite3_free(options);
  return *message ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* The collations that a connection opened last. Auxiliary data of a function would be gone after each statement, and a
 * collation with it after each INSERT; allocating it costs more than finding a collation here. */
enum { KEPT = 16 };

typedef struct {
  collation *handle;
  /* The locale and the options, without a byte between them. */
  char *texts;
  int locale_length, options_length;
} Kept;

/* ---- Table-valued functions */

typedef struct Rows Rows;

typedef struct {
  const char *name, *schema;
  /* A letter for each column: i for the number of the row, t for text, b for a blob. Hidden columns follow, for the
   * arguments. */
  const char *columns;
  /* How many arguments there are, how many a statement must have, and what the error says if it has not. */
  int arguments, required;
  const char *usage;
  /* How many of the arguments are texts, which come first, and whether a locale and options follow. */
  int texts, has_locale;
  int32_t (*fill)(Rows *, const collation *, const collation_text *texts, int count, collation_error *error);
} TableKind;

typedef struct {
  const TableKind *kind;
  Connection *connection;
} Table;

enum { TABLES = 3, MOST_TEXTS = 4, MOST_ARGUMENTS = 4 };

/* What the functions of a connection share. SQLite's mutex of the connection guards it. */
struct Connection {
  int references;
  int next;
  Kept kept[KEPT];
  Table tables[TABLES];
};

static void release(void *shared) {
  Connection *connection = shared;
  if (--connection->references > 0) return;
  for (int place = 0; place < KEPT; place++) {
    collation_close(connection->kept[place].handle);
    sqlite3_free(connection->kept[place].texts);
  }
  sqlite3_free(connection);
}

static void release_table(void *table) { release(((Table *)table)->connection); }

/* Finds a collation among those that are kept, or opens it. It stays open until the next call at least. Null stands for
 * root and for no options. */
static int find_collation(Connection *connection, sqlite3_value *locale_value, sqlite3_value *options_value,
                          collation **result, char **message) {
  int locale_length = 4, options_length = 0;
  const char *locale = locale_value ? bytes(locale_value, &locale_length) : "root";
  const char *options = options_value ? bytes(options_value, &options_length) : "";
  *message = NULL;
  if (!locale || !options) return SQLITE_NOMEM;
  for (int place = 0; place < KEPT; place++) {
    const Kept *kept = &connection->kept[place];
    if (kept->handle && kept->locale_length == locale_length && kept->options_length == options_length &&
        !memcmp(kept->texts, locale, (size_t)locale_length) &&
        !memcmp(kept->texts + locale_length, options, (size_t)options_length)) {
      *result = kept->handle;
      return SQLITE_OK;
    }
  }
  collation *opened;
  int status = open_collation(locale, locale_length, options, options_length, &opened, message);
  if (status != SQLITE_OK) return status;
  char *texts = sqlite3_malloc64((size_t)locale_length + (size_t)options_length + 1);
  if (!texts) {
    collation_close(opened);
    return SQLITE_NOMEM;
  }
  memcpy(texts, locale, (size_t)locale_length);
  memcpy(texts + locale_length, options, (size_t)options_length);
  Kept *kept = &connection->kept[connection->next];
  connection->next = (connection->next + 1) % KEPT;
  collation_close(kept->handle);
  sqlite3_free(kept->texts);
  *kept = (Kept){opened, texts, locale_length, options_length};
  *result = opened;
  return SQLITE_OK;
}

/* ---- Names of several parts */

enum { MOST_PARTS = 3 + MOST_TEXTS };

/* What collation_name and collation_texts return: a pointer, which only this extension can read, and NULL for all else.
 * A text could not tell its parts from one another. */
static const char pointer_type[] = "collation_name";

static const collation_parts *parts_of(sqlite3_value *value) { return sqlite3_value_pointer(value, pointer_type); }

/* Values are texts, behind what the name sorts as, how it is read, and its language, if there are such `others`. */
static void make_name(sqlite3_context *context, int count, sqlite3_value **values, int others) {
  collation_text read[MOST_PARTS] = {{0}};
  size_t size = sizeof(collation_parts) + sizeof read;
  for (int place = 0; place < count; place++) {
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) continue;
    if (!read_text(values[place], &read[place])) {
      sqlite3_result_error_nomem(context);
      return;
    }
    size += (size_t)read[place].length;
  }
  collation_parts *parts = sqlite3_malloc64(size);
  if (!parts) {
    sqlite3_result_error_nomem(context);
    return;
  }
  collation_text *texts = (collation_text *)(parts + 1);
  char *to = (char *)(texts + MOST_PARTS);
  for (int place = 0; place < count; place++) {
    texts[place] = (collation_text){to, read[place].length};
    if (read[place].length > 0) memcpy(to, read[place].bytes, (size_t)read[place].length);
    to += read[place].length;
  }
  *parts = (collation_parts){.texts = texts + others, .text_count = count - others};
  if (others) parts->sort_as = texts[0], parts->reading = texts[1], parts->language = texts[2];
  sqlite3_result_pointer(context, parts, pointer_type, sqlite3_free);
}

/* collation_texts(text[, more…]) */
static void texts_function(sqlite3_context *context, int count, sqlite3_value **values) {
  make_name(context, count, values, 0);
}

/* collation_name(sort_as, reading, language, text[, more…]) */
static void name_function(sqlite3_context *context, int count, sqlite3_value **values) {
  make_name(context, count, values, 3);
}

/* ---- Functions */

/* Ends a call with an error. Frees the message. */
static void fail(sqlite3_context *context, int status, char *message) {
  if (status == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(context);
  } else {
    sqlite3_result_error(context, message, -1);
  }
  sqlite3_free(message);
}

/* Returns the collation of a call, whose locale and options follow `texts` other arguments. Returns null if the call
 * has its result, which is NULL or an error. */
static collation *begin(sqlite3_context *context, int count, sqlite3_value **values, int texts) {
  for (int place = 0; place < count; place++) {
    int is_name = texts == 1 && place == 0 && parts_of(values[0]);
    if (sqlite3_value_type(values[place]) == SQLITE_NULL && !is_name) return NULL;
  }
  collation *found = NULL;
  char *message;
  sqlite3_value *options = count > texts + 1 ? values[texts + 1] : NULL;
  int status = find_collation(sqlite3_user_data(context), values[texts], options, &found, &message);
  if (status != SQLITE_OK) fail(context, status, message);
  return found;
}

/* Returns the bytes of an argument, or null after the error that memory is short. */
static const char *text_of(sqlite3_context *context, sqlite3_value *value, int *length) {
  const char *text = bytes(value, length);
  if (!text) sqlite3_result_error_nomem(context);
  return text;
}

/* Writes the list key or the sort key of a call's name. Returns -1 after the error that memory is short. */
static int64_t write_key(sqlite3_context *context, const collation *own, int32_t order, sqlite3_value *value,
                         uint8_t *key, int64_t capacity) {
  const collation_parts *parts = parts_of(value);
  if (parts) return collation_key_of_parts(own, order, parts, key, capacity);
  int length;
  const char *name = text_of(context, value, &length);
  if (!name) return -1;
  if (order == COLLATION_BY_LIST_KEY) return collation_list_key(own, name, length, key, capacity);
  return collation_sort_key(own, name, length, key, capacity);
}

static void make_key(sqlite3_context *context, int count, sqlite3_value **values, int32_t order) {
  collation *own = begin(context, count, values, 1);
  if (!own) return;
  /* Most keys fit here, and are made once. */
  uint8_t buffer[1024];
  int64_t needed = write_key(context, own, order, values[0], buffer, sizeof buffer);
  if (needed < 0) return;
  if (needed <= (int64_t)sizeof buffer) {
    sqlite3_result_blob(context, buffer, (int)needed, SQLITE_TRANSIENT);
    return;
  }
  if (needed > sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)) {
    sqlite3_result_error_toobig(context);
    return;
  }
  uint8_t *key = sqlite3_malloc64((sqlite3_uint64)needed);
  if (!key) {
    sqlite3_result_error_nomem(context);
    return;
  }
  write_key(context, own, order, values[0], key, needed);
  sqlite3_result_blob64(context, key, (sqlite3_uint64)needed, sqlite3_free);
}

static void key_function(sqlite3_context *context, int count, sqlite3_value **values) {
  make_key(context, count, values, COLLATION_BY_LIST_KEY);
}

static void sort_key_function(sqlite3_context *context, int count, sqlite3_value **values) {
  make_key(context, count, values, COLLATION_BY_SORT_KEY);
}

static void compare_function(sqlite3_context *context, int count, sqlite3_value **values) {
  collation *own = begin(context, count, values, 2);
  int first_length, second_length;
  const char *first = own ? text_of(context, values[0], &first_length) : NULL;
  const char *second = first ? text_of(context, values[1], &second_length) : NULL;
  if (second) sqlite3_result_int(context, collation_compare(own, first, first_length, second, second_length));
}

/* Returns the section of a call's name, or -1 after the error that memory is short. */
static int32_t section_of(sqlite3_context *context, const collation *own, sqlite3_value *value) {
  const collation_parts *parts = parts_of(value);
  int length;
  const char *name = parts ? NULL : text_of(context, value, &length);
  if (name) return collation_section(own, name, length);
  if (!parts) return -1;
  uint8_t key[2];
  collation_key_of_parts(own, COLLATION_BY_LIST_KEY, parts, key, sizeof key);
  return key[0] << 8 | key[1];
}

static void number_function(sqlite3_context *context, int count, sqlite3_value **values) {
  collation *own = begin(context, count, values, 1);
  int32_t section = own ? section_of(context, own, values[0]) : -1;
  if (section >= 0) sqlite3_result_int(context, section);
}

static void title_function(sqlite3_context *context, int count, sqlite3_value **values) {
  collation *own = begin(context, count, values, 1);
  int32_t section = own ? section_of(context, own, values[0]) : -1;
  if (section >= 0) sqlite3_result_text(context, collation_title(own, section), -1, SQLITE_TRANSIENT);
}

/* collation_search_rank(query, locale, name[, more…]): NULL if the name does not match, or has no text at all. */
static void rank_function(sqlite3_context *context, int count, sqlite3_value **values) {
  collation_text texts[MOST_TEXTS];
  int texts_count = 0, length;
  for (int place = 2; place < count; place++) {
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) continue;
    if (!read_text(values[place], &texts[texts_count++])) {
      sqlite3_result_error_nomem(context);
      return;
    }
  }
  collation *own = texts_count > 0 ? begin(context, 2, values, 1) : NULL;
  const char *query = own ? text_of(context, values[0], &length) : NULL;
  if (!query) return;
  int32_t rank;
  collation_error error;
  if (collation_search_rank(own, query, length, texts, texts_count, &rank, &error) != COLLATION_OK) {
    sqlite3_result_error(context, error.message, -1);
  } else if (rank >= 0) {
    sqlite3_result_int(context, rank);
  }
}

static void search_stamp_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  const char *stamp = collation_search_stamp();
  if (stamp) {
    sqlite3_result_text(context, stamp, -1, SQLITE_STATIC);
  } else {
    sqlite3_result_error_nomem(context);
  }
}

static void stamp_function(sqlite3_context *context, int count, sqlite3_value **values) {
  collation *own = begin(context, count, values, 0);
  if (own) sqlite3_result_text(context, collation_stamp(own), -1, SQLITE_TRANSIENT);
}

/* A mismatch is an error, so that a statement whose result nobody reads still stops the program, and a trigger the
 * writer. So is a missing stamp: NULL would let keys of unknown origin pass. */
static void check_function(sqlite3_context *context, int count, sqlite3_value **values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) {
    sqlite3_result_error(context, "there is no stamp: expected the one that collation_stamp gave for the keys", -1);
    return;
  }
  collation *own = begin(context, count - 1, values + 1, 0);
  int length;
  const char *stamp = own ? text_of(context, values[0], &length) : NULL;
  if (!stamp) return;
  const char *current = collation_stamp(own);
  if (strlen(current) == (size_t)length && !memcmp(current, stamp, (size_t)length)) {
    sqlite3_result_int(context, 1);
    return;
  }
  /* With a NUL at its end, which a blob lacks. */
  char *copy = sqlite3_mprintf("%.*s", length, stamp);
  if (!copy) {
    sqlite3_result_error_nomem(context);
    return;
  }
  collation_error error;
  if (strlen(copy) != (size_t)length) {
    sqlite3_result_error(context, "the stamp has a NUL: expected the text that collation_stamp gave", -1);
  } else if (collation_check_stamp(own, copy, &error) != COLLATION_OK) {
    sqlite3_result_error(context, error.message, -1);
  } else {
    sqlite3_result_int(context, 1);
  }
  sqlite3_free(copy);
}

static void version_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  char *version = sqlite3_mprintf("%s (ICU %s)", collation_version(), collation_icu_version());
  if (version) {
    sqlite3_result_text(context, version, -1, sqlite3_free);
  } else {
    sqlite3_result_error_nomem(context);
  }
}

/* ---- Collations by name */

static int compare_texts(void *own, int first_length, const void *first, int second_length, const void *second) {
  return collation_compare(own, first, first_length, second, second_length);
}

static void close_collation(void *own) { collation_close(own); }

static int register_collation(sqlite3 *database, const char *name, collation *own) {
  int status = sqlite3_create_collation_v2(database, name, SQLITE_UTF8, own, compare_texts, close_collation);
  if (status != SQLITE_OK) collation_close(own);
  return status;
}

/* collation_load(locale, name[, options]) */
static void load_function(sqlite3_context *context, int count, sqlite3_value **values) {
  for (int place = 0; place < count; place++) {
    if (sqlite3_value_type(values[place]) == SQLITE_NULL) return;
  }
  int locale_length, name_length, options_length = 0;
  const char *locale = text_of(context, values[0], &locale_length);
  const char *given = locale ? text_of(context, values[1], &name_length) : NULL;
  const char *options = given && count > 2 ? text_of(context, values[2], &options_length) : "";
  if (!locale || !given || !options) return;
  collation *own;
  char *message;
  int status = open_collation(locale, locale_length, options, options_length, &own, &message);
  if (status != SQLITE_OK) {
    fail(context, status, message);
    return;
  }
  char *name = sqlite3_mprintf("%.*s", name_length, given);
  if (!name || name_length == 0 || strlen(name) != (size_t)name_length) {
    collation_close(own);
    sqlite3_free(name);
    char *wrong = name ? sqlite3_mprintf("the name is empty or has a NUL: expected a name such as swedish") : NULL;
    fail(context, wrong ? SQLITE_ERROR : SQLITE_NOMEM, wrong);
    return;
  }
  status = register_collation(sqlite3_context_db_handle(context), name, own);
  if (status != SQLITE_OK) {
    /* SQLITE_BUSY: the statement that calls this function is running. */
    message = status == SQLITE_BUSY ? sqlite3_mprintf("there is a collation '%s': expected another name", name)
                                    : sqlite3_mprintf("SQLite refuses the collation '%s'", name);
    fail(context, message ? SQLITE_ERROR : SQLITE_NOMEM, message);
  }
  sqlite3_free(name);
}

/* Registers a collation that a statement or the schema names, if its name is a locale that ICU knows. If not, SQLite
 * says that there is no such collation sequence. */
static void needed(void *unused, sqlite3 *database, int encoding, const char *name) {
  (void)unused, (void)encoding;
  collation *own;
  char *message;
  if (open_collation(name, (int)strlen(name), "", 0, &own, &message) == SQLITE_OK) {
    register_collation(database, name, own);
  } else {
    sqlite3_free(message);
  }
}

/* ---- The rows of table-valued functions */

/* Rows are made when a scan begins, so a cursor does not depend on the collation staying open. SQLite limits both
 * strings to SQLITE_LIMIT_LENGTH. */
struct Rows {
  sqlite3_str *cells;
  /* Where each cell ends: sqlite3_int64, one after another. */
  sqlite3_str *ends;
};

static void append(Rows *rows, const void *bytes, int64_t length) {
  sqlite3_str_append(rows->cells, bytes, (int)length);
  sqlite3_int64 end = sqlite3_str_length(rows->cells);
  sqlite3_str_append(rows->ends, (const char *)&end, sizeof end);
}

static int status_of(const Rows *rows) {
  int status = sqlite3_str_errcode(rows->cells);
  return status != SQLITE_OK ? status : sqlite3_str_errcode(rows->ends);
}

static int32_t fill_titles(Rows *rows, const collation *own, const collation_text *texts, int texts_count,
                           collation_error *error) {
  (void)texts, (void)texts_count, (void)error;
  int32_t count = collation_section_count(own);
  for (int32_t section = 0; section < count && status_of(rows) == SQLITE_OK; section++) {
    const char *const texts[] = {
        collation_title(own, section), collation_index_title(own, section), collation_section_kind(own, section)};
    append(rows, "", 0);
    for (int place = 0; place < 3; place++) append(rows, texts[place], (int64_t)strlen(texts[place]));
    /* A list key begins with the number of its section, the high byte first. */
    const uint8_t bounds[] = {
        (uint8_t)(section >> 8), (uint8_t)section, (uint8_t)((section + 1) >> 8), (uint8_t)(section + 1)};
    append(rows, bounds, 2);
    append(rows, bounds + 2, 2);
  }
  return COLLATION_OK;
}

static int32_t append_range(void *rows, const uint8_t *lower, int64_t lower_length, const uint8_t *upper,
                            int64_t upper_length) {
  append(rows, lower, lower_length);
  append(rows, upper, upper_length);
  return status_of(rows);
}

static int32_t fill_ranges(Rows *rows, const collation *own, const collation_text *texts, int count,
                           collation_error *error) {
  (void)count;
  return collation_search_ranges(own, texts->bytes, texts->length, append_range, rows, error);
}

static int32_t append_key(void *rows, const uint8_t *key, int64_t length) {
  append(rows, key, length);
  return status_of(rows);
}

static int32_t fill_keys(Rows *rows, const collation *own, const collation_text *texts, int count,
                         collation_error *error) {
  (void)own;
  return collation_search_keys(texts, count, append_key, rows, error);
}

static const TableKind kinds[TABLES] = {
    {"section_titles",
     "CREATE TABLE section_titles(number INTEGER, title TEXT, index_title TEXT, kind TEXT, lower BLOB, upper BLOB, "
     "locale HIDDEN, options HIDDEN)",
     "itttbb", 2, 1, "section_titles(locale[, options])", 0, 1, fill_titles},
    {"collation_search_ranges",
     "CREATE TABLE collation_search_ranges(lower BLOB, upper BLOB, query HIDDEN, locale HIDDEN, options HIDDEN)", "bb",
     3, 2, "collation_search_ranges(query, locale[, options])", 1, 1, fill_ranges},
    {"collation_search_keys",
     "CREATE TABLE collation_search_keys(key BLOB, name HIDDEN, name2 HIDDEN, name3 HIDDEN, name4 HIDDEN)", "b",
     MOST_TEXTS, 1, "collation_search_keys(name[, more…])", MOST_TEXTS, 0, fill_keys},
};

/* A table as a statement has it, and a scan of it, by SQLite's names. */
typedef struct {
  sqlite3_vtab base;
  Table *table;
  sqlite3 *database;
} Vtab;

typedef struct {
  sqlite3_vtab_cursor base;
  sqlite3_value *arguments[MOST_ARGUMENTS];
  Rows rows;
  sqlite3_int64 row, count;
} Cursor;

static int connect_table(sqlite3 *database, void *table, int count, const char *const *arguments, sqlite3_vtab **result,
                         char **message) {
  (void)count, (void)arguments, (void)message;
  int status = sqlite3_declare_vtab(database, ((Table *)table)->kind->schema);
  if (status != SQLITE_OK) return status;
  sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
  Vtab *vtab = sqlite3_malloc(sizeof *vtab);
  if (!vtab) return SQLITE_NOMEM;
  *vtab = (Vtab){.table = table, .database = database};
  *result = &vtab->base;
  return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *vtab) {
  sqlite3_free(vtab);
  return SQLITE_OK;
}

/* Passes the arguments, in order, to `filter`; the bits of idxNum say which there are. */
static int plan(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  const TableKind *kind = ((Vtab *)vtab)->table->kind;
  int places[MOST_ARGUMENTS] = {-1, -1, -1, -1}, unusable = 0, columns = (int)strlen(kind->columns);
  for (int place = 0; place < info->nConstraint; place++) {
    int argument = info->aConstraint[place].iColumn - columns;
    if (argument < 0 || info->aConstraint[place].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (info->aConstraint[place].usable) {
      places[argument] = place;
    } else {
      unusable |= 1 << argument;
    }
  }
  int passed = 0;
  for (int argument = 0; argument < kind->arguments; argument++) {
    if (places[argument] < 0) continue;
    info->idxNum |= 1 << argument;
    info->aConstraintUsage[places[argument]].argvIndex = ++passed;
    info->aConstraintUsage[places[argument]].omit = 1;
  }
  /* The argument is a column of a table that this plan reads later. */
  if (unusable & ~info->idxNum) return SQLITE_CONSTRAINT;
  for (int argument = 0; argument < kind->required; argument++) {
    if (places[argument] < 0) {
      vtab->zErrMsg = sqlite3_mprintf("an argument is missing: expected %s", kind->usage);
      return vtab->zErrMsg ? SQLITE_ERROR : SQLITE_NOMEM;
    }
  }
  /* Few rows, so that a join begins with them and finds the rest by an index. */
  info->estimatedCost = 10;
  info->estimatedRows = 10;
  return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *vtab, sqlite3_vtab_cursor **result) {
  (void)vtab;
  Cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  *cursor = (Cursor){0};
  *result = &cursor->base;
  return SQLITE_OK;
}

static void clear(Cursor *cursor) {
  for (int argument = 0; argument < MOST_ARGUMENTS; argument++) {
    sqlite3_value_free(cursor->arguments[argument]);
    cursor->arguments[argument] = NULL;
  }
  sqlite3_free(sqlite3_str_finish(cursor->rows.cells));
  sqlite3_free(sqlite3_str_finish(cursor->rows.ends));
  cursor->rows = (Rows){0};
  cursor->row = cursor->count = 0;
}

static int close_cursor(sqlite3_vtab_cursor *cursor) {
  clear((Cursor *)cursor);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int mask, const char *unused, int count, sqlite3_value **values) {
  (void)unused;
  Cursor *cursor = (Cursor *)base;
  Vtab *vtab = (Vtab *)base->pVtab;
  const TableKind *kind = vtab->table->kind;
  clear(cursor);
  for (int argument = 0, passed = 0; passed < count; argument++) {
    if (!(mask & 1 << argument)) continue;
    sqlite3_value *value = values[passed++];
    if (sqlite3_value_type(value) == SQLITE_NULL) {
      /* Of several texts, some may be missing. */
      if (kind->texts > 1) continue;
      return SQLITE_OK;
    }
    cursor->arguments[argument] = sqlite3_value_dup(value);
    if (!cursor->arguments[argument]) return SQLITE_NOMEM;
  }
  sqlite3_value **arguments = cursor->arguments;
  collation *own = NULL;
  if (kind->has_locale) {
    int status = find_collation(vtab->table->connection, arguments[kind->texts], arguments[kind->texts + 1], &own,
                                &vtab->base.zErrMsg);
    if (status != SQLITE_OK) return status;
  }
  collation_text texts[MOST_TEXTS];
  int texts_count = 0;
  for (int argument = 0; argument < kind->texts; argument++) {
    if (!arguments[argument]) continue;
    if (!read_text(arguments[argument], &texts[texts_count++])) return SQLITE_NOMEM;
  }
  if (kind->texts > 0 && texts_count == 0) return SQLITE_OK;
  cursor->rows = (Rows){sqlite3_str_new(vtab->database), sqlite3_str_new(vtab->database)};
  collation_error error;
  int32_t code = kind->fill(&cursor->rows, own, texts, texts_count, &error);
  int status = status_of(&cursor->rows);
  if (status != SQLITE_OK) return status;
  if (code != COLLATION_OK) {
    vtab->base.zErrMsg = sqlite3_mprintf("%s", error.message);
    return vtab->base.zErrMsg ? SQLITE_ERROR : SQLITE_NOMEM;
  }
  size_t cells = (size_t)sqlite3_str_length(cursor->rows.ends) / sizeof(sqlite3_int64);
  cursor->count = (sqlite3_int64)(cells / strlen(kind->columns));
  return SQLITE_OK;
}

static int next_row(sqlite3_vtab_cursor *cursor) {
  ((Cursor *)cursor)->row++;
  return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *cursor) { return ((Cursor *)cursor)->row >= ((Cursor *)cursor)->count; }

static int row_number(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
  *row = ((Cursor *)cursor)->row;
  return SQLITE_OK;
}

static int column_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  Cursor *cursor = (Cursor *)base;
  const char *columns = ((Vtab *)base->pVtab)->table->kind->columns;
  int count = (int)strlen(columns);
  if (column >= count) {
    sqlite3_value *argument = cursor->arguments[column - count];
    if (argument) sqlite3_result_value(context, argument);
    return SQLITE_OK;
  }
  const sqlite3_int64 *ends = (const sqlite3_int64 *)sqlite3_str_value(cursor->rows.ends);
  sqlite3_int64 cell = cursor->row * count + column, start = cell > 0 ? ends[cell - 1] : 0;
  int length = (int)(ends[cell] - start);
  const char *value = length > 0 ? sqlite3_str_value(cursor->rows.cells) + start : "";
  switch (columns[column]) {
    case 'i': sqlite3_result_int64(context, cursor->row); break;
    case 't': sqlite3_result_text(context, value, length, SQLITE_TRANSIENT); break;
    default: sqlite3_result_blob(context, value, length, SQLITE_TRANSIENT);
  }
  return SQLITE_OK;
}

/* Without xCreate, the table exists as a function alone. */
static const sqlite3_module module = {
    .xConnect = connect_table,
    .xBestIndex = plan,
    .xDisconnect = disconnect_table,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next_row,
    .xEof = is_at_end,
    .xColumn = column_value,
    .xRowid = row_number,
};

/* ---- Registering */

static const struct {
  const char *name;
  int least, most, flags;
  void (*function)(sqlite3_context *, int, sqlite3_value **);
} functions[] = {
    {"collation_key", 2, 3, PURE, key_function},
    {"collation_sort_key", 2, 3, PURE, sort_key_function},
    {"collation_compare", 3, 4, PURE, compare_function},
    {"section_number", 2, 3, PURE, number_function},
    {"section_title", 2, 3, PURE, title_function},
    {"collation_texts", 1, MOST_TEXTS, PURE, texts_function},
    {"collation_name", 4, MOST_PARTS, PURE, name_function},
    {"collation_search_rank", 3, 2 + MOST_TEXTS, PURE, rank_function},
    {"collation_search_stamp", 0, 0, PURE, search_stamp_function},
    {"collation_stamp", 1, 2, PURE, stamp_function},
    {"collation_check", 2, 3, PURE, check_function},
    {"collation_version", 0, 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, version_function},
    {"collation_load", 2, 3, SQLITE_UTF8 | SQLITE_DIRECTONLY, load_function},
};

__attribute__((visibility("default"))) int sqlite3_collation_init(sqlite3 *database, char **message,
                                                                  const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  Connection *connection = sqlite3_malloc(sizeof *connection);
  if (!connection) return SQLITE_NOMEM;
  *connection = (Connection){.references = 1};
  int status = SQLITE_OK;
  for (size_t place = 0; place < sizeof functions / sizeof *functions; place++) {
    for (int count = functions[place].least; count <= functions[place].most && status == SQLITE_OK; count++) {
      /* SQLite releases the reference even if the call fails. */
      connection->references++;
      status = sqlite3_create_function_v2(database, functions[place].name, count, functions[place].flags, connection,
                                          functions[place].function, NULL, NULL, release);
    }
  }
  for (int place = 0; place < TABLES && status == SQLITE_OK; place++) {
    connection->tables[place] = (Table){&kinds[place], connection};
    connection->references++;
    status = sqlite3_create_module_v2(database, kinds[place].name, &module, &connection->tables[place], release_table);
  }
  if (status == SQLITE_OK) status = sqlite3_collation_needed(database, NULL, needed);
  if (status != SQLITE_OK) *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
  release(connection);
#ifndef SQLITE_CORE
  /* The library has a runtime, which would not survive being unloaded with the last connection. */
  if (status == SQLITE_OK) return SQLITE_OK_LOAD_PERMANENTLY;
#endif
  return status;
}
