/* The module collation._native: the functions of collation.h for Python, in its limited API.
 *
 * The library is loaded when the package first needs it. What calls take and return as arrays is in Arrow's C data
 * interface: pairs of capsules, as Arrow's PyCapsule interface has them, so the module needs no Arrow library. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "collation.h"

/* ---- The library ---- */

#define FUNCTIONS(FUNCTION)            \
  FUNCTION(collation_version)          \
  FUNCTION(collation_icu_version)      \
  FUNCTION(collation_option)           \
  FUNCTION(collation_open)             \
  FUNCTION(collation_close)            \
  FUNCTION(collation_stamp)            \
  FUNCTION(collation_check_stamp)      \
  FUNCTION(collation_locale)           \
  FUNCTION(collation_is_fallback)      \
  FUNCTION(collation_section_count)    \
  FUNCTION(collation_title)            \
  FUNCTION(collation_index_title)      \
  FUNCTION(collation_section_kind)     \
  FUNCTION(collation_dropped_label)    \
  FUNCTION(collation_section)          \
  FUNCTION(collation_compare)          \
  FUNCTION(collation_list_key)         \
  FUNCTION(collation_sort_key)         \
  FUNCTION(collation_search_keys)      \
  FUNCTION(collation_search_stamp)     \
  FUNCTION(collation_search_ranges)    \
  FUNCTION(collation_search_rank)      \
  FUNCTION(collation_list_keys)        \
  FUNCTION(collation_sort_keys)        \
  FUNCTION(collation_sections)         \
  FUNCTION(collation_sorted_indices)   \
  FUNCTION(collation_search_open)      \
  FUNCTION(collation_search_close)     \
  FUNCTION(collation_search_find)

static struct {
#define MEMBER(name) __typeof__(&name) name;
  FUNCTIONS(MEMBER)
#undef MEMBER
} library;

static PyObject *load(PyObject *module, PyObject *path) {
  PyObject *bytes;
  if (!PyUnicode_FSConverter(path, &bytes)) return NULL;
  void *handle = dlopen(PyBytes_AsString(bytes), RTLD_NOW | RTLD_LOCAL);
  Py_DECREF(bytes);
  if (handle == NULL) return PyErr_Format(PyExc_OSError, "%s", dlerror());
  __typeof__(library) loaded;
#define LOAD(name)                                                                                                \
  if ((loaded.name = (__typeof__(loaded.name))dlsym(handle, #name)) == NULL) {                                    \
    return PyErr_Format(PyExc_OSError, "%R has no function %s: it is no libcollation, or an older one", path, #name); \
  }
  FUNCTIONS(LOAD)
#undef LOAD
  library = loaded;
  Py_RETURN_NONE;
}

static PyObject *is_loaded(PyObject *module, PyObject *unused) {
  return PyBool_FromLong(library.collation_open != NULL);
}

static PyObject *versions(PyObject *module, PyObject *unused) {
  return Py_BuildValue("{ssss}", "collation", library.collation_version(), "icu", library.collation_icu_version());
}

static PyObject *text(const char *utf8) { return PyUnicode_DecodeUTF8(utf8, (Py_ssize_t)strlen(utf8), "replace"); }

/* Appends a new reference, which may be null after an error. Returns 0, or -1 after an error. */
static int append(PyObject *list, PyObject *item) {
  if (item == NULL) return -1;
  int status = PyList_Append(list, item);
  Py_DECREF(item);
  return status;
}

static PyObject *options(PyObject *module, PyObject *unused) {
  PyObject *list = PyList_New(0);
  const char *name;
  for (int32_t number = 0; list != NULL && (name = library.collation_option(number)) != NULL; number++) {
    if (append(list, text(name)) < 0) Py_CLEAR(list);
  }
  return list;
}

/* Raises the CollationError of a call that failed. Always returns null. */
static PyObject *raised(int32_t status, const collation_error *error) {
  PyObject *package = PyImport_ImportModule("collation");
  PyObject *type = package ? PyObject_GetAttrString(package, "CollationError") : NULL;
  PyObject *message = type ? text(error->message) : NULL;
  PyObject *exception = message ? PyObject_CallFunction(type, "iO", (int)status, message) : NULL;
  if (exception != NULL) PyErr_SetObject(type, exception);
  Py_XDECREF(exception);
  Py_XDECREF(message);
  Py_XDECREF(type);
  Py_XDECREF(package);
  return NULL;
}

/* ---- Names ---- */

/* The bytes of a name. A surrogate has no UTF-8, so each becomes U+FFFD, as which all that is ill-formed collates;
 * the bytes are then those of `owned`. */
typedef struct {
  const char *bytes;
  Py_ssize_t length;
  PyObject *owned;
} Name;

static int name_of(PyObject *object, Name *name) {
  name->owned = NULL;
  if (!PyUnicode_Check(object)) {
    PyErr_Format(PyExc_TypeError, "expected a name as str, got %.200R", object);
    return -1;
  }
  name->bytes = PyUnicode_AsUTF8AndSize(object, &name->length);
  if (name->bytes != NULL) return 0;
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return -1;
  PyErr_Clear();
  name->owned = PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass");
  if (name->owned == NULL) return -1;
  char *bytes = PyBytes_AsString(name->owned);
  name->bytes = bytes;
  name->length = PyBytes_Size(name->owned);
  for (Py_ssize_t place = 0; place < name->length; place++) {
    if ((uint8_t)bytes[place] == 0xed && (uint8_t)bytes[place + 1] >= 0xa0) memcpy(bytes + place, "\xef\xbf\xbd", 3);
  }
  return 0;
}

/* ---- Arrays ---- */

static void release_nothing_of_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_nothing_of_array(struct ArrowArray *array) { array->release = NULL; }

/* A column of names: lent by the capsules of another library, or made from a list. */
typedef struct {
  struct ArrowSchema schema;
  struct ArrowArray array;
  const void *buffers[3];
  uint8_t *validity;
  void *offsets;
  char *bytes;
} Column;

static void free_column(Column *column) {
  free(column->validity);
  free(column->offsets);
  free(column->bytes);
}

/* Makes an array of utf8, or of large_utf8 if the texts take 2 GiB or more: of each name, the text with a number, which
 * is empty if the name has fewer. A name is str, a tuple of texts, or None. Raises `text_count` to what a tuple has. */
static int column_of_list(PyObject *list, Py_ssize_t number, Py_ssize_t *text_count, Column *column) {
  Py_ssize_t count = PyList_Size(list);
  int64_t size = 0, capacity = 16 * (int64_t)count + 64;
  int64_t *offsets = column->offsets = malloc(sizeof(int64_t) * ((size_t)count + 1));
  column->validity = calloc((size_t)count / 8 + 1, 1);
  column->bytes = malloc((size_t)capacity);
  if (offsets == NULL || column->validity == NULL || column->bytes == NULL) goto no_memory;
  for (Py_ssize_t place = 0; place < count; place++) {
    offsets[place] = size;
    /* An error that name_of clears may run a finalizer, which may change the list. */
    PyObject *item = PyList_GetItem(list, place);
    if (item == NULL) return -1;
    if (item == Py_None) {
      column->array.null_count++;
      continue;
    }
    column->validity[place / 8] |= (uint8_t)(1 << place % 8);
    if (PyTuple_Check(item)) {
      Py_ssize_t size = PyTuple_Size(item);
      if (*text_count < size || *text_count == 0) *text_count = size > 0 ? size : 1;
      item = number < size ? PyTuple_GetItem(item, number) : Py_None;
      if (item == Py_None) continue;
    } else if (number > 0) {
      continue;
    }
    if (!PyUnicode_Check(item)) {
      PyErr_Format(PyExc_TypeError, "expected names as str, tuples of texts or None, got %.200R at index %zd", item,
                   place);
      return -1;
    }
    Py_INCREF(item);
    Name name;
    if (name_of(item, &name) < 0) {
      Py_DECREF(item);
      return -1;
    }
    if (capacity - size < name.length) {
      capacity = size + name.length + capacity / 2;
      char *larger = realloc(column->bytes, (size_t)capacity);
      if (larger == NULL) {
        Py_XDECREF(name.owned);
        Py_DECREF(item);
        goto no_memory;
      }
      column->bytes = larger;
    }
    memcpy(column->bytes + size, name.bytes, (size_t)name.length);
    size += name.length;
    Py_XDECREF(name.owned);
    Py_DECREF(item);
  }
  offsets[count] = size;
  int is_large = size > INT32_MAX;
  if (!is_large) {
    int32_t *narrow = column->offsets;
    for (Py_ssize_t place = 0; place <= count; place++) narrow[place] = (int32_t)offsets[place];
  }
  column->buffers[0] = column->array.null_count > 0 ? column->validity : NULL;
  column->buffers[1] = column->offsets;
  column->buffers[2] = column->bytes;
  column->schema.format = is_large ? "U" : "u";
  column->schema.flags = ARROW_FLAG_NULLABLE;
  column->schema.release = release_nothing_of_schema;
  column->array.length = count;
  column->array.n_buffers = 3;
  column->array.buffers = column->buffers;
  column->array.release = release_nothing_of_array;
  return 0;
no_memory:
  PyErr_NoMemory();
  return -1;
}

/* The column of a pair of capsules, which keep what they hold. */
static int column_of_capsules(PyObject *object, Column *column) {
  PyObject *schema_capsule, *array_capsule;
  if (!PyArg_ParseTuple(object, "OO", &schema_capsule, &array_capsule)) return -1;
  struct ArrowSchema *schema = PyCapsule_GetPointer(schema_capsule, "arrow_schema");
  struct ArrowArray *array = schema ? PyCapsule_GetPointer(array_capsule, "arrow_array") : NULL;
  if (array == NULL) return -1;
  column->schema = *schema;
  column->array = *array;
  return 0;
}

/* The array of a call: one column, or a struct array of a column for each part of the names. Names of several texts are
 * themselves structs, of a column for each text. */
enum { MOST_PARTS = 4 };
static const char *const part_names[MOST_PARTS] = {"name", "sort_as", "reading", "language"};

typedef struct {
  Column columns[MOST_PARTS], *texts;
  Py_ssize_t count, text_count;
  struct ArrowSchema **text_schemas;
  struct ArrowArray **text_arrays;
  struct ArrowSchema schema, *schemas[MOST_PARTS];
  struct ArrowArray array, *arrays[MOST_PARTS];
  const void *no_buffer[1];
} Names;

static void free_names(Names *names) {
  for (Py_ssize_t part = 0; part < names->count; part++) free_column(&names->columns[part]);
  for (Py_ssize_t text = 0; text < names->text_count; text++) free_column(&names->texts[text]);
  free(names->texts);
  free(names->text_schemas);
  free(names->text_arrays);
}

static void make_struct(struct ArrowSchema *schema, struct ArrowArray *array, Py_ssize_t count,
                        struct ArrowSchema **schemas, struct ArrowArray **arrays, const void **buffers) {
  *schema = (struct ArrowSchema){
      .format = "+s", .n_children = count, .children = schemas, .release = release_nothing_of_schema};
  *array = (struct ArrowArray){.length = arrays[0]->length, .n_buffers = 1, .n_children = count, .buffers = buffers,
                               .children = arrays, .release = release_nothing_of_array};
}

/* Makes structs of the names, whose first texts have been read. */
static int add_texts(PyObject *list, Py_ssize_t count, Names *names) {
  Column *column = &names->columns[0], *texts = names->texts = calloc((size_t)count, sizeof *texts);
  names->text_schemas = malloc(sizeof(void *) * (size_t)count);
  names->text_arrays = malloc(sizeof(void *) * (size_t)count);
  if (texts == NULL || names->text_schemas == NULL || names->text_arrays == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  texts[0] = *column;
  texts[0].array.buffers = texts[0].buffers;
  memset(column, 0, sizeof *column);
  for (Py_ssize_t text = 0, unused = 0; text < count; text++) {
    names->text_count++;
    if (text > 0 && column_of_list(list, text, &unused, &texts[text]) < 0) return -1;
    names->text_schemas[text] = &texts[text].schema;
    names->text_arrays[text] = &texts[text].array;
  }
  make_struct(&column->schema, &column->array, count, names->text_schemas, names->text_arrays, column->buffers);
  /* The first texts are null where the names are. */
  column->buffers[0] = texts[0].buffers[0];
  column->array.null_count = texts[0].array.null_count;
  return 0;
}

/* parts: a tuple of lists, pairs of capsules, and None for parts that are left out. */
static int names_of(PyObject *parts, Names *names) {
  memset(names, 0, sizeof *names);
  Py_ssize_t part_count = PyTuple_Size(parts);
  if (part_count < 0 || part_count > MOST_PARTS) {
    PyErr_BadInternalCall();
    return -1;
  }
  for (Py_ssize_t part = 0; part < part_count; part++) {
    PyObject *object = PyTuple_GetItem(parts, part);
    if (object == Py_None) continue;
    Py_ssize_t number = names->count++;
    Column *column = &names->columns[number];
    Py_ssize_t text_count = 0;
    int is_list = PyList_Check(object);
    if ((is_list ? column_of_list(object, 0, &text_count, column) : column_of_capsules(object, column)) < 0) {
      goto failed;
    }
    if (text_count > 0 && part > 0) {
      PyErr_Format(PyExc_TypeError, "expected values of %s as str or None, got a tuple", part_names[part]);
      goto failed;
    }
    if (text_count > 0 && add_texts(object, text_count, names) < 0) goto failed;
    column->schema.name = part_names[part];
    names->schemas[number] = &column->schema;
    names->arrays[number] = &column->array;
    if (column->array.length != names->columns[0].array.length) {
      PyErr_Format(PyExc_ValueError, "there are %lld names, but %lld values of %s: expected one for each name",
                   (long long)names->columns[0].array.length, (long long)column->array.length, part_names[part]);
      goto failed;
    }
  }
  /* Structs from outside have the part `name` themselves, unless they are that part. */
  int has_parts = names->count > 1 || names->texts != NULL ||
                  (part_count > 1 && strcmp(names->columns[0].schema.format, "+s") == 0);
  if (!has_parts) {
    names->schema = names->columns[0].schema;
    names->array = names->columns[0].array;
    return 0;
  }
  make_struct(&names->schema, &names->array, names->count, names->schemas, names->arrays, names->no_buffer);
  return 0;
failed:
  free_names(names);
  return -1;
}

static void destroy_schema(PyObject *capsule) {
  struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema->release != NULL) schema->release(schema);
  free(schema);
}

static void destroy_array(PyObject *capsule) {
  struct ArrowArray *array = PyCapsule_GetPointer(capsule, "arrow_array");
  if (array->release != NULL) array->release(array);
  free(array);
}

/* An array to be made by a call, in capsules. */
typedef struct {
  struct ArrowSchema *schema;
  struct ArrowArray *array;
  PyObject *capsules;
} Output;

static int make_output(Output *output) {
  output->capsules = NULL;
  output->schema = calloc(1, sizeof *output->schema);
  output->array = calloc(1, sizeof *output->array);
  PyObject *schema = NULL, *array = NULL;
  if (output->schema == NULL || output->array == NULL) {
    PyErr_NoMemory();
  } else if ((schema = PyCapsule_New(output->schema, "arrow_schema", destroy_schema)) != NULL) {
    array = PyCapsule_New(output->array, "arrow_array", destroy_array);
  }
  if (array != NULL) output->capsules = PyTuple_Pack(2, schema, array);
  if (schema == NULL) free(output->schema);
  if (array == NULL) free(output->array);
  Py_XDECREF(schema);
  Py_XDECREF(array);
  return output->capsules == NULL ? -1 : 0;
}

/* The values of an array that the library made, as a list: bytes or int, None for a null. */
static PyObject *to_list(PyObject *module, PyObject *capsules) {
  Column column;
  memset(&column, 0, sizeof column);
  if (!PyTuple_Check(capsules) || column_of_capsules(capsules, &column) < 0) return NULL;
  const struct ArrowArray *array = &column.array;
  const uint8_t *validity = array->null_count == 0 ? NULL : array->buffers[0];
  const void *values = array->buffers[1];
  const char *bytes = array->n_buffers > 2 ? array->buffers[2] : NULL;
  PyObject *list = PyList_New((Py_ssize_t)array->length);
  for (int64_t place = 0; list != NULL && place < array->length; place++) {
    PyObject *item;
    if (validity != NULL && !(validity[place / 8] >> place % 8 & 1)) {
      item = Py_NewRef(Py_None);
    } else if (column.schema.format[0] == 'z') {
      const int32_t *offsets = values;
      item = PyBytes_FromStringAndSize(bytes + offsets[place], offsets[place + 1] - offsets[place]);
    } else if (column.schema.format[0] == 'Z') {
      const int64_t *offsets = values;
      item = PyBytes_FromStringAndSize(bytes + offsets[place], (Py_ssize_t)(offsets[place + 1] - offsets[place]));
    } else if (column.schema.format[0] == 'i') {
      item = PyLong_FromLong(((const int32_t *)values)[place]);
    } else {
      item = PyLong_FromLongLong(((const int64_t *)values)[place]);
    }
    if (item == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, (Py_ssize_t)place, item);
    }
  }
  return list;
}

/* ---- Collation ---- */

/* A handle may be closed while other threads are in calls that have given up the interpreter lock, which protects
 * these members: the last of these calls closes it. */
typedef struct {
  PyObject_HEAD
  collation *handle;
  Py_ssize_t call_count;
  int is_closed;
} Collation;

/* The handle for a call that keeps the interpreter lock; null, with an error, if it is closed. */
static collation *open_handle(Collation *self) {
  if (self->handle == NULL || self->is_closed) {
    PyErr_SetString(PyExc_ValueError, "the collation is closed");
    return NULL;
  }
  return self->handle;
}

static void close_unused(Collation *self) {
  if (self->call_count > 0 || self->handle == NULL) return;
  library.collation_close(self->handle);
  self->handle = NULL;
}

/* Between the two, a call gives up the interpreter lock. */
static collation *begin_call(Collation *self) {
  collation *handle = open_handle(self);
  if (handle != NULL) self->call_count++;
  return handle;
}

static void end_call(Collation *self) {
  self->call_count--;
  if (self->is_closed) close_unused(self);
}

static PyObject *collation_open_(PyObject *object, PyObject *arguments) {
  Collation *self = (Collation *)object;
  const char *locale;
  PyObject *texts;
  if (!PyArg_ParseTuple(arguments, "yO!", &locale, &PyTuple_Type, &texts)) return NULL;
  if (self->handle != NULL) {
    PyErr_SetString(PyExc_ValueError, "the collation is open already");
    return NULL;
  }
  Py_ssize_t count = PyTuple_Size(texts);
  const char **options = malloc(sizeof(char *) * ((size_t)count + 1));
  if (options == NULL) return PyErr_NoMemory();
  for (Py_ssize_t place = 0; place < count; place++) {
    if ((options[place] = PyBytes_AsString(PyTuple_GetItem(texts, place))) == NULL) {
      free(options);
      return NULL;
    }
  }
  collation *handle;
  collation_error error;
  int32_t status;
  Py_BEGIN_ALLOW_THREADS
  status = library.collation_open(locale, options, (int32_t)count, &handle, &error);
  Py_END_ALLOW_THREADS
  free(options);
  if (status != COLLATION_OK) return raised(status, &error);
  self->handle = handle;
  self->is_closed = 0;
  Py_RETURN_NONE;
}

static PyObject *collation_close_(PyObject *object, PyObject *unused) {
  Collation *self = (Collation *)object;
  self->is_closed = 1;
  close_unused(self);
  Py_RETURN_NONE;
}

static PyObject *collation_enter(PyObject *self, PyObject *unused) {
  return open_handle((Collation *)self) ? Py_NewRef(self) : NULL;
}

static PyObject *collation_exit(PyObject *self, PyObject *arguments) { return collation_close_(self, NULL); }

static void collation_dealloc(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  close_unused((Collation *)object);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

static PyObject *get_is_closed(PyObject *object, void *unused) {
  Collation *self = (Collation *)object;
  return PyBool_FromLong(self->handle == NULL || self->is_closed);
}

static PyObject *get_stamp(PyObject *self, void *unused) {
  collation *handle = open_handle((Collation *)self);
  return handle ? text(library.collation_stamp(handle)) : NULL;
}

static PyObject *get_locale(PyObject *self, void *unused) {
  collation *handle = open_handle((Collation *)self);
  return handle ? text(library.collation_locale(handle)) : NULL;
}

static PyObject *get_is_fallback(PyObject *self, void *unused) {
  collation *handle = open_handle((Collation *)self);
  return handle ? PyBool_FromLong(library.collation_is_fallback(handle)) : NULL;
}

typedef const char *TextFunction(const collation *, int32_t);

static PyObject *texts(PyObject *self, TextFunction *function) {
  PyObject *list = PyList_New(0);
  collation *handle = list ? open_handle((Collation *)self) : NULL;
  if (handle == NULL) Py_CLEAR(list);
  const char *utf8;
  for (int32_t number = 0; list != NULL && (utf8 = function(handle, number)) != NULL; number++) {
    if (append(list, text(utf8)) < 0) Py_CLEAR(list);
  }
  return list;
}

static PyObject *get_titles(PyObject *self, void *unused) { return texts(self, library.collation_title); }
static PyObject *get_index_titles(PyObject *self, void *unused) { return texts(self, library.collation_index_title); }
static PyObject *get_kinds(PyObject *self, void *unused) { return texts(self, library.collation_section_kind); }
static PyObject *get_dropped_labels(PyObject *self, void *unused) {
  return texts(self, library.collation_dropped_label);
}

/* What a batch makes. */
enum { LIST_KEYS, SORT_KEYS, SECTIONS, SECTIONS_AND_LIST_KEYS, INDICES_BY_LIST_KEY, INDICES_BY_SORT_KEY };

/* What a batch makes of one name, which may be a tuple of texts. */
static PyObject *batch_of_one(PyObject *self, int what, PyObject *name) {
  PyObject *made = PyObject_CallMethod(self, "_batch", "i([O])", what, name);
  PyObject *list = made ? to_list(NULL, PyTuple_GetItem(made, 0)) : NULL;
  PyObject *only = list ? Py_XNewRef(PyList_GetItem(list, 0)) : NULL;
  Py_XDECREF(made);
  Py_XDECREF(list);
  return only;
}

static PyObject *section(PyObject *self, PyObject *object) {
  if (PyTuple_Check(object)) return batch_of_one(self, SECTIONS, object);
  Name name;
  if (name_of(object, &name) < 0) return NULL;
  /* Only now: an error that name_of clears may have run a finalizer, which may have closed the collation. */
  collation *handle = open_handle((Collation *)self);
  PyObject *number = handle ? PyLong_FromLong(library.collation_section(handle, name.bytes, name.length)) : NULL;
  Py_XDECREF(name.owned);
  return number;
}

typedef int64_t KeyFunction(const collation *, const char *, int64_t, uint8_t *, int64_t);

static PyObject *key(PyObject *self, PyObject *object, KeyFunction *function) {
  Name name;
  if (name_of(object, &name) < 0) return NULL;
  collation *handle = open_handle((Collation *)self);
  if (handle == NULL) {
    Py_XDECREF(name.owned);
    return NULL;
  }
  uint8_t bytes[1024];
  int64_t length = function(handle, name.bytes, name.length, bytes, sizeof bytes);
  PyObject *key;
  if (length <= (int64_t)sizeof bytes) {
    key = PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)length);
  } else {
    key = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)length);
    if (key != NULL) function(handle, name.bytes, name.length, (uint8_t *)PyBytes_AsString(key), length);
  }
  Py_XDECREF(name.owned);
  return key;
}

static PyObject *list_key(PyObject *self, PyObject *name) {
  return PyTuple_Check(name) ? batch_of_one(self, LIST_KEYS, name) : key(self, name, library.collation_list_key);
}

static PyObject *sort_key(PyObject *self, PyObject *name) {
  return PyTuple_Check(name) ? batch_of_one(self, SORT_KEYS, name) : key(self, name, library.collation_sort_key);
}

static PyObject *compare(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  if (count != 2) return PyErr_Format(PyExc_TypeError, "compare takes 2 names, got %zd", count);
  Name first, second;
  if (name_of(arguments[0], &first) < 0) return NULL;
  PyObject *result = NULL;
  if (name_of(arguments[1], &second) == 0) {
    collation *handle = open_handle((Collation *)self);
    if (handle != NULL) {
      result = PyLong_FromLong(
          library.collation_compare(handle, first.bytes, first.length, second.bytes, second.length));
    }
    Py_XDECREF(second.owned);
  }
  Py_XDECREF(first.owned);
  return result;
}

static PyObject *check_stamp(PyObject *self, PyObject *stored) {
  PyObject *bytes = PyUnicode_Check(stored) ? PyUnicode_AsUTF8String(stored) : NULL;
  if (bytes == NULL) {
    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "expected a stamp as str, got %.200R", stored);
  }
  char *utf8;
  collation *handle = open_handle((Collation *)self);
  if (handle == NULL || PyBytes_AsStringAndSize(bytes, &utf8, NULL) < 0) {
    /* A NUL would end the stamp. */
    Py_DECREF(bytes);
    return NULL;
  }
  collation_error error;
  int32_t status = library.collation_check_stamp(handle, utf8, &error);
  Py_DECREF(bytes);
  if (status != COLLATION_OK) return raised(status, &error);
  Py_RETURN_NONE;
}

static int32_t append_range(void *list, const uint8_t *lower, int64_t lower_length, const uint8_t *upper,
                            int64_t upper_length) {
  return append(list, Py_BuildValue("(y#y#)", lower, (Py_ssize_t)lower_length, upper, (Py_ssize_t)upper_length));
}

static PyObject *search_ranges(PyObject *self, PyObject *query) {
  PyObject *list = PyList_New(0);
  Name name;
  if (list == NULL || name_of(query, &name) < 0) {
    Py_XDECREF(list);
    return NULL;
  }
  /* A finalizer may close the collation while the list grows. */
  collation *handle = begin_call((Collation *)self);
  if (handle != NULL) {
    collation_error error;
    int32_t status = library.collation_search_ranges(handle, name.bytes, name.length, append_range, list, &error);
    end_call((Collation *)self);
    if (status != COLLATION_OK && !PyErr_Occurred()) raised(status, &error);
  }
  Py_XDECREF(name.owned);
  if (PyErr_Occurred()) Py_CLEAR(list);
  return list;
}

/* The texts of one name, in memory that free_texts frees. */
typedef struct {
  Name *names;
  collation_text *texts;
  Py_ssize_t count;
} Texts;

static void free_texts(Texts *texts) {
  for (Py_ssize_t place = 0; place < texts->count; place++) Py_XDECREF(texts->names[place].owned);
  free(texts->names);
  free(texts->texts);
}

static int texts_of(PyObject *const *arguments, Py_ssize_t count, Texts *texts) {
  texts->count = 0;
  texts->names = malloc(sizeof(Name) * ((size_t)count + 1));
  texts->texts = malloc(sizeof(collation_text) * ((size_t)count + 1));
  if (texts->names == NULL || texts->texts == NULL) {
    PyErr_NoMemory();
    goto failed;
  }
  while (texts->count < count) {
    Name *name = &texts->names[texts->count];
    if (name_of(arguments[texts->count], name) < 0) goto failed;
    texts->texts[texts->count++] = (collation_text){name->bytes, name->length};
  }
  return 0;
failed:
  free_texts(texts);
  return -1;
}

static PyObject *search_rank(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
  if (count < 2) return PyErr_Format(PyExc_TypeError, "search_rank takes a query and texts, got %zd", count);
  Texts texts;
  if (texts_of(arguments, count, &texts) < 0) return NULL;
  PyObject *result = NULL;
  collation *handle = open_handle((Collation *)self);
  if (handle != NULL) {
    int32_t rank;
    collation_error error;
    int32_t status = library.collation_search_rank(handle, texts.texts[0].bytes, texts.texts[0].length,
                                                   texts.texts + 1, count - 1, &rank, &error);
    if (status != COLLATION_OK) {
      raised(status, &error);
    } else {
      result = rank < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(rank);
    }
  }
  free_texts(&texts);
  return result;
}

static int32_t append_key(void *list, const uint8_t *key, int64_t length) {
  return append(list, PyBytes_FromStringAndSize((const char *)key, (Py_ssize_t)length));
}

static PyObject *search_keys(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
  Texts texts;
  if (texts_of(arguments, count, &texts) < 0) return NULL;
  PyObject *list = PyList_New(0);
  if (list != NULL) {
    collation_error error;
    int32_t status = library.collation_search_keys(texts.texts, count, append_key, list, &error);
    if (status != COLLATION_OK && !PyErr_Occurred()) raised(status, &error);
    if (PyErr_Occurred()) Py_CLEAR(list);
  }
  free_texts(&texts);
  return list;
}

static PyObject *search_stamp(PyObject *module, PyObject *unused) {
  const char *stamp = library.collation_search_stamp();
  return stamp ? text(stamp) : PyErr_NoMemory();
}

/* batch(what, parts): a tuple of pairs of capsules, one for each array made. */
static PyObject *batch(PyObject *object, PyObject *arguments) {
  Collation *self = (Collation *)object;
  int what;
  PyObject *parts;
  if (!PyArg_ParseTuple(arguments, "iO!", &what, &PyTuple_Type, &parts)) return NULL;
  Names names;
  Output first, second = {NULL, NULL, NULL};
  if (open_handle(self) == NULL || names_of(parts, &names) < 0) return NULL;
  PyObject *result = NULL;
  if (make_output(&first) < 0) goto freed;
  if (what == SECTIONS_AND_LIST_KEYS && make_output(&second) < 0) goto dropped;
  collation *handle = begin_call(self);
  if (handle == NULL) goto dropped;
  collation_error error;
  int32_t status;
  Py_BEGIN_ALLOW_THREADS
  switch (what) {
    case SORT_KEYS:
      status = library.collation_sort_keys(handle, &names.schema, &names.array, first.schema, first.array, &error);
      break;
    case SECTIONS:
      status = library.collation_sections(handle, &names.schema, &names.array, first.schema, first.array, &error);
      break;
    case INDICES_BY_LIST_KEY:
    case INDICES_BY_SORT_KEY:
      status = library.collation_sorted_indices(
          handle, what == INDICES_BY_LIST_KEY ? COLLATION_BY_LIST_KEY : COLLATION_BY_SORT_KEY, &names.schema,
          &names.array, first.schema, first.array, &error);
      break;
    default:
      status = library.collation_list_keys(handle, &names.schema, &names.array, first.schema, first.array,
                                           second.schema, second.array, &error);
  }
  Py_END_ALLOW_THREADS
  end_call(self);
  if (status != COLLATION_OK) {
    raised(status, &error);
  } else if (second.capsules != NULL) {
    result = PyTuple_Pack(2, second.capsules, first.capsules);
  } else {
    result = PyTuple_Pack(1, first.capsules);
  }
dropped:
  Py_DECREF(first.capsules);
  Py_XDECREF(second.capsules);
freed:
  free_names(&names);
  return result;
}

static PyMethodDef collation_methods[] = {
    {"_open", collation_open_, METH_VARARGS, NULL},
    {"_batch", batch, METH_VARARGS, NULL},
    {"__enter__", collation_enter, METH_NOARGS, NULL},
    {"__exit__", collation_exit, METH_VARARGS, NULL},
    {"close", collation_close_, METH_NOARGS,
     PyDoc_STR("close($self, /)\n--\n\n"
               "Closes the collation: its calls raise ValueError from now on. ``with`` does it, too.\n\n"
               "A call that another thread has begun goes on to its end.")},
    {"section", section, METH_O, PyDoc_STR("section($self, name, /)\n--\n\nReturns the section number of a name.")},
    {"list_key", list_key, METH_O,
     PyDoc_STR("list_key($self, name, /)\n--\n\n"
               "Returns the list key of a name: bytes whose order is that of the list.\n\n"
               "The first two bytes are the section number. Use it as ``sorted(names, key=collation.list_key)``.")},
    {"sort_key", sort_key, METH_O,
     PyDoc_STR("sort_key($self, name, /)\n--\n\n"
               "Returns the sort key of a name: ICU's bytes for the order of the locale, without sections.")},
    {"compare", (PyCFunction)(void (*)(void))compare, METH_FASTCALL,
     PyDoc_STR("compare($self, first, second, /)\n--\n\n"
               "Returns -1, 0 or 1: how two names compare in the order of the locale, without sections.")},
    {"check_stamp", check_stamp, METH_O,
     PyDoc_STR("check_stamp($self, stored, /)\n--\n\n"
               "Raises CollationError if keys stored under a stamp do not compare with keys made now.\n\n"
               "The message says what differs.")},
    {"search_ranges", search_ranges, METH_O,
     PyDoc_STR("search_ranges($self, query, /)\n--\n\n"
               "Returns the ranges in which each name that matches a query has one of its ``search_keys``.\n\n"
               "Each is a pair, ``lower <= key < upper``, the best match first. ``search_rank`` tells whether a name "
               "matches.")},
    {"search_rank", (PyCFunction)(void (*)(void))search_rank, METH_FASTCALL,
     PyDoc_STR("search_rank($self, query, /, *texts)\n--\n\n"
               "Returns how well a name matches a query by its texts: 0 at best, up to 6, or None.")},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef collation_properties[] = {
    {"closed", get_is_closed, NULL, PyDoc_STR("Whether the collation is closed."), NULL},
    {"stamp", get_stamp, NULL,
     PyDoc_STR("The stamp of the keys. Store it with them: keys compare only under the same stamp."), NULL},
    {"locale", get_locale, NULL, PyDoc_STR("The locale whose order is used, as ICU resolved it: 'sv', or 'root'."),
     NULL},
    {"is_fallback", get_is_fallback, NULL,
     PyDoc_STR("Whether ICU has nothing for the language or the script, so that another locale's order is used."),
     NULL},
    {"titles", get_titles, NULL, PyDoc_STR("The titles of the sections, in the order of the list."), NULL},
    {"index_titles", get_index_titles, NULL, PyDoc_STR("The titles at the side of the list, one for each section."),
     NULL},
    {"kinds", get_kinds, NULL, PyDoc_STR("The kinds of the sections: normal, digits, catchAll and so on."), NULL},
    {"dropped_labels", get_dropped_labels, NULL,
     PyDoc_STR("The labels of the locale and of the options that did not become titles."), NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot collation_slots[] = {{Py_tp_new, PyType_GenericNew},
                                        {Py_tp_dealloc, collation_dealloc},
                                        {Py_tp_methods, collation_methods},
                                        {Py_tp_getset, collation_properties},
                                        {0, NULL}};

static PyType_Spec collation_spec = {"collation._native.Collation", sizeof(Collation), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, collation_slots};

/* ---- Search ---- */

typedef struct {
  PyObject_HEAD
  collation_search *handle;
} Search;

/* Search(collation, parts) */
static PyObject *search_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  PyObject *object, *parts;
  PyObject *module = PyType_GetModule(type);
  PyObject *collation_type = module ? PyObject_GetAttrString(module, "Collation") : NULL;
  if (collation_type == NULL) return NULL;
  int is_valid = PyArg_ParseTuple(arguments, "O!O!", collation_type, &object, &PyTuple_Type, &parts);
  Py_DECREF(collation_type);
  Names names;
  if (!is_valid || open_handle((Collation *)object) == NULL || names_of(parts, &names) < 0) return NULL;
  Search *self = (Search *)PyType_GenericNew(type, NULL, NULL);
  collation *handle = self ? begin_call((Collation *)object) : NULL;
  if (handle == NULL) {
    Py_CLEAR(self);
  } else {
    collation_error error;
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = library.collation_search_open(handle, &names.schema, &names.array, &self->handle, &error);
    Py_END_ALLOW_THREADS
    end_call((Collation *)object);
    if (status != COLLATION_OK) {
      raised(status, &error);
      Py_CLEAR(self);
    }
  }
  free_names(&names);
  return (PyObject *)self;
}

static void search_dealloc(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  Search *self = (Search *)object;
  if (self->handle != NULL) library.collation_search_close(self->handle);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

static PyObject *find(PyObject *self, PyObject *object) {
  Name query;
  if (name_of(object, &query) < 0) return NULL;
  Output found;
  PyObject *list = NULL;
  if (make_output(&found) == 0) {
    collation_error error;
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = library.collation_search_find(((Search *)self)->handle, query.bytes, query.length, found.schema,
                                           found.array, &error);
    Py_END_ALLOW_THREADS
    list = status == COLLATION_OK ? to_list(NULL, found.capsules) : raised(status, &error);
    Py_DECREF(found.capsules);
  }
  Py_XDECREF(query.owned);
  return list;
}

static PyMethodDef search_methods[] = {
    {"find", find, METH_O,
     PyDoc_STR("find($self, text, /)\n--\n\n"
               "Returns the numbers of the names in which the words of the text begin words, the best first.")},
    {NULL, NULL, 0, NULL}};

static PyType_Slot search_slots[] = {
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, search_methods},
    {Py_tp_doc, (void *)"A search in many names, as someone types: made by ``Collation.search``."},
    {0, NULL}};

static PyType_Spec search_spec = {"collation.Search", sizeof(Search), 0, Py_TPFLAGS_DEFAULT, search_slots};

/* ---- The module ---- */

static int add_type(PyObject *module, PyType_Spec *spec) {
  PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
  if (type == NULL) return -1;
  int status = PyModule_AddType(module, (PyTypeObject *)type);
  Py_DECREF(type);
  return status;
}

static int execute(PyObject *module) {
  if (add_type(module, &collation_spec) < 0 || add_type(module, &search_spec) < 0) return -1;
#define ADD(constant) if (PyModule_AddIntConstant(module, #constant, constant) < 0) return -1;
  ADD(LIST_KEYS)
  ADD(SORT_KEYS)
  ADD(SECTIONS)
  ADD(SECTIONS_AND_LIST_KEYS)
  ADD(INDICES_BY_LIST_KEY)
  ADD(INDICES_BY_SORT_KEY)
#undef ADD
  return 0;
}

static PyMethodDef module_methods[] = {{"load", load, METH_O, NULL},
                                       {"is_loaded", is_loaded, METH_NOARGS, NULL},
                                       {"versions", versions, METH_NOARGS, NULL},
                                       {"options", options, METH_NOARGS, NULL},
                                       {"search_keys", (PyCFunction)(void (*)(void))search_keys, METH_FASTCALL, NULL},
                                       {"search_stamp", search_stamp, METH_NOARGS, NULL},
                                       {"to_list", to_list, METH_O, NULL},
                                       {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "collation._native", NULL, 0, module_methods, module_slots,
                             NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&module); }
