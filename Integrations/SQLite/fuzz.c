/* Calls every function of the extension with arguments from a seeded generator, and fails each allocation of SQLite's
 * in turn. Integrations/SQLite/check builds it with the address and undefined-behavior sanitizers.
 *
 *   fuzz [COUNT [SEED]]
 *
 * It links the extension in, so it also shows that sqlite3_auto_extension takes it. */
#include <collation.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sqlite3_collation_init(sqlite3 *, char **, const struct sqlite3_api_routines *);

/* The linker's --wrap sends the extension's calls here. */
int32_t __real_collation_open(const char *, const char *const *, int32_t, collation **, collation_error *);
int32_t __wrap_collation_open(const char *, const char *const *, int32_t, collation **, collation_error *);
static int opened;
int32_t __wrap_collation_open(const char *locale, const char *const *options, int32_t count, collation **result,
                              collation_error *error) {
  opened++;
  return __real_collation_open(locale, options, count, result, error);
}

static void require(int condition, const char *complaint) {
  if (condition) return;
  fprintf(stderr, "fuzz: %s\n", complaint);
  exit(1);
}

/* ---- Allocations that fail */

static sqlite3_mem_methods system_memory;
/* How many allocations succeed before one fails; negative if none does. */
static int left = -1;

static int fails(void) { return left >= 0 && left-- == 0; }
static void *allocate(int size) { return fails() ? NULL : system_memory.xMalloc(size); }
static void *reallocate(void *old, int size) { return fails() ? NULL : system_memory.xRealloc(old, size); }

static void set_up_memory(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory);
  sqlite3_mem_methods own = system_memory;
  own.xMalloc = allocate;
  own.xRealloc = reallocate;
  require(sqlite3_config(SQLITE_CONFIG_MALLOC, &own) == SQLITE_OK, "SQLite refuses the allocator");
}

/* ---- Arguments */

static uint64_t state;

static uint32_t random_below(uint32_t limit) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % limit;
}

static const char *const pieces[] = {
    "a", "Ö", "A\xcc\x8a", "\xff", "\xc3", "\xed\xa0\x80", "", " ", "-", "9", "10", "\xe0\xb9\x80\xe0\xb8\x81",
    "\xe5\x8c\x97", "\xec\xa0\x80", "\xf0\x9f\x99\x82", "\xef\xbf\xbf", "\xcc\x81", ";", "=", "&", "<", "'", "\xd8\xa7",
    "\xf4\x8f\xbf\xbf",
};
static const char *const locales[] = {
    "sv", "en", "de-u-co-phonebk", "zh", "ja", "ko", "ar", "th", "root", "und", "sv-u-kn", "swedish", "xx", "", "C",
    "sv_SE", "zh-u-co-stroke", "sv-u-co-bogus", "\xff", "a b",
};
static const char *const options[] = {
    "", "numeric=true", "strength=primary", "strength=3", "layout=icu;digits-section=0-9", "rules=&a<b", "rules=&a;;b",
    ";;;", " ; ", "reverse=true", "articles=list", "romanize=true;han-readings=surname", "label=X;label=Y;title=X=Z",
    "workers=3", "=", "numeric", "bogus=1", "group=A-C=A,B,C", "alternate=shifted", "backwards=true;case-level=true",
    "title=A=\n",
};
#define ANY(list) list[random_below(sizeof list / sizeof *list)]

static void bind_text(sqlite3_stmt *statement, int place) {
  char text[400];
  int length = 0, count = (int)random_below(30);
  for (int piece = 0; piece < count; piece++) {
    const char *added = ANY(pieces);
    size_t size = strlen(added);
    memcpy(text + length, added, size);
    length += (int)size;
    if (random_below(40) == 0) text[length++] = 0;
  }
  switch (random_below(8)) {
    case 0: sqlite3_bind_null(statement, place); break;
    case 1: sqlite3_bind_int64(statement, place, (sqlite3_int64)state); break;
    case 2: sqlite3_bind_double(statement, place, (double)state / 7); break;
    case 3: sqlite3_bind_blob(statement, place, text, length, SQLITE_TRANSIENT); break;
    case 4: sqlite3_bind_zeroblob(statement, place, (int)random_below(2000)); break;
    case 5: sqlite3_bind_text16(statement, place, text, length & ~1, SQLITE_TRANSIENT); break;
    default: sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
  }
}

/* Whether arguments are right, so that only memory can be short. */
static int is_plain;

/* What an argument is: a text (t), a locale (l), options (o) or a stamp (s). */
static void bind(sqlite3_stmt *statement, int place, char kind) {
  if (is_plain) {
    const char *text = kind == 't' ? "Öberg, Å" : kind == 'l' ? "sv" : "numeric=true";
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
  } else if (kind == 't' || random_below(20) == 0) {
    bind_text(statement, place);
  } else if (kind == 's') {
    int length = (int)random_below(39);
    sqlite3_bind_text(statement, place, "keys=2 icu=72.1 uca=15 cldr=42 rules=0", length, SQLITE_TRANSIENT);
  } else {
    const char *text = kind == 'l' ? ANY(locales) : ANY(options);
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
  }
}

static const struct {
  const char *sql, *kinds;
} statements[] = {
    {"SELECT collation_key(?, ?)", "tl"},
    {"SELECT collation_key(?, ?, ?)", "tlo"},
    {"SELECT collation_sort_key(?, ?)", "tl"},
    {"SELECT collation_sort_key(?, ?, ?)", "tlo"},
    {"SELECT collation_key(collation_texts(?, ?), ?, ?)", "ttlo"},
    {"SELECT section_title(collation_name(?, ?, ?, ?, ?), ?, ?)", "tttttlo"},
    {"SELECT collation_texts(?, ?), collation_compare(collation_texts(?1), ?2, ?3)", "ttl"},
    {"SELECT collation_compare(?, ?, ?)", "ttl"},
    {"SELECT collation_compare(?, ?, ?, ?)", "ttlo"},
    {"SELECT section_number(?, ?)", "tl"},
    {"SELECT section_title(?, ?, ?)", "tlo"},
    {"SELECT collation_stamp(?, ?)", "lo"},
    {"SELECT collation_check(?, ?)", "sl"},
    {"SELECT collation_check(collation_stamp(?1, ?2), ?1, ?2)", "lo"},
    {"SELECT collation_load(?, ?, ?)", "lto"},
    {"SELECT collation_version()", ""},
    {"SELECT * FROM section_titles(?)", "l"},
    {"SELECT *, locale, options FROM section_titles(?, ?)", "lo"},
    {"SELECT * FROM collation_search_ranges(?, ?)", "tl"},
    {"SELECT *, query, options FROM collation_search_ranges(?, ?, ?)", "tlo"},
    {"SELECT * FROM collation_search_keys(?)", "t"},
    {"SELECT *, name, name4 FROM collation_search_keys(?, ?, ?, ?)", "tttt"},
    {"SELECT collation_search_rank(?, ?, ?)", "tlt"},
    {"SELECT collation_search_rank(?, ?, ?, ?, ?, ?)", "tltttt"},
    {"SELECT collation_search_stamp()", ""},
    {"SELECT count(*) FROM collation_search_keys(?1) AS k, collation_search_ranges(?1, ?2) AS r"
     " WHERE k.key >= r.lower AND k.key < r.upper", "tl"},
    {"SELECT ? < ? COLLATE sv", "tt"},
    {"INSERT INTO names (name) VALUES (?)", "t"},
    {"SELECT name, section_title(name, ?) FROM names ORDER BY collation_key(name, 'sv') LIMIT 20", "l"},
    {"SELECT count(*) FROM section_titles AS s, names WHERE s.locale = ?1 AND key >= s.lower AND key < s.upper", "l"},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static sqlite3 *connect(void) {
  sqlite3 *database = NULL;
  int status = sqlite3_open(":memory:", &database);
  if (status == SQLITE_OK) {
    status = sqlite3_exec(
        database,
        "CREATE TABLE names (id INTEGER PRIMARY KEY, name, key BLOB AS (collation_key(name, 'sv')) STORED);"
        "CREATE INDEX names_key ON names (key);",
        NULL, NULL, NULL);
  }
  if (status == SQLITE_OK) return database;
  require(left != -1 || status == SQLITE_NOMEM, sqlite3_errmsg(database));
  sqlite3_close(database);
  return NULL;
}

/* Runs a statement to its end, and reads what it returns. */
static int run(sqlite3 *database, int number) {
  sqlite3_stmt *statement = NULL;
  int status = sqlite3_prepare_v2(database, statements[number].sql, -1, &statement, NULL);
  if (status != SQLITE_OK) return status;
  const char *kinds = statements[number].kinds;
  for (int place = 0; kinds[place]; place++) bind(statement, place + 1, kinds[place]);
  volatile unsigned sum = 0;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      const unsigned char *bytes = sqlite3_column_blob(statement, column);
      for (int place = 0; place < sqlite3_column_bytes(statement, column); place++) sum += bytes[place];
    }
  }
  (void)sum;
  sqlite3_finalize(statement);
  if (status == SQLITE_ERROR) {
    const char *message = sqlite3_errmsg(database);
    require(*message && !strchr(message, '\n'), message);
  }
  return status;
}

static void fuzz(int count) {
  sqlite3 *database = connect();
  int failed = 0;
  for (int turn = 0; turn < count; turn++) {
    int number = (int)random_below(STATEMENTS), status = run(database, number);
    require(status == SQLITE_DONE || status == SQLITE_ERROR || status == SQLITE_TOOBIG, statements[number].sql);
    failed += status != SQLITE_DONE;
    if (random_below(500) == 0) {
      /* More than a message, which SQLite would drop. */
      sqlite3_limit(database, SQLITE_LIMIT_LENGTH, random_below(2) ? 1000000000 : (int)random_below(1000) + 1100);
    }
    if (random_below(2000) == 0) {
      require(sqlite3_close(database) == SQLITE_OK, "a connection does not close");
      database = connect();
    }
  }
  sqlite3_close(database);
  printf("fuzz: %d statements, %d of them refused\n", count, failed);
}

/* For each statement, and for opening a connection, fails the first allocation, then the second, until none fails. */
static void fail_allocations(void) {
  int count = 0;
  is_plain = 1;
  for (int number = -1; number < STATEMENTS; number++) {
    /* This stamp is none, and a collation that cannot be opened is one that SQLite does not know. */
    int may_fail = number >= 0 && (strchr(statements[number].kinds, 's') || strstr(statements[number].sql, "COLLATE"));
    int status = SQLITE_NOMEM;
    for (int allowed = 0; status != SQLITE_DONE && count < 1000000; allowed++, count++) {
      left = number < 0 ? allowed : -1;
      sqlite3 *database = connect();
      if (number >= 0) {
        left = allowed;
        status = run(database, number);
      } else if (database) {
        status = SQLITE_DONE;
      }
      int has_failed = left < 0;
      left = -1;
      require(sqlite3_close(database) == SQLITE_OK, "a connection does not close");
      if (may_fail && status == SQLITE_ERROR) status = has_failed ? SQLITE_NOMEM : SQLITE_DONE;
      require(status == SQLITE_DONE || status == SQLITE_NOMEM, number < 0 ? "connecting" : statements[number].sql);
    }
  }
  is_plain = 0;
  printf("fuzz: %d statements in which an allocation failed\n", count);
}

static void insert_rows(void) {
  sqlite3 *database = connect();
  opened = 0;
  for (int row = 0; row < 10000; row++) {
    int status = sqlite3_exec(database, "INSERT INTO names (name) VALUES ('Öberg')", NULL, NULL, NULL);
    require(status == SQLITE_OK, "an insert fails");
  }
  printf("fuzz: 10000 inserts opened %d collation\n", opened);
  require(opened == 1, "an insert opens a collation anew");
  sqlite3_close(database);
}

/* A text of 100 MB, in which every fourth byte is a NUL or ill-formed. No options: they would double the time. */
static void run_long_texts(void) {
  sqlite3 *database = connect();
  size_t length = 100000000;
  char *text = malloc(length);
  require(text != NULL, "no memory for the long text");
  for (size_t place = 0; place < length; place++) text[place] = place % 4 ? 'a' : place % 8 ? 0 : (char)0xff;
  for (int number = 0; number < STATEMENTS; number++) {
    const char *sql = statements[number].sql, *kinds = statements[number].kinds;
    if (!strchr(kinds, 't') || strchr(kinds, 'o') || strstr(sql, "count(*)")) continue;
    sqlite3_stmt *statement;
    require(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK, sql);
    for (int place = 0; kinds[place]; place++) {
      if (kinds[place] == 't') {
        /* The keys and letters of a name take many times its bytes. */
        sqlite3_uint64 bound = strstr(sql, "collation_search") ? length / 100 : length;
        sqlite3_bind_text64(statement, place + 1, text, bound, SQLITE_STATIC, SQLITE_UTF8);
      } else {
        sqlite3_bind_text(statement, place + 1, "sv", -1, SQLITE_STATIC);
      }
    }
    int status = sqlite3_step(statement);
    while (status == SQLITE_ROW) status = sqlite3_step(statement);
    require(status == SQLITE_DONE || status == SQLITE_ERROR || status == SQLITE_TOOBIG, sql);
    sqlite3_finalize(statement);
  }
  free(text);
  sqlite3_close(database);
  printf("fuzz: texts of %zu bytes\n", length);
}

int main(int count, char **arguments) {
  set_up_memory();
  require(sqlite3_auto_extension((void (*)(void))sqlite3_collation_init) == SQLITE_OK, "SQLite refuses the extension");
  state = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  insert_rows();
  fail_allocations();
  fuzz(count > 1 ? atoi(arguments[1]) : 20000);
  run_long_texts();
  return 0;
}
