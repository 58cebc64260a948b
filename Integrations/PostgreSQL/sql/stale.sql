\set ECHO none
\set VERBOSITY terse
\a \t
SET client_min_messages = warning;
-- Which indexes and generated columns are stale: the stamps that are recorded, and what becomes of them. No ICU changes
-- during this test, so it writes another stamp into the table; check-upgrade tests the rest.
CREATE EXTENSION collation_keys;
CREATE VIEW stale AS
SELECT concat_ws(' ', relation, column_name, NULLIF(locale, ''), NULLIF(options, '')) AS what,
  regexp_replace(reason, '\d+(\.\d+)*(-dev)?', 'N', 'g') AS reason
FROM collation_stale();
CREATE VIEW recorded AS
SELECT relation, string_agg(concat_ws(' ', NULLIF(attnum, 0), NULLIF(locale, ''), NULLIF(options, '')), ', '
  ORDER BY attnum, locale) AS calls,
  bool_and(stamp = CASE locale WHEN '' THEN collation_version() ELSE collation_stamp(locale, options) END) AS is_current
FROM collation_stamps GROUP BY relation ORDER BY relation::text COLLATE "C";

CREATE TABLE people (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  language text NOT NULL DEFAULT 'sv',
  key bytea GENERATED ALWAYS AS (collation_key(name, 'sv')) STORED
);
CREATE INDEX people_key ON people (key, id);
CREATE INDEX people_german ON people (collation_key(name, 'de', 'numeric=true'), id);
CREATE INDEX CONCURRENTLY people_danish ON people (id) WHERE section_number(name, 'da'::varchar) = 3;
CREATE INDEX people_own ON people (collation_sort_key(name, language));
CREATE INDEX people_named ON people (collation_index_key(options => '', name => name, locale => 'sl'));
CREATE INDEX people_both ON people ((collation_compare(name, 'x', 'fi') < collation_compare(name, 'y', 'nb')));
ALTER TABLE people ADD letter text GENERATED ALWAYS AS (section_title(name, 'pl')) STORED;
ALTER TABLE people ADD EXCLUDE (collation_sort_key(name, 'et') WITH =);
CREATE TABLE likewise (LIKE people INCLUDING ALL);
CREATE TABLE parted (name text, key bytea GENERATED ALWAYS AS (collation_key(name, 'hu')) STORED)
  PARTITION BY LIST (name);
CREATE TABLE parted_rest PARTITION OF parted DEFAULT;
CREATE INDEX parted_index ON parted (collation_key(name, 'cs'));
CREATE MATERIALIZED VIEW seen AS SELECT name FROM people;
CREATE INDEX seen_index ON seen (collation_key(name, 'tr'));
CREATE SCHEMA inside
  CREATE TABLE within (name text, key bytea GENERATED ALWAYS AS (collation_key(name, 'is')) STORED)
  CREATE INDEX within_index ON within (collation_key(name, 'fo'));
CREATE TEMPORARY TABLE passing (name text, key bytea GENERATED ALWAYS AS (collation_key(name, 'sv')) STORED);
SELECT 'recorded', * FROM recorded;
SELECT 'stale at first', * FROM stale;

-- Another ICU has come, and one index was made while nobody looked.
INSERT INTO people (id, name) VALUES (1, 'Åsa'), (2, 'Zorn');
CREATE FUNCTION looks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM FROM seen; RETURN NEW; END $$;
CREATE TRIGGER looks BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION looks();
UPDATE collation_stamps SET stamp = regexp_replace(stamp, '(icu=|ICU )[\d.]+', '\11.0');
DELETE FROM collation_stamps WHERE relation = 'people_danish'::regclass;
BEGIN READ ONLY;
SELECT 'another ICU', reason, count(*), string_agg(what, ', ') FROM stale GROUP BY reason ORDER BY reason;
COMMIT;

-- This alteration makes people_german anew, which has the id, but no generated column. A new index is of today.
ALTER TABLE people ALTER id TYPE integer;
CREATE INDEX people_new ON people (collation_key(name, 'lt'));
SELECT 'altered', relation, is_current FROM recorded WHERE relation::text IN ('people', 'people_german', 'people_new');

SELECT 'rebuilt', count(collation_rebuild(relation)) FROM (SELECT DISTINCT relation FROM collation_stale()) AS stale;
SELECT 'stale after that', * FROM stale;
SELECT 'recorded after that', count(*), bool_and(is_current) FROM recorded;

-- Made anew by hand: here as an index with another number, without a stamp.
REINDEX INDEX CONCURRENTLY people_german;
SELECT 'reindexed', * FROM stale;
SELECT 'recorded by hand', collation_record('people_german');
SELECT 'stale after that', * FROM stale;
SELECT 'gone', * FROM recorded WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = relation);

-- What has no stamp gets none because its table is altered, or by a command that does not rebuild it.
DELETE FROM collation_stamps WHERE relation::text IN ('people', 'people_german') AND locale <> 'pl';
ALTER TABLE people ADD note text;
BEGIN;
ALTER INDEX people_german ALTER COLUMN 1 SET STATISTICS 300;
ALTER TABLE people CLUSTER ON people_german;
COMMIT;
ALTER TABLE people ALTER key TYPE bytea;
SELECT 'altered without a stamp', * FROM stale;
SELECT 'rebuilt', collation_rebuild('people_german'), collation_rebuild('people');

-- A stamp of a later version is as good as another one.
UPDATE collation_stamps SET stamp = 'collation=2;new' WHERE relation = 'people_german'::regclass;
SELECT 'a later version', * FROM stale;

-- In other levels, an index is rebuilt, but not a table, of whose rows some may be invisible.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT 'rebuilt in REPEATABLE READ', collation_rebuild('people_german');
SELECT collation_rebuild('people');
ROLLBACK;
SELECT 'rebuilt', collation_rebuild('people_german');

-- A trigger that keeps rows as they were is found. A column that cannot be set is not set. twist stands for a library
-- whose keys change.
CREATE FUNCTION twist(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE TABLE kept (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text,
  key bytea GENERATED ALWAYS AS (twist(collation_key(name, 'sv')) || int8send(id)) STORED
);
INSERT INTO kept (name) VALUES ('Åsa');
CREATE OR REPLACE FUNCTION twist(bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS 'SELECT $1 || $1';
CREATE TRIGGER same BEFORE UPDATE ON kept FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
SELECT collation_rebuild('kept');
DROP TRIGGER same ON kept;
SELECT 'without the trigger', collation_rebuild('kept');
SELECT 'twisted', count(*) FROM kept WHERE key = twist(collation_key(name, 'sv')) || int8send(id);
-- What is compared depends neither on the columns' collations nor on what the caller's path has.
ALTER TABLE kept ADD title text COLLATE "C" GENERATED ALWAYS AS (section_title(name COLLATE "en-x-icu", 'sv')) STORED;
CREATE SCHEMA mine;
CREATE FUNCTION mine.int8send(bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS 'SELECT ''''::bytea';
CREATE DOMAIN mine.text AS integer;
SET search_path = mine, pg_catalog, public;
SELECT 'by another path', collation_rebuild('kept');
RESET search_path;
DROP SCHEMA mine CASCADE;
DROP TABLE kept;
-- A function may need the path.
CREATE FUNCTION lowered(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lower($1)';
CREATE FUNCTION plain(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lowered($1)';
CREATE TABLE plains (name text, key bytea GENERATED ALWAYS AS (collation_key(plain(name), 'sv')) STORED);
INSERT INTO plains VALUES ('Åsa');
SELECT 'functions of the path', collation_rebuild('plains');
DROP TABLE plains;

-- What has no keys, or none that an update can make anew, is not rebuilt in silence.
CREATE TABLE numbered (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key bytea GENERATED ALWAYS AS (collation_key(id::text, 'sv')) STORED
);
SELECT collation_rebuild('numbered');
DROP TABLE numbered;
CREATE TABLE without_keys (name text);
SELECT collation_rebuild('without_keys');
DROP TABLE without_keys;

-- Rules are longer than an entry of an index.
SELECT format($$CREATE TABLE ruled (key bytea GENERATED ALWAYS AS (collation_key('a', '', %L)) STORED)$$,
  'rules=&a' || string_agg('<' || chr(n), '')) FROM generate_series(19968, 22968) AS n \gexec
SELECT 'rules', length(options) > 6000, (SELECT count(*) FROM stale) FROM collation_stamps
WHERE relation = 'ruled'::regclass;
DROP TABLE ruled;

-- The triggers of a table get the rights of its owner, not those of whoever makes its keys anew.
CREATE ROLE regress_collation_owner;
CREATE ROLE regress_collation_other;
CREATE SCHEMA owned AUTHORIZATION regress_collation_owner;
SET ROLE regress_collation_owner;
CREATE TABLE owned.names (name text, key bytea GENERATED ALWAYS AS (public.collation_key(name, 'sv')) STORED);
CREATE TABLE owned.seen (role name, complaint text);
CREATE FUNCTION owned.see() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RESET ROLE;
  RETURN NEW;
EXCEPTION WHEN insufficient_privilege THEN
  INSERT INTO owned.seen VALUES (current_user, SQLERRM);
  RETURN NEW;
END
$$;
CREATE TRIGGER see BEFORE UPDATE ON owned.names FOR EACH ROW EXECUTE FUNCTION owned.see();
INSERT INTO owned.names VALUES ('Åsa');
RESET ROLE;
SELECT 'rebuilt for the owner', collation_rebuild('owned.names');
SELECT * FROM owned.seen;
SET ROLE regress_collation_other;
SELECT collation_rebuild('public.people');
RESET ROLE;
DROP SCHEMA owned CASCADE;

-- What is dropped is forgotten, and a role that may write no stamps has them recorded.
ALTER TABLE people DROP key;
DROP INDEX people_danish;
DROP TABLE likewise, parted, passing;
DROP MATERIALIZED VIEW seen;
DROP SCHEMA inside CASCADE;
GRANT CREATE ON SCHEMA public TO regress_collation_other;
SET ROLE regress_collation_other;
CREATE TABLE own (name text, key bytea GENERATED ALWAYS AS (collation_key(name, 'sv')) STORED);
SELECT 'stale for another role', * FROM collation_stale();
DELETE FROM collation_stamps;
RESET ROLE;
SELECT 'left', * FROM recorded;
DROP TABLE own, people;
REVOKE CREATE ON SCHEMA public FROM regress_collation_other;
DROP ROLE regress_collation_owner, regress_collation_other;

-- In a schema whose name needs quotes.
DROP VIEW recorded, stale;
DROP FUNCTION looks, lowered, plain, twist;
DROP EXTENSION collation_keys;
CREATE SCHEMA "Own keys";
CREATE EXTENSION collation_keys SCHEMA "Own keys";
CREATE TABLE people (name text, key bytea GENERATED ALWAYS AS ("Own keys".collation_key(name, 'sv')) STORED);
SELECT 'in another schema', relation, locale FROM "Own keys".collation_stamps;
SELECT 'stale there', * FROM "Own keys".collation_stale();
SELECT 'rebuilt there', "Own keys".collation_rebuild('people');
DROP TABLE people;
DROP EXTENSION collation_keys;
DROP SCHEMA "Own keys";
