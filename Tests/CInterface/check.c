/* Uses the C interface from C, as a program would; Scripts/check-c-interface builds and starts it.
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

/* Prints the keys of names as `collate keys --list` does. */
static void print_keys(const collation *swedish) {
  static const char bytes[] = "ÖbergZornÅberg";
  static const int32_t offsets[] = {0, 6, 10, 16};
  const void *buffers[] = {NULL, offsets, bytes};
  struct ArrowSchema schema = {.format = "u", .release = release_no_schema};
  struct ArrowArray names = {
      .length = 3, .n_buffers = 3, .buffers = buffers, .release = release_nothing};
  struct ArrowSchema keys_schema, sections_schema;
  struct ArrowArray keys, sections;
  collation_error error;
  if (collation_list_keys(swedish, &schema, &names, &keys_schema, &keys, &sections_schema,
                             &sections, &error) != COLLATION_OK) {
    fail("keys", &error);
  }
  const int32_t *ends = keys.buffers[1];
  const unsigned char *key = keys.buffers[2];
  const int32_t *numbers = sections.buffers[1];
  for (int64_t name = 0; name < keys.length; name++) {
    for (int32_t place = ends[name]; place < ends[name + 1]; place++) printf("%02x", key[place]);
    printf("\t%.*s\n", offsets[name + 1] - offsets[name], bytes + offsets[name]);
    if (numbers[name] != (key[ends[name]] << 8 | key[ends[name] + 1])) {
      fprintf(stderr, "the section and the key differ\n");
      exit(1);
    }
  }
  keys.release(&keys);
  keys_schema.release(&keys_schema);
  sections.release(&sections);
  sections_schema.release(&sections_schema);
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
  print_keys(swedish);
  uint8_t key[64];
  if (collation_list_key(swedish, "Zorn", 4, key, sizeof key) < 4 ||
      collation_section(swedish, "Zorn", 4) != (key[0] << 8 | key[1])) {
    return 1;
  }
  const char *const options[] = {"numeric=true", "layout=icu"};
  collation *numeric = opened("sv", options, 2);
  printf("%s\n", collation_stamp(numeric));
  collation_close(numeric);
  collation_close(swedish);
  return 0;
}
