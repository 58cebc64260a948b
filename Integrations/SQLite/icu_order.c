/* A rival for measure.py: icu_load_collation(locale, name), as SQLite's own extension icu has it. SQLite turns both
 * texts of each comparison into UTF-16, and ICU compares them. Debian's SQLite is built without that extension. */
#include <sqlite3ext.h>
#include <unicode/ucol.h>
SQLITE_EXTENSION_INIT1

static int compare(void *own, int first_length, const void *first, int second_length, const void *second) {
  return ucol_strcoll(own, first, first_length / 2, second, second_length / 2);
}

static void finish(void *own) { ucol_close(own); }

static void load(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  UErrorCode status = U_ZERO_ERROR;
  UCollator *own = ucol_open((const char *)sqlite3_value_text(values[0]), &status);
  sqlite3 *database = sqlite3_context_db_handle(context);
  const char *name = (const char *)sqlite3_value_text(values[1]);
  if (U_FAILURE(status) || sqlite3_create_collation_v2(database, name, SQLITE_UTF16, own, compare, finish)) {
    ucol_close(own);
    sqlite3_result_error(context, "icu_load_collation: no collation", -1);
  }
}

int sqlite3_icuorder_init(sqlite3 *database, char **message, const sqlite3_api_routines *api) {
  (void)message;
  SQLITE_EXTENSION_INIT2(api);
  return sqlite3_create_function(database, "icu_load_collation", 2, SQLITE_UTF8, NULL, load, NULL, NULL);
}
