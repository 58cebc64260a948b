/* The PostgreSQL extension collation_keys: the functions of collation.h in SQL.
 *
 * The library is written in Swift. An error of PostgreSQL leaves a function by longjmp, which must not cross the
 * library's frames. So nothing that may raise one is called between the library and its callbacks: these only append
 * to a buffer, whose allocations report failure by their result. */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/nodeFuncs.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "collation.h"

PG_MODULE_MAGIC;

#define FUNCTION(name) \
  PG_FUNCTION_INFO_V1(name); \
  Datum name(PG_FUNCTION_ARGS)

/* MARK: Texts */

/* Bytes of UTF-8, in place where the database's encoding allows. */
typedef collation_text Text;

/* Texts of a database in SQL_ASCII have no known encoding, so they count as UTF-8, well formed or not. */
static Text utf8_of(const text *value) {
  char *bytes = VARDATA_ANY(value);
  int length = VARSIZE_ANY_EXHDR(value);
  char *converted;

  if (GetDatabaseEncoding() == PG_SQL_ASCII) return (Text){bytes, length};
  converted = pg_server_to_any(bytes, length, PG_UTF8);
  return (Text){converted, converted == bytes ? length : (int64)strlen(converted)};
}

static text *text_of(const char *bytes, int length) {
  char *converted;

  if (GetDatabaseEncoding() == PG_SQL_ASCII) return cstring_to_text_with_len(bytes, length);
  converted = pg_any_to_server(bytes, length, PG_UTF8);
  return converted == bytes ? cstring_to_text_with_len(bytes, length) : cstring_to_text(converted);
}

/* Makes the library's line of UTF-8 fit for a message: an encoding may lack what a quotation holds. */
static char *message_of(const collation_error *error) {
  char *message = pstrdup(error->message);

  if (GetDatabaseEncoding() != PG_UTF8)
    for (char *byte = message; *byte; byte++)
      if (IS_HIGHBIT_SET(*byte)) *byte = '?';
  return message;
}

static void report(const collation_error *error) {
  int code = ERRCODE_INVALID_PARAMETER_VALUE;

  if (error->code == COLLATION_ICU_FAILURE) code = ERRCODE_EXTERNAL_ROUTINE_EXCEPTION;
  if (error->code == COLLATION_TOO_LARGE) code = ERRCODE_PROGRAM_LIMIT_EXCEEDED;
  ereport(ERROR, (errcode(code), errmsg("%s", message_of(error))));
}

/* MARK: Open collations */

/* What a server process keeps open, since opening takes longer than a key. Nothing is closed before the process has
 * used more than these. */
#define MOST_OPEN 32

typedef struct {
  collation *collation;
  /* The texts of the call, one after the other, in the database's encoding. */
  char *asked;
  int locale_length, options_length;
  uint64 last_use;
} Open;

static Open kept[MOST_OPEN];
static Open *latest = kept;
static uint64 uses;

static bool is_asked(const Open *open, const text *locale, const text *options) {
  return open->collation != NULL && open->locale_length == VARSIZE_ANY_EXHDR(locale) &&
         open->options_length == VARSIZE_ANY_EXHDR(options) &&
         memcmp(open->asked, VARDATA_ANY(locale), open->locale_length) == 0 &&
         memcmp(open->asked + open->locale_length, VARDATA_ANY(options), open->options_length) == 0;
}

/* Splits `a=b; c=d` into the texts that collation_open takes. A doubled semicolon stands for one in a value. */
static int split_options(char *options, const char ***result) {
  const char **texts = palloc(sizeof *texts * (strlen(options) / 2 + 2));
  int count = 0;
  char *from = options;

  for (bool more = true; more;) {
    char *start, *to;

    while (*from == ' ' || *from == '\n' || *from == '\t' || *from == '\r') from++;
    for (start = to = from; *from != '\0' && (*from != ';' || from[1] == ';'); *to++ = *from++)
      if (*from == ';') from++;
    more = *from++ == ';';
    while (to > start && (to[-1] == ' ' || to[-1] == '\n' || to[-1] == '\t' || to[-1] == '\r')) to--;
    *to = '\0';
    if (to > start) texts[count++] = start;
  }
  *result = texts;
  return count;
}

static char *utf8_cstring(const text *value) {
  Text name = utf8_of(value);

  return pnstrdup(name.bytes, name.length);
}

/* More than any rules need. Each option costs memory in proportion, so a hostile text must not be unbounded. */
#define LONGEST_OPTIONS 1000000

/* Opens a collation. Returns null, with the reason, if that is impossible. */
static collation *try_open(const text *locale_text, const text *options_text, collation_error *error) {
  char *locale = utf8_cstring(locale_text);
  const char **options;
  int count;
  bool has_rules = false;
  collation *found = NULL;

  memset(error, 0, sizeof *error);
  error->code = COLLATION_INVALID_OPTION;
  if (VARSIZE_ANY_EXHDR(options_text) > LONGEST_OPTIONS) {
    snprintf(error->message, sizeof error->message, "options of %d bytes: expected at most %d",
             (int)VARSIZE_ANY_EXHDR(options_text), LONGEST_OPTIONS);
    return NULL;
  }
  count = split_options(utf8_cstring(options_text), &options);
  for (int i = 0; i < count; i++) {
    /* A server process must have no threads. */
    if (strncmp(options[i], "workers=", 8) == 0) {
      strlcpy(error->message, "a statement has one thread: leave out workers", sizeof error->message);
      return NULL;
    }
    has_rules = has_rules || strncmp(options[i], "rules=", 6) == 0;
  }
  if (locale[0] == '\0' && !has_rules) {
    error->code = COLLATION_INVALID_LOCALE;
    strlcpy(error->message, "the locale is empty: expected a BCP 47 tag such as sv, or root", sizeof error->message);
    return NULL;
  }
  if (collation_open(locale, options, count, &found, error) != COLLATION_OK) return NULL;
  if (collation_is_fallback(found)) {
    collation_close(found);
    error->code = COLLATION_INVALID_LOCALE;
    /* A locale that opens is short ASCII. */
    snprintf(error->message, sizeof error->message,
             "ICU has no order for the locale '%s': expected a BCP 47 tag such as sv, or root", locale);
    return NULL;
  }
  return found;
}

/* The collation of a call. It stays open at least until the next one is asked for. */
static collation *find_or_open(const text *locale, const text *options, collation_error *error) {
  Open *open = kept;
  collation *found;
  char *asked;

  if (is_asked(latest, locale, options)) return latest->collation;
  for (Open *other = kept; other < kept + MOST_OPEN; other++) {
    if (is_asked(other, locale, options)) {
      other->last_use = ++uses;
      latest = other;
      return other->collation;
    }
    if (other->last_use < open->last_use) open = other;
  }
  found = try_open(locale, options, error);
  if (found == NULL) return NULL;
  asked = malloc(VARSIZE_ANY_EXHDR(locale) + VARSIZE_ANY_EXHDR(options) + 1);
  if (asked == NULL) {
    collation_close(found);
    ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
  }
  if (open->collation != NULL) {
    collation_close(open->collation);
    free(open->asked);
  }
  memcpy(asked, VARDATA_ANY(locale), VARSIZE_ANY_EXHDR(locale));
  memcpy(asked + VARSIZE_ANY_EXHDR(locale), VARDATA_ANY(options), VARSIZE_ANY_EXHDR(options));
  *open = (Open){found, asked, VARSIZE_ANY_EXHDR(locale), VARSIZE_ANY_EXHDR(options), ++uses};
  latest = open;
  return found;
}

/* The collation of a call whose locale and options are the arguments from `place` on. */
static collation *opened(FunctionCallInfo fcinfo, int place) {
  collation_error error;
  collation *found = find_or_open(PG_GETARG_TEXT_PP(place), PG_GETARG_TEXT_PP(place + 1), &error);

  if (found == NULL) report(&error);
  return found;
}

/* MARK: One name */

/* The texts of a name; those that are NULL are left out. */
static Text *texts_of(ArrayType *array, int *count) {
  Datum *values;
  bool *nulls;
  int length;
  Text *texts;

  deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &values, &nulls, &length);
  texts = palloc(sizeof *texts * (length + 1));
  *count = 0;
  for (int place = 0; place < length; place++)
    if (!nulls[place]) texts[(*count)++] = utf8_of(DatumGetTextPP(values[place]));
  return texts;
}

/* The functions of an array have three more arguments: what the name sorts as, how it is read, and its language. These
 * may be NULL, so the functions are not strict. */
static bool is_of_array(FunctionCallInfo fcinfo) { return PG_NARGS() == 6; }

static bool has_null(FunctionCallInfo fcinfo) { return PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2); }

static collation_parts parts_of(FunctionCallInfo fcinfo) {
  int count;
  Text *texts = texts_of(PG_GETARG_ARRAYTYPE_P(0), &count);
  Text others[3] = {{0}};

  for (int place = 0; place < 3; place++)
    if (!PG_ARGISNULL(place + 3)) others[place] = utf8_of(PG_GETARG_TEXT_PP(place + 3));
  return (collation_parts){texts, count, others[0], others[1], others[2]};
}

/* Writes the list key or the sort key of a call's name. */
static int64 write_key(FunctionCallInfo fcinfo, int32 order, const collation *own, const collation_parts *parts,
                       uint8_t *key, int64 capacity) {
  const Text *name = parts->texts;

  if (is_of_array(fcinfo)) return collation_key_of_parts(own, order, parts, key, capacity);
  if (order == COLLATION_BY_LIST_KEY) return collation_list_key(own, name->bytes, name->length, key, capacity);
  return collation_sort_key(own, name->bytes, name->length, key, capacity);
}

static bytea *key_by(int32 order, FunctionCallInfo fcinfo) {
  Text name;
  collation_parts parts = {&name, 1};
  collation *own = opened(fcinfo, 1);
  uint8_t room[2048];
  bytea *key;
  int64 length;

  if (is_of_array(fcinfo))
    parts = parts_of(fcinfo);
  else
    name = utf8_of(PG_GETARG_TEXT_PP(0));
  length = write_key(fcinfo, order, own, &parts, room, sizeof room);
  if (length > (int64)(MaxAllocSize - VARHDRSZ))
    ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                    errmsg("the key of a name takes %lld bytes: a value has at most 1 GB", (long long)length)));
  CHECK_FOR_INTERRUPTS();
  Assert(length >= 0);
  if (length <= (int64)sizeof room) return cstring_to_text_with_len((char *)room, length);
  key = palloc(VARHDRSZ + length);
  SET_VARSIZE(key, VARHDRSZ + length);
  write_key(fcinfo, order, own, &parts, (uint8_t *)VARDATA(key), length);
  return key;
}

FUNCTION(collation_keys_key) {
  if (has_null(fcinfo)) PG_RETURN_NULL();
  PG_RETURN_BYTEA_P(key_by(COLLATION_BY_LIST_KEY, fcinfo));
}

/* The most bytes of a key that an entry of a B-tree takes, with room for an id. */
#define MOST_INDEXED 2600

/* A longer key is cut. It ends as it did, since a list key is known by its last byte. */
FUNCTION(collation_keys_index_key) {
  bytea *key;

  if (has_null(fcinfo)) PG_RETURN_NULL();
  key = key_by(COLLATION_BY_LIST_KEY, fcinfo);
  if (VARSIZE(key) > VARHDRSZ + MOST_INDEXED) {
    VARDATA(key)[MOST_INDEXED - 1] = VARDATA(key)[VARSIZE(key) - VARHDRSZ - 1];
    SET_VARSIZE(key, VARHDRSZ + MOST_INDEXED);
  }
  PG_RETURN_BYTEA_P(key);
}

FUNCTION(collation_keys_sort_key) {
  if (has_null(fcinfo)) PG_RETURN_NULL();
  PG_RETURN_BYTEA_P(key_by(COLLATION_BY_SORT_KEY, fcinfo));
}

FUNCTION(collation_keys_compare) {
  Text first = utf8_of(PG_GETARG_TEXT_PP(0)), second = utf8_of(PG_GETARG_TEXT_PP(1));

  CHECK_FOR_INTERRUPTS();
  PG_RETURN_INT32(
      collation_compare(opened(fcinfo, 2), first.bytes, first.length, second.bytes, second.length));
}

static int32 section_of(FunctionCallInfo fcinfo) {
  Text name;

  CHECK_FOR_INTERRUPTS();
  if (is_of_array(fcinfo)) {
    collation_parts parts = parts_of(fcinfo);
    uint8_t key[2];

    collation_key_of_parts(opened(fcinfo, 1), COLLATION_BY_LIST_KEY, &parts, key, 2);
    return key[0] << 8 | key[1];
  }
  name = utf8_of(PG_GETARG_TEXT_PP(0));
  return collation_section(opened(fcinfo, 1), name.bytes, name.length);
}

FUNCTION(collation_keys_section_number) {
  if (has_null(fcinfo)) PG_RETURN_NULL();
  PG_RETURN_INT32(section_of(fcinfo));
}

static Datum datum_of(const char *utf8) { return PointerGetDatum(text_of(utf8, strlen(utf8))); }

FUNCTION(collation_keys_section_title) {
  if (has_null(fcinfo)) PG_RETURN_NULL();
  PG_RETURN_DATUM(datum_of(collation_title(opened(fcinfo, 1), section_of(fcinfo))));
}

/* MARK: Stamps */

FUNCTION(collation_keys_stamp) { PG_RETURN_DATUM(datum_of(collation_stamp(opened(fcinfo, 0)))); }

/* Null if keys stored under the stamp may be compared with keys made now, else a line that says what differs, or why
 * the stamp cannot be read. */
static char *difference(FunctionCallInfo fcinfo) {
  char *stored = utf8_cstring(PG_GETARG_TEXT_PP(0));
  collation_error error;

  return collation_check_stamp(opened(fcinfo, 1), stored, &error) == COLLATION_OK ? NULL : message_of(&error);
}

FUNCTION(collation_keys_difference) {
  char *found = difference(fcinfo);

  if (found == NULL) PG_RETURN_NULL();
  PG_RETURN_TEXT_P(cstring_to_text(found));
}

/* Not strict: a stamp that is missing must not pass for one that was checked. */
FUNCTION(collation_keys_check) {
  char *found;

  for (int place = 0; place < 3; place++)
    if (PG_ARGISNULL(place))
      ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
                      errmsg("collation_check: expected a stored stamp, a locale and options, not NULL")));
  found = difference(fcinfo);
  if (found != NULL) ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("%s", found)));
  PG_RETURN_BOOL(true);
}

static char *version(void) { return psprintf("%s (ICU %s)", collation_version(), collation_icu_version()); }

FUNCTION(collation_keys_version) { PG_RETURN_TEXT_P(cstring_to_text(version())); }

/* MARK: Tables */

/* What the library's callbacks collect: byte strings one after another, each behind its length. */
typedef struct {
  char *bytes;
  int64 count, capacity;
  bool is_out_of_memory, is_interrupted;
} Collected;

/* Returns 0, or 1 if there is no memory. */
static int collect(Collected *to, const void *bytes, int64 length) {
  int64 needed = to->count + sizeof length + length;

  if (needed > to->capacity) {
    int64 capacity = Max(needed, 2 * to->capacity);
    char *larger = palloc_extended(capacity, MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);

    to->is_out_of_memory = larger == NULL;
    if (larger == NULL) return 1;
    if (to->count > 0) memcpy(larger, to->bytes, to->count);
    if (to->bytes != NULL) pfree(to->bytes);
    to->bytes = larger;
    to->capacity = capacity;
  }
  memcpy(to->bytes + to->count, &length, sizeof length);
  if (length > 0) memcpy(to->bytes + to->count + sizeof length, bytes, length);
  to->count = needed;
  return 0;
}

static int32_t collect_range(void *context, const uint8_t *lower, int64_t lower_length, const uint8_t *upper,
                             int64_t upper_length) {
  return collect(context, lower, lower_length) || collect(context, upper, upper_length);
}

/* A name may have millions of words, so that a cancel must not wait for the last. */
static int32_t collect_key(void *context, const uint8_t *key, int64_t length) {
  Collected *keys = context;

  keys->is_interrupted = QueryCancelPending || ProcDiePending;
  return keys->is_interrupted ? 1 : collect(keys, key, length);
}

static void put(FunctionCallInfo fcinfo, Datum *values, bool *nulls) {
  ReturnSetInfo *result = (ReturnSetInfo *)fcinfo->resultinfo;

  tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/* Puts rows of what was collected, or reports why it is not all. */
static Datum put_collected(FunctionCallInfo fcinfo, const Collected *from, int columns, int32_t status,
                           const collation_error *error) {
  bool nulls[2] = {false};

  if (from->is_out_of_memory) ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
  if (status != COLLATION_OK) report(error);
  InitMaterializedSRF(fcinfo, columns == 1 ? MAT_SRF_USE_EXPECTED_DESC : 0);
  for (int64 place = 0; place < from->count;) {
    Datum values[2];

    for (int column = 0; column < columns; column++) {
      int64 length;

      memcpy(&length, from->bytes + place, sizeof length);
      place += sizeof length;
      values[column] = PointerGetDatum(cstring_to_text_with_len(from->bytes + place, length));
      place += length;
    }
    CHECK_FOR_INTERRUPTS();
    put(fcinfo, values, nulls);
    for (int column = 0; column < columns; column++) pfree(DatumGetPointer(values[column]));
  }
  return (Datum)0;
}

FUNCTION(collation_keys_section_titles) {
  collation *own = opened(fcinfo, 0);
  bool nulls[6] = {false};

  InitMaterializedSRF(fcinfo, 0);
  for (int32 section = 0; section < collation_section_count(own); section++) {
    const char bounds[] = {section >> 8, section, (section + 1) >> 8, section + 1};
    Datum values[] = {Int32GetDatum(section),
                      datum_of(collation_title(own, section)),
                      datum_of(collation_index_title(own, section)),
                      datum_of(collation_section_kind(own, section)),
                      PointerGetDatum(cstring_to_text_with_len(bounds, 2)),
                      PointerGetDatum(cstring_to_text_with_len(bounds + 2, 2))};

    put(fcinfo, values, nulls);
  }
  return (Datum)0;
}

/* MARK: Search */

FUNCTION(collation_keys_search_keys) {
  int count;
  Text *texts = texts_of(PG_GETARG_ARRAYTYPE_P(0), &count);
  Collected keys = {0};
  collation_error error;
  int32_t status = COLLATION_OK;

  do {
    keys.count = 0;
    keys.is_interrupted = false;
    if (count > 0) status = collation_search_keys(texts, count, collect_key, &keys, &error);
    CHECK_FOR_INTERRUPTS();
    /* Here if what was canceled is not this statement. */
  } while (keys.is_interrupted);
  return put_collected(fcinfo, &keys, 1, status, &error);
}

FUNCTION(collation_keys_search_ranges) {
  Text query = utf8_of(PG_GETARG_TEXT_PP(0));
  Collected ranges = {0};
  collation_error error;
  int32_t status =
      collation_search_ranges(opened(fcinfo, 1), query.bytes, query.length, collect_range, &ranges, &error);

  return put_collected(fcinfo, &ranges, 2, status, &error);
}

FUNCTION(collation_keys_search_rank) {
  Text query = utf8_of(PG_GETARG_TEXT_PP(0));
  collation_error error;
  collation *own = find_or_open(PG_GETARG_TEXT_PP(1), cstring_to_text(""), &error);
  int count;
  Text *texts = texts_of(PG_GETARG_ARRAYTYPE_P(2), &count);
  int32_t rank = -1;

  CHECK_FOR_INTERRUPTS();
  if (own == NULL) report(&error);
  if (count > 0 && collation_search_rank(own, query.bytes, query.length, texts, count, &rank, &error) != COLLATION_OK)
    report(&error);
  if (rank < 0) PG_RETURN_NULL();
  PG_RETURN_INT32(rank);
}

FUNCTION(collation_keys_search_stamp) {
  const char *stamp = collation_search_stamp();

  if (stamp == NULL) ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
  PG_RETURN_DATUM(datum_of(stamp));
}

/* MARK: Calls in the catalog */

typedef struct {
  FunctionCallInfo fcinfo;
  Oid extension;
} Calls;

/* Functions that no index can call have arguments of other types. */
static text *constant_text(Node *node) {
  Const *constant;

  while (IsA(node, RelabelType)) node = (Node *)((RelabelType *)node)->arg;
  constant = (Const *)node;
  return IsA(node, Const) && (constant->consttype == TEXTOID || constant->consttype == VARCHAROID) &&
                 !constant->constisnull
             ? DatumGetTextPP(constant->constvalue)
             : NULL;
}

/* Puts the locale, the options and today's stamp of each call of this extension's functions in an expression. */
static bool put_calls(Node *node, void *context) {
  Calls *calls = context;
  Node *arguments[FUNC_MAX_ARGS] = {0};
  int place = -1;

  if (node == NULL) return false;
  if (IsA(node, FuncExpr) &&
      getExtensionOfObject(ProcedureRelationId, ((FuncExpr *)node)->funcid) == calls->extension) {
    ListCell *cell;

    foreach (cell, ((FuncExpr *)node)->args) {
      NamedArgExpr *named = lfirst(cell);

      if (IsA(named, NamedArgExpr))
        arguments[named->argnumber] = (Node *)named->arg;
      else
        arguments[foreach_current_index(cell)] = lfirst(cell);
    }
    place = get_func_nargs(((FuncExpr *)node)->funcid) - 2;
    if (place == 4) place = 1;
  }
  /* The locale and the options are the last arguments of each function that an index can call, before three more if it
   * is of an array; the options may be left out. The options of a rank, behind whose locale an array follows, count as
   * unknown. Anybody may pass another expression, such as a default that calls collation_version(). */
  if (place >= 0 && arguments[place] != NULL) {
    text *locale = constant_text(arguments[place]);
    text *options = arguments[place + 1] == NULL ? cstring_to_text("") : constant_text(arguments[place + 1]);
    Datum values[3];
    bool nulls[3] = {false};

    if (locale == NULL || options == NULL) {
      /* They come from the row: the library's version has to stand for all stamps. */
      values[0] = values[1] = PointerGetDatum(cstring_to_text(""));
      values[2] = PointerGetDatum(cstring_to_text(version()));
    } else {
      collation_error error;
      collation *found = find_or_open(locale, options, &error);

      values[0] = PointerGetDatum(locale);
      values[1] = PointerGetDatum(options);
      nulls[2] = found == NULL;
      values[2] = found == NULL ? (Datum)0 : datum_of(collation_stamp(found));
    }
    put(calls->fcinfo, values, nulls);
  }
  return expression_tree_walker(node, put_calls, context);
}

FUNCTION(collation_keys_calls) {
  Calls calls = {fcinfo, get_extension_oid("collation_keys", false)};

  InitMaterializedSRF(fcinfo, 0);
  put_calls(stringToNode(text_to_cstring(PG_GETARG_TEXT_PP(0))), &calls);
  return (Datum)0;
}

/* Whether a transaction is this one, or a part of it. */
FUNCTION(collation_keys_is_current_transaction) {
  PG_RETURN_BOOL(TransactionIdIsCurrentTransactionId(PG_GETARG_TRANSACTIONID(0)));
}

/* MARK: Rebuilding */

#if PG_VERSION_NUM < 160000
#define member_can_set_role is_member_of_role
#endif

/* Runs a statement as the owner of a relation, and returns the number of rows. As in REINDEX, functions and triggers of
 * the owner's have no rights of the caller's, who may be a superuser, and cannot win them back by RESET ROLE. */
FUNCTION(collation_keys_run_as_owner) {
  Oid relation = PG_GETARG_OID(0), caller, owner;
  HeapTuple found = SearchSysCache1(RELOID, ObjectIdGetDatum(relation));
  int context, level, status;
  uint64 rows;

  if (!HeapTupleIsValid(found))
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE), errmsg("there is no relation with the number %u", relation)));
  owner = ((Form_pg_class)GETSTRUCT(found))->relowner;
  ReleaseSysCache(found);
  GetUserIdAndSecContext(&caller, &context);
  if (!member_can_set_role(caller, owner))
    aclcheck_error(ACLCHECK_NOT_OWNER, get_relkind_objtype(get_rel_relkind(relation)), get_rel_name(relation));
  SetUserIdAndSecContext(owner, context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION);
  level = NewGUCNestLevel();
  if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
  status = SPI_execute(text_to_cstring(PG_GETARG_TEXT_PP(1)), false, 0);
  if (status < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(status));
  rows = SPI_processed;
  SPI_finish();
  AtEOXact_GUC(false, level);
  SetUserIdAndSecContext(caller, context);
  PG_RETURN_INT64((int64)rows);
}
