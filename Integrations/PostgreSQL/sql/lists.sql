-- Lists that follow a table. lists.py checks them with several programs.
\set VERBOSITY terse
CREATE EXTENSION collation_keys;
CREATE TABLE people (id bigint PRIMARY KEY, name text, note text);
INSERT INTO people VALUES (1, 'Östen'), (2, 'Åsa'), (3, 'adam'), (4, NULL);
SELECT collation_create_list('by_name', 'people', 'name', 'sv', hiding_empty => true, words => true);
SELECT id, name FROM by_name.rows JOIN people USING (id) ORDER BY key, id;
SELECT title, count FROM by_name.sections WHERE count > 0 ORDER BY number;
SELECT id FROM by_name.page(1, 2);
SELECT id FROM by_name.page(-1, 2);
SELECT * FROM by_name.place(2);
SELECT * FROM by_name.place(99);

-- What listeners are told: a section comes, a row goes from one to another, and the last of a section goes.
BEGIN;
SET LOCAL search_path = by_name, public;
SELECT change(7, NULL, collation_index_key('Zorn', 'sv'), 12);
SELECT change(7, collation_index_key('Zorn', 'sv'), collation_index_key('Öberg', 'sv'), 13);
SELECT change(7, collation_index_key('Öberg', 'sv'), collation_index_key('ÖBERG', 'sv'), 14);
SELECT change(3, collation_index_key('adam', 'sv'), collation_index_key('Zorn', 'sv'), 15);
SELECT change(3, collation_index_key('Zorn', 'sv'), NULL, 16);
SELECT title, count FROM sections WHERE count > 0 ORDER BY number;
ROLLBACK;

-- Changes to other columns are not reported.
CREATE VIEW told AS SELECT number FROM collation_lists;
SELECT * FROM told;
UPDATE people SET note = 'seen';
SELECT * FROM told;
INSERT INTO people VALUES (5, 'Åke'), (6, 'Zorn');
UPDATE people SET id = id + 10, name = upper(name) WHERE id > 4;
DELETE FROM people WHERE id = 16;
SELECT * FROM told;
SELECT id, name FROM by_name.rows JOIN people USING (id) ORDER BY key, id;

-- Any word, and names that are as long as can be.
UPDATE people SET name = 'Åsa Maria Örn' WHERE id = 2;
SELECT id, word FROM by_name.words, collation_prefix_ranges('ma', 'sv') WHERE key >= lower AND key < upper;
INSERT INTO people SELECT 20 + n, repeat('å', 5000) || n FROM generate_series(1, 3) AS n;
SELECT id, length(key), substring(key FROM length(key)) FROM by_name.rows WHERE id > 20 ORDER BY key, id;
SELECT * FROM by_name.place(22);
DELETE FROM people WHERE id > 20;

-- Many rows, of one name.
INSERT INTO people SELECT n, 'Ek' FROM generate_series(1001, 4000) AS n;
SELECT count(*), max(count) FROM by_name.blocks WHERE id IS NOT NULL;
SELECT id FROM by_name.page(2002, 2);
SELECT * FROM by_name.place(2500);
DELETE FROM people WHERE id > 1010;
SELECT title, count FROM by_name.sections WHERE count > 0 ORDER BY number;
COPY people (id, name) FROM STDIN;
30	Ärla
\.
SELECT title, count FROM by_name.sections WHERE count > 0 ORDER BY number;
TRUNCATE people;
SELECT sum(count) FROM by_name.sections;
SELECT * FROM by_name.page(0, 10);

-- Another ICU has come. Nothing is written, and no place found, until the list is made anew.
INSERT INTO people VALUES (1, 'Östen'), (2, 'Åsa');
UPDATE collation_lists SET stamp = regexp_replace(stamp, 'icu=[\d.]+', 'icu=1.0');
SELECT relation, column_name, locale, regexp_replace(reason, '\d+(\.\d+)*', 'N', 'g') FROM collation_stale();
INSERT INTO people VALUES (3, 'adam');
\set VERBOSITY sqlstate
SELECT * FROM by_name.place(1);
\set VERBOSITY terse
UPDATE people SET note = 'seen';
SELECT collation_rebuild(relation) FROM collation_stale();
INSERT INTO people VALUES (3, 'adam');
SELECT * FROM collation_stale();
SELECT id FROM by_name.rows ORDER BY key, id;

-- What happened while triggers were off.
SET session_replication_role = replica;
INSERT INTO people VALUES (4, 'Zorn');
RESET session_replication_role;
DELETE FROM people WHERE id = 4;
SELECT collation_rebuild('by_name.rows');
DELETE FROM people WHERE id = 4;

-- A column that the list does not read may go.
ALTER TABLE people ADD gone text;
ALTER TABLE people DROP gone;
INSERT INTO people VALUES (4, 'Zorn');
DELETE FROM people WHERE id = 4;
SELECT list FROM collation_lists;

-- A list whose table is dropped is forgotten, though its schema stays.
CREATE TABLE passing (id bigint PRIMARY KEY, name text);
SELECT collation_create_list('of_passing', 'passing', 'name', 'sv');
\set VERBOSITY sqlstate
DROP TABLE passing CASCADE;
\set VERBOSITY terse
SELECT list FROM collation_lists;
DROP SCHEMA of_passing CASCADE;

-- What is refused.
CREATE TABLE without (name text);
SELECT collation_create_list('other', 'without', 'name', 'sv');
SELECT collation_create_list('other', 'told', 'number', 'sv');
CREATE COLLATION whatever_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE alike (id text COLLATE whatever_case PRIMARY KEY, name text);
SELECT collation_create_list('other', 'alike', 'name', 'sv');
DROP TABLE alike;
DROP COLLATION whatever_case;
CREATE EXTENSION citext;
CREATE TABLE alike (id citext PRIMARY KEY, name text);
SELECT collation_create_list('other', 'alike', 'name', 'sv');
DROP TABLE alike;
DROP EXTENSION citext;
SELECT collation_create_list('other', 'people', 'nam', 'sv');
SELECT collation_create_list('other', 'people', 'name', 'xx');
SELECT collation_create_list('by_name', 'people', 'name', 'de');
SELECT collation_create_list(NULL, 'people', 'name', 'sv');
SELECT collation_create_list('other', NULL, 'name', 'sv');
SELECT collation_create_list('other', 'people', NULL, 'sv');
SELECT collation_create_list('other', 'people', 'name', NULL);
SELECT collation_create_list('other', 'people', 'name', 'sv', NULL);
SELECT collation_create_list('other', 'people', 'name', 'sv', words => NULL);
SELECT collation_create_list('other', 'people', 'name', 'sv', hiding_empty => NULL);
ALTER TABLE people DROP name;
CREATE TABLE children () INHERITS (people);
CREATE TABLE parents (id bigint PRIMARY KEY, name text);
CREATE TABLE children () INHERITS (parents);
SELECT collation_create_list('other', 'parents', 'name', 'sv');
DROP TABLE parents CASCADE;
CREATE FOREIGN DATA WRAPPER nothing;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing;
CREATE FOREIGN TABLE children () INHERITS (people) SERVER nowhere;
CREATE FOREIGN TABLE children (id bigint NOT NULL, name text, note text) SERVER nowhere;
ALTER FOREIGN TABLE children INHERIT people;
-- Made while nobody looked, it keeps nobody from other commands.
SET session_replication_role = replica;
ALTER FOREIGN TABLE children INHERIT people;
RESET session_replication_role;
CREATE TABLE unrelated (id bigint);
DROP TABLE unrelated;
DROP FOREIGN DATA WRAPPER nothing CASCADE;
DROP EXTENSION collation_keys;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT collation_create_list('other', 'people', 'name', 'sv');
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT collation_rebuild('by_name.rows');
ROLLBACK;
BEGIN ISOLATION LEVEL REPEATABLE READ;
TRUNCATE people;
SELECT count(*) AS row_count FROM by_name.rows;
ROLLBACK;

-- Rebuilding a list takes no rights but those of its owner, and what another role declares runs as nobody else.
CREATE ROLE regress_collation_lister;
GRANT INSERT, UPDATE ON collation_lists TO regress_collation_lister;
GRANT CREATE ON SCHEMA public TO regress_collation_lister;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_collation_lister', current_database()) \gexec
SET ROLE regress_collation_lister;
CREATE TABLE own (id bigint PRIMARY KEY, name text);
SELECT collation_create_list('own_list', 'own', 'name', 'sv');
SELECT collation_rebuild('own_list.rows');
CREATE FUNCTION public.rebuild() RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '%', current_user; END $$;
INSERT INTO collation_lists VALUES ('public.people', 'own', 'sv', '', '', 0);
RESET ROLE;
SELECT collation_rebuild('public.people');
DELETE FROM collation_lists WHERE list = 'public.people'::regclass;
DROP OWNED BY regress_collation_lister CASCADE;
DROP ROLE regress_collation_lister;

-- A trigger that changes a row after it was inserted comes before that of the list, one row or many.
CREATE FUNCTION trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE people SET name = trim(name) WHERE id = NEW.id AND name <> trim(name);
  RETURN NULL;
END
$$;
CREATE TRIGGER trims AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION trims();
INSERT INTO people VALUES (100, ' Bo');
CREATE OR REPLACE FUNCTION trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = 3001 THEN
    UPDATE people SET name = trim(name) WHERE id > 1000;
  END IF;
  RETURN NULL;
END
$$;
INSERT INTO people SELECT n, ' Bo' FROM generate_series(1001, 3001) AS n;
DROP TRIGGER trims ON people;
SELECT id FROM by_name.rows ORDER BY key, id;

-- The expression has the table's name, or its row as a whole. What a trigger does not have is refused.
CREATE TABLE contacts (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, gone text, family text, given text);
ALTER TABLE contacts DROP gone;
CREATE FUNCTION full_name(contacts) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT $1.family || ', ' || $1.given $$;
SELECT collation_create_list('by_family', 'contacts', 'contacts.family', 'sv');
SELECT collation_create_list('by_full_name', 'contacts', 'public.full_name(contacts)', 'sv');
SELECT collation_create_list('other', 'contacts', 'public.contacts.family', 'sv');
SELECT collation_create_list('other', 'contacts', 'ctid::text', 'sv');
-- Of a row as a whole, each column may change the expression.
SELECT tgname, tgattr FROM pg_trigger WHERE tgname LIKE 'by_f%_before_update' ORDER BY tgname;
INSERT INTO contacts (family, given) VALUES ('Ek', 'Bo'), ('Ek', 'Åsa'), ('Al', 'Bo'), ('Ask', 'Li');
UPDATE contacts SET given = 'Östen' WHERE id = 1;
UPDATE contacts SET family = 'Ås' WHERE id = 3;
DELETE FROM contacts WHERE id = 4;
SELECT id FROM by_family.rows ORDER BY key, id;
SELECT id FROM by_full_name.rows ORDER BY key, id;
ALTER TABLE contacts RENAME TO friends;
SELECT collation_rebuild('by_family.rows');
TRUNCATE friends;
SELECT id FROM by_family.rows;
DROP SCHEMA by_family, by_full_name CASCADE;
DROP TABLE friends CASCADE;

-- Other ids, names in need of quotes, and an expression of two columns.
CREATE SCHEMA "Own";
CREATE TABLE "Own"."People" ("An id" text PRIMARY KEY, "Family" text, "%s" text);
SELECT collation_create_list('Own list', '"Own"."People"', '"Family"', 'de');
SELECT collation_create_list('own_list', '"Own"."People"', '"Family" || $$, %s $$ || "%s"', 'de', 'label=%s''');
INSERT INTO "Own"."People" VALUES ('b', 'Müller', 'Eva'), ('a', 'Müller', 'Eva'), ('c', 'Mueller', NULL);
UPDATE "Own"."People" SET "%s" = 'Adam' WHERE "An id" = 'c';
SELECT id FROM own_list.rows ORDER BY key, id;
SELECT * FROM own_list.place('b');
SELECT list, source, locale, options FROM collation_lists ORDER BY list::text COLLATE "C";

-- Another role writes, but changes no list.
CREATE ROLE regress_collation_lists;
GRANT INSERT, SELECT ON people TO regress_collation_lists;
GRANT USAGE ON SCHEMA by_name TO regress_collation_lists;
GRANT SELECT ON ALL TABLES IN SCHEMA by_name TO regress_collation_lists;
SET ROLE regress_collation_lists;
INSERT INTO people VALUES (9, 'Ali');
SELECT id FROM by_name.page(0, 1);
CREATE TEMPORARY TABLE others (id bigint, name text);
CREATE TRIGGER others AFTER INSERT ON others REFERENCING NEW TABLE AS new_rows EXECUTE FUNCTION by_name.insert();
CREATE TRIGGER others AFTER TRUNCATE ON others EXECUTE FUNCTION by_name.truncated();
DELETE FROM by_name.rows;
RESET ROLE;
DROP TABLE others;

-- Dropped.
DROP SCHEMA by_name CASCADE;
INSERT INTO people VALUES (10, 'Bo');
SELECT list FROM collation_lists;
DROP SCHEMA own_list, "Own" CASCADE;
DROP VIEW told;
DROP TABLE people, without;
DROP ROLE regress_collation_lists;
DROP EXTENSION collation_keys;
