-- What the functions return. The expected values are those of CLDR (the order and the index characters of Swedish,
-- German, Danish and Czech), and of the command collate, unless a comment says otherwise.
CREATE EXTENSION collation_keys;

-- å, ä and ö are letters after z.
SELECT name, section_number(name, 'sv') AS number, section_title(name, 'sv') AS title
FROM unnest(ARRAY['Östen', 'Zorn', 'Åsa', 'Adam', 'Ärla', 'ådran', '42', 'ивАн']) AS name
ORDER BY collation_key(name, 'sv');

SELECT count(*), string_agg(title, ' ' ORDER BY number) FROM section_titles('sv');
SELECT title, lower, upper FROM section_titles('sv') WHERE number IN (0, 26);
SELECT number, title, index_title, kind FROM section_titles('sv', 'digits-section=0–9') WHERE kind <> 'normal';

-- A key begins with its section's number, and goes on as the sort key.
SELECT bool_and(
  substring(collation_key(name, 'sv') FOR 2) BETWEEN lower AND upper
  AND substring(collation_key(name, 'sv') FROM 3) = collation_sort_key(name, 'sv'))
FROM unnest(ARRAY['Åsa', '', 'x']) AS name JOIN section_titles('sv') ON number = section_number(name, 'sv');

-- PostgreSQL's own ICU collations have the order of sort keys.
CREATE COLLATION swedish (provider = icu, locale = 'sv-u-kk', deterministic = false);
WITH names AS (
  SELECT name COLLATE swedish
  FROM unnest(ARRAY['', 'a', 'A', 'å', 'Å', U&'a\030A', 'z', 'ö', 'ø', 'æ', '42', '7', 'あ', '中', '-', ' ']) AS name
)
SELECT count(*),
  count(*) FILTER (WHERE compared <> (a.name > b.name)::int - (a.name < b.name)::int) AS wrong,
  count(*) FILTER (WHERE (collation_sort_key(a.name, 'sv') < collation_sort_key(b.name, 'sv')) <> (compared < 0))
    AS wrong
FROM names AS a, names AS b, collation_compare(a.name, b.name, 'sv') AS compared;

-- Options, and a semicolon in a value.
SELECT string_agg(name, ' ' ORDER BY collation_key(name, 'en', ' numeric=true; case-first=upper; '))
FROM unnest(ARRAY['item 10', 'item 9', 'Item 9']) AS name;
SELECT section_title(';x', '', E'rules=&z<'';;'' ; label=;;'), section_title('x', 'root', 'title=X=Y;;Z');
SELECT collation_sort_key('Müller', 'de-u-co-phonebk', 'strength=primary')
     = collation_sort_key('mueller', 'de-u-co-phonebk', 'strength=primary') AS phonebook;

-- Danish Aa is another way to write Å. Czech ch is a letter of its own after h, but begins with c, too.
SELECT name FROM unnest(ARRAY['Aabenraa', 'Århus', 'Aalborg', 'Abild']) AS name, collation_prefix_ranges('å', 'da')
WHERE collation_key(name, 'da') >= lower AND collation_key(name, 'da') < upper ORDER BY collation_key(name, 'da');
SELECT name FROM unnest(ARRAY['Chrudim', 'Cheb', 'Cvikov', 'Hodonín']) AS name, collation_prefix_ranges('c', 'cs')
WHERE collation_key(name, 'cs') >= lower AND collation_key(name, 'cs') < upper ORDER BY collation_key(name, 'cs');

SELECT * FROM collation_words('Brown, James');
SELECT collation_words(name) FROM unnest(ARRAY['Ada Lovelace', '', NULL, 'Å']) AS name;

-- Null for a null, which a stamp must not be.
SELECT collation_key(NULL, 'sv') IS NULL AND collation_key('a', NULL) IS NULL
   AND collation_key('a', 'sv', NULL) IS NULL
   AND collation_sort_key(NULL, 'sv') IS NULL AND collation_compare('a', NULL, 'sv') IS NULL
   AND section_number(NULL, 'sv') IS NULL AND section_title(NULL, 'sv') IS NULL
   AND collation_stamp(NULL) IS NULL AS nulls;
SELECT count(*) FROM section_titles(NULL);
SELECT count(*) FROM collation_prefix_ranges(NULL, 'sv');
SELECT count(*) FROM collation_words(NULL);

SELECT collation_version() ~ '^\d+\.\d+\.\d+ \(ICU \d+\.\d+\)$', collation_check(collation_stamp('sv'), 'sv');
SELECT collation_stamp('en') = collation_stamp('fr') AS same, collation_stamp('sv') = collation_stamp('da') AS same;

-- More collations than a server process keeps open, twice.
SELECT count(*), bool_and(section_title(letter, 'root', 'label=' || letter) = letter)
FROM generate_series(1, 2), regexp_split_to_table('αβγδεζηθικλμνξοπρστυφχψω' || 'абвгдежзийклмн', '') AS letter;

-- A list by generated column, with pages and jumps by its index.
CREATE TABLE people (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  key bytea NOT NULL GENERATED ALWAYS AS (collation_index_key(name, 'sv')) STORED
);
CREATE INDEX people_key ON people (key, id);
INSERT INTO people (name) SELECT chr(97 + n % 26) || n FROM generate_series(1, 2000) AS n;
INSERT INTO people (name) VALUES ('Örn'), ('Åse'), ('Åke'), (repeat('å', 100000)), (repeat('å', 100001));
ANALYZE people;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id, name FROM people WHERE (key, id) > ('\x0010', 7) ORDER BY key, id LIMIT 3;
SELECT id, left(name, 3) FROM people
WHERE (key, id) > ((SELECT lower FROM section_titles('sv') WHERE title = 'Å'), 0) ORDER BY key, id LIMIT 6;
SELECT id, left(name, 3) FROM people, collation_prefix_ranges('å', 'sv')
WHERE key >= lower AND key < upper ORDER BY key, id;

-- In partitions by ranges of keys: a page reads only the partitions that it needs.
CREATE TABLE list (key bytea, id bigint, name text NOT NULL, PRIMARY KEY (key, id)) PARTITION BY RANGE (key);
CREATE TABLE list_to_z PARTITION OF list FOR VALUES FROM (MINVALUE) TO ('\x001a');
CREATE TABLE list_from_å PARTITION OF list FOR VALUES FROM ('\x001a') TO (MAXVALUE);
INSERT INTO list SELECT collation_index_key(name, 'sv'), id, name FROM people;
SELECT tableoid::regclass, count(*) FROM list GROUP BY tableoid ORDER BY count DESC;
EXPLAIN (COSTS OFF)
SELECT id, name FROM list WHERE key >= '\x001a' AND (key > '\x001a' OR id > 7) ORDER BY key, id LIMIT 50;
PREPARE page AS SELECT id, left(name, 3) FROM list WHERE key >= $1 AND (key > $1 OR id > $2) ORDER BY key, id LIMIT 4;
SELECT key FROM list WHERE name = 'z961' \gset
EXECUTE page(:'key', 0);
DEALLOCATE page;
DROP TABLE list;

-- A whole key that long is refused, as any other value of an index.
\set VERBOSITY sqlstate
CREATE INDEX people_whole ON people (collation_key(name, 'sv'));
\set VERBOSITY default
DROP TABLE people;
RESET enable_seqscan;

-- In parallel workers, and interrupted.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE TABLE many AS SELECT 'Åsa ' || n AS name FROM generate_series(1, 20000) AS n;
EXPLAIN (COSTS OFF) SELECT count(collation_key(name, 'sv')) FROM many WHERE section_number(name, 'sv') = 26;
SELECT count(collation_key(name, 'sv')) FROM many WHERE section_number(name, 'sv') = 26;
SET statement_timeout = 50;
SELECT count(collation_key(name, 'sv')) FROM many, generate_series(1, 1000000);
RESET statement_timeout;
DROP TABLE many;
DROP COLLATION swedish;
DROP EXTENSION collation_keys;
