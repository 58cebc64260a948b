/* Uses the C interface from C, as a program would; Scripts/check c-interface builds and starts it.
 *
 *     check                 calls each function, and prints what it gives
 *     check open N          opens and closes N collations, and prints how much the memory grew
 *
 * What is printed is compared with what the command `collate` prints. Leaks are found by the
 * sanitizer. */
#include "collation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *what, const collation_error *error) {
  fprintf(stderr, "%s: %d %s\n", what, error->code, error->message);
  exit(1);
}

static collation *opened(const char *locale, const char *const *options, int32_t count) {
  collation_error error;
  collation *result;
  if (collation_open(locale, options, count, &result, &error) != COLLATION_OK) fail(locale, &error);
  return result;
}

static void release_nothing(struct ArrowArray *array) { array->release = NULL; }
static void release_no_schema(struct ArrowSchema *schema) { schema->release = NULL; }

static const char bytes[] = "ÖbergZornÅberg";
static const int32_t offsets[] = {0, 6, 10, 16};
static const void *buffers[] = {NULL, offsets, bytes};
static struct ArrowSchema schema = {.format = "u", .release = release_no_schema};
static struct ArrowArray names = {.length = 3, .n_buffers = 3, .buffers = buffers, .release = release_nothing};

static void release(struct ArrowSchema *array_schema, struct ArrowArray *array) {
  array->release(array);
  array_schema->release(array_schema);
}

static void print_name(int64_t name) {
  printf("%.*s\n", offsets[name + 1] - offsets[name], bytes + offsets[name]);
}

static void print_keys(const struct ArrowArray *keys) {
  const int32_t *ends = keys->buffers[1];
  const unsigned char *key = keys->buffers[2];
  for (int64_t name = 0; name < keys->length; name++) {
    for (int32_t place = ends[name]; place < ends[name + 1]; place++) printf("%02x", key[place]);
    printf("\t");
    print_name(name);
  }
}

/* Prints the list keys of names as `collate keys --list` does, and their sort keys as `collate keys`. */
static void check_keys(const collation *swedish) {
  struct ArrowSchema keys_schema, sections_schema;
  struct ArrowArray keys, sections;
  collation_error error;
  if (collation_list_keys(swedish, &schema, &names, &keys_schema, &keys, &sections_schema, &sections, &error)) {
    fail("list keys", &error);
  }
  print_keys(&keys);
  const int32_t *ends = keys.buffers[1];
  const unsigned char *key = keys.buffers[2];
  const int32_t *numbers = sections.buffers[1];
  for (int64_t name = 0; name < keys.length; name++) {
    if (numbers[name] != (key[ends[name]] << 8 | key[ends[name] + 1])) {
      fprintf(stderr, "the section and the key differ\n");
      exit(1);
    }
  }
  release(&keys_schema, &keys);
  release(&sections_schema, &sections);
  if (collation_sort_keys(swedish, &schema, &names, &keys_schema, &keys, &error)) fail("sort keys", &error);
  print_keys(&keys);
  release(&keys_schema, &keys);
}

static void print_indices(struct ArrowSchema *indices_schema, struct ArrowArray *indices) {
  const int64_t *numbers = indices->buffers[1];
  for (int64_t place = 0; place < indices->length; place++) print_name(numbers[place]);
  release(indices_schema, indices);
}

/* Prints names as `collate sort` does, and as `collate search ö` does. */
static void check_order(const collation *swedish) {
  struct ArrowSchema indices_schema;
  struct ArrowArray indices;
  collation_error error;
  if (collation_sorted_indices(swedish, COLLATION_BY_SORT_KEY, &schema, &names, &indices_schema, &indices, &error)) {
    fail("sort", &error);
  }
  print_indices(&indices_schema, &indices);
  collation_search *search;
  if (collation_search_open(swedish, &schema, &names, &search, &error)) fail("search", &error);
  if (collation_search_find(search, "ö", 2, &indices_schema, &indices, &error)) fail("search", &error);
  print_indices(&indices_schema, &indices);
  collation_search_close(search);
}

static int32_t count_range(void *context, const uint8_t *lower, int64_t lower_length, const uint8_t *upper,
                           int64_t upper_length) {
  (void)lower, (void)upper;
  *(int32_t *)context += lower_length > 0 && upper_length > 0;
  return 0;
}

static int32_t count_key(void *context, const uint8_t *key, int64_t length) {
  *(int64_t *)context += length * (key[0] == '0' || key[0] == '1');
  return 0;
}

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "not so: %s\n", what);
  exit(1);
}

static void check_one_name(const collation *swedish) {
  uint8_t key[64];
  expect(collation_list_key(swedish, "Zorn", 4, key, sizeof key) >= 4, "a list key");
  expect(collation_section(swedish, "Zorn", 4) == (key[0] << 8 | key[1]), "its section");
  int64_t length = collation_sort_key(swedish, "Zorn", 4, key, sizeof key);
  expect(length > 4 && key[length - 1] == 0, "a sort key");
  expect(collation_compare(swedish, "Zorn", 4, "Öberg", 6) == -1, "Zorn < Öberg");
  collation_error error;
  expect(!strcmp(collation_locale(swedish), "sv") && !collation_is_fallback(swedish), "the locale");
  expect(collation_check_stamp(swedish, collation_stamp(swedish), &error) == COLLATION_OK, "its own stamp");
}

/* Prints the list key of a name by its parts, as `collate keys --list` does. */
static void print_key_of_parts(const collation *swedish) {
  const collation_text texts[] = {{"Ek", 2}, {"Zara", 4}};
  collation_parts parts = {texts, 2, {NULL, 0}, {NULL, 0}, {"sv", 2}};
  for (int has_sort_as = 0; has_sort_as < 2; has_sort_as++) {
    uint8_t key[64];
    if (has_sort_as) parts.sort_as = (collation_text){"Åk", 3};
    int64_t length = collation_key_of_parts(swedish, COLLATION_BY_LIST_KEY, &parts, key, sizeof key);
    for (int64_t place = 0; place < length; place++) printf("%02x", key[place]);
    printf("\tEk\tZara\tÅk\n");
  }
}

static void check_stored_search(const collation *swedish) {
  const collation_text texts[] = {{"Åsa Ek", 7}, {"Asa", 3}};
  int32_t ranges = 0, rank = -2;
  int64_t length = 0;
  collation_error error;
  if (collation_search_keys(texts, 2, count_key, &length, &error)) fail("search keys", &error);
  expect(length == 7 + 4 + 5, "0asa ek, 1ek , 1asa ");
  if (collation_search_ranges(swedish, "asa", 3, count_range, &ranges, &error)) fail("search ranges", &error);
  expect(ranges > 1, "ranges for names and for words");
  if (collation_search_rank(swedish, "ek", 2, texts, 1, &rank, &error)) fail("search rank", &error);
  expect(rank == 0, "Ek is a whole word");
  if (collation_search_rank(swedish, "bo", 2, texts, 2, &rank, &error)) fail("search rank", &error);
  expect(rank == -1, "there is no Bo");
  expect(collation_search_stamp() && strstr(collation_search_stamp(), "icu="), "the stamp of the keys");
}

static void check_texts(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", COLLATION_VERSION_MAJOR, COLLATION_VERSION_MINOR,
           COLLATION_VERSION_PATCH);
  // Behind it, a library that is not released has -dev.
  expect(!strncmp(version, collation_version(), strlen(version)), "the version of the header");
  expect(collation_icu_version() && collation_option(0) && !collation_option(-1), "texts");
}

static int threads_of_process(void) {
  char line[128];
  int count = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file) && sscanf(line, "Threads: %d", &count) != 1) {
  }
  if (file) fclose(file);
  return count;
}

/* No thread is there unless workers were asked for, and none after the call. A process that forks later depends on
 * that. */
static void check_threads(void) {
  enum { COUNT = 200000 };
  static int32_t places[COUNT + 1];
  const void *many_buffers[] = {NULL, places, bytes};
  for (int32_t name = 0; name <= COUNT; name++) places[name] = name * 10 / COUNT;
  struct ArrowArray many = names;
  many.length = COUNT;
  many.buffers = many_buffers;
  for (int workers = 1; workers <= 3; workers += 2) {
    const char *const options[] = {workers == 1 ? "workers=1" : "workers=3"};
    collation *opened_for = opened("sv", options, 1);
    struct ArrowSchema result_schema;
    struct ArrowArray result;
    collation_error error;
    if (collation_sort_keys(opened_for, &schema, &many, &result_schema, &result, &error)) fail("keys", &error);
    release(&result_schema, &result);
    if (collation_sorted_indices(opened_for, COLLATION_BY_LIST_KEY, &schema, &many, &result_schema, &result,
                                 &error)) {
      fail("sort", &error);
    }
    release(&result_schema, &result);
    collation_close(opened_for);
    expect(threads_of_process() == 1, "one thread");
  }
}

static long resident_kilobytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*s %ld", &pages) != 1) exit(1);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void open_many(long count) {
  static const char *const locales[] = {"sv", "de-u-co-phonebk", "ja", "zh", "en"};
  long before = 0;
  for (long number = 0; number < count; number++) {
    if (number == count / 10) before = resident_kilobytes();
    collation_close(opened(locales[number % 5], NULL, 0));
    /* Failures keep nothing either. */
    collation *none;
    if (number % 100 == 0 && collation_open("sv-u-co-bogus", NULL, 0, &none, NULL) == COLLATION_OK)
      exit(1);
  }
  printf("%ld\n", resident_kilobytes() - before);
}

int main(int count, char **arguments) {
  if (count == 3) {
    open_many(atol(arguments[2]));
    return 0;
  }
  collation *swedish = opened("sv", NULL, 0);
  printf("%s\n", collation_stamp(swedish));
  for (int32_t section = 0; section < collation_section_count(swedish); section++) {
    printf("%s\n", collation_title(swedish, section));
  }
  check_keys(swedish);
  check_order(swedish);
  print_key_of_parts(swedish);
  check_one_name(swedish);
  check_stored_search(swedish);
  check_texts();
  check_threads();
  const char *const options[] = {"numeric=true", "layout=icu"};
  collation *numeric = opened("sv", options, 2);
  printf("%s\n", collation_stamp(numeric));
  collation_close(numeric);
  collation_close(swedish);
  return 0;
}
