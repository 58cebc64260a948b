\set ECHO none
\a \t
-- What the functions return, a case in each row. The expected values are those of CLDR (the order and the index
-- characters of Swedish, German, Danish and Czech), and of the command collate, unless a comment says otherwise.
CREATE EXTENSION collation_keys;

-- å, ä and ö are letters after z.
SELECT 'order', string_agg(concat_ws(' ', section_number(name, 'sv'), section_title(name, 'sv'), name), ', '
  ORDER BY collation_key(name, 'sv'))
FROM unnest(ARRAY['Östen', 'Zorn', 'Åsa', 'Adam', 'Ärla', 'ådran', '42', 'ивАн']) AS name;
SELECT 'titles', count(*), string_agg(title, ' ' ORDER BY number) FROM section_titles('sv');
SELECT 'bounds', * FROM section_titles('sv') WHERE number IN (0, 26);
SELECT 'kinds', * FROM section_titles('sv', 'digits-section=0–9') WHERE kind <> 'normal';

SELECT 'options', string_agg(name, ' ' ORDER BY collation_key(name, 'en', ' numeric=true; case-first=upper; '))
FROM unnest(ARRAY['item 10', 'item 9', 'Item 9']) AS name;
SELECT 'semicolons', section_title(';x', '', E'rules=&z<'';;'' ; label=;;'), section_title('x', 'root', 'title=X=Y;;Z');
SELECT 'phonebook', collation_compare('Müller', 'mueller', 'de-u-co-phonebk', 'strength=primary');

-- The family name decides first. In one text, a space would come before the comma. NULL elements count as ''.
SELECT 'texts', string_agg(concat_ws(' ', given, family), ', ' ORDER BY collation_key(ARRAY[family, given], 'sv'))
FROM (VALUES ('Ek Lund', 'Anna'), ('Ek', 'Zara'), (NULL, 'Ek')) AS people (family, given);
SELECT 'parts', section_title(ARRAY['The Who'], 'sv', sort_as => 'Ågren'),
  section_title(ARRAY['van Riet'], 'nl', 'particles=list'), section_title(ARRAY['田中'], 'ja', reading => 'たなか'),
  collation_key(ARRAY['a'], 'sv') = collation_key('a', 'sv'),
  collation_key('{}'::text[], 'sv') = collation_key('', 'sv'),
  num_nulls(collation_key(NULL::text[], 'sv'), collation_index_key(ARRAY['a'], NULL),
    section_title(ARRAY['a'], 'sv', NULL));

-- The keys and the ranks are those that Swift's NameSearch documents: letters without marks, from each word on; the
-- whole word before the beginning of the name, before the beginning of another word; å is not a in Swedish.
SELECT 'keys', encode(key, 'escape') FROM unnest(ARRAY['Åsa Ek', '', NULL]) AS name, collation_search_keys(name) AS key;
SELECT 'keys of texts', encode(key, 'escape') FROM collation_search_keys('Ek', NULL, 'Åsa') AS key;
SELECT 'rank', name, locale, collation_search_rank('an', locale, name)
FROM unnest(ARRAY['sv', 'de']) AS locale, unnest(ARRAY['An Ek', 'Anna', 'Ek, Anna', 'Ånäs', 'Dan', NULL]) AS name;
SELECT 'rank of texts', collation_search_rank('iva', 'ru', 'Иванов', 'Ivanov') > 0,
  collation_search_rank('iva', 'ru', VARIADIC ARRAY['Иванов', NULL]) IS NULL;
SELECT 'found', query, locale, string_agg(name, ' ' ORDER BY name COLLATE "C")
FROM (VALUES ('de', 'mueller'), ('sv', 'mueller'), ('cs', 'rehor'), ('ko', 'ㄱㅊㅅ')) AS typed (locale, query),
  unnest(ARRAY['Müller', 'Mueller', 'Řehoř', 'Hořeř', '김철수']) AS name
WHERE EXISTS (
  SELECT FROM collation_search_ranges(query, locale), collation_search_keys(name) AS key
  WHERE key >= lower AND key < upper)
AND collation_search_rank(query, locale, name) >= 0 GROUP BY locale, query ORDER BY locale, query;

-- Null for a null, which a stamp must not be.
SELECT 'nulls', num_nulls(collation_key(NULL, 'sv'), collation_key('a', NULL), collation_key('a', 'sv', NULL),
  collation_sort_key(NULL, 'sv'), collation_compare('a', NULL, 'sv'), section_number(NULL, 'sv'),
  section_title(NULL, 'sv'), collation_stamp(NULL), collation_search_rank(NULL, 'sv', 'a'),
  collation_search_rank('a', NULL, 'a'), collation_search_rank('a', 'sv', VARIADIC NULL));
SELECT 'no rows', (SELECT count(*) FROM section_titles(NULL)), (SELECT count(*) FROM collation_search_keys(NULL)),
  (SELECT count(*) FROM collation_search_ranges(NULL, 'sv'));

SELECT 'version', collation_version() ~ '^\d+\.\d+\.\d+(-dev)? \(ICU \d+\.\d+\)$';
SELECT 'search stamp', collation_search_stamp() ~ 'icu=';
SELECT 'stamps', collation_check(collation_stamp('sv'), 'sv'), collation_stamp('en') = collation_stamp('fr'),
  collation_stamp('sv') = collation_stamp('da');

-- More collations than a server process keeps open, twice.
SELECT 'many collations', count(*), bool_and(section_title(letter, 'root', 'label=' || letter) = letter)
FROM generate_series(1, 2), string_to_table('αβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмн', NULL) AS letter;

-- A key that is cut for an index keeps its last byte, and a whole one is refused, as any other value of that length.
CREATE TABLE long (id bigint, name text);
INSERT INTO long SELECT 1, string_agg(md5(n::text), '') FROM generate_series(1, 300) AS n;
SELECT 'cut', length(cut), substring(cut FOR 2599) = substring(key FOR 2599), right(cut::text, 2) = right(key::text, 2)
FROM long, collation_index_key(name, 'sv') AS cut, collation_key(name, 'sv') AS key;
CREATE INDEX ON long (collation_index_key(name, 'sv'), id);
\set VERBOSITY sqlstate
CREATE INDEX ON long (collation_key(name, 'sv'), id);
\set VERBOSITY default
DROP TABLE long;

-- In parallel workers, and interrupted.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE TABLE many AS
SELECT name, collation_key(name, 'sv') AS key FROM generate_series(1, 20000) AS n, concat('Åsa ', n) AS name;
EXPLAIN (COSTS OFF) SELECT count(*) FROM many WHERE collation_key(name, 'sv') = key;
SELECT 'in workers', count(*) FROM many WHERE collation_key(name, 'sv') = key AND section_number(name, 'sv') = 26;
SET statement_timeout = 50;
SELECT count(collation_key(name, 'sv')) FROM many, generate_series(1, 1000000);
RESET statement_timeout;
DROP TABLE many;

-- A server process has one thread, and needs no more memory the second time.
CREATE FUNCTION process(line text) RETURNS integer LANGUAGE sql AS $$
  SELECT substring(pg_read_file('/proc/' || pg_backend_pid() || '/status') FROM line || ':\s+(\d+)')::integer
$$;
CREATE PROCEDURE use() LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count(collation_key('Åsa ' || n, 'sv')), sum(section_number('Å' || n, 'sv'))
    FROM generate_series(1, 200000) AS n;
  PERFORM count(key) FROM generate_series(1, 20000) AS n, collation_search_keys('Åsa ' || n) AS key;
  PERFORM count(lower) FROM generate_series(1, 500) AS n, collation_search_ranges('Å' || n % 9, 'sv');
  PERFORM count(collation_search_rank('å' || n % 9, 'sv', 'Åsa ' || n)) FROM generate_series(1, 20000) AS n;
  PERFORM count(section_number('a', 'sv', 'label=' || chr(945 + n % 24) || chr(945 + n / 24 % 24)))
    FROM generate_series(1, 600) AS n;
  FOR n IN 1..5000 LOOP
    BEGIN
      PERFORM collation_key('a', 'swedish' || n);
    EXCEPTION WHEN invalid_parameter_value THEN NULL;
    END;
  END LOOP;
END
$$;
CALL use();
SELECT process('RssAnon') AS before \gset
CALL use();
SELECT 'threads', process('Threads'), 'memory that grew', NULLIF(greatest(process('RssAnon') - :before, 4096), 4096);
DROP FUNCTION process;
DROP PROCEDURE use;
DROP EXTENSION collation_keys;
