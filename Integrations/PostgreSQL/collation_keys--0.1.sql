\echo Use "CREATE EXTENSION collation_keys" to load this file. \quit

-- Keys, sections and comparisons depend on the ICU of the library, so IMMUTABLE holds until that is replaced;
-- collation_stale() finds what was stored before. Costs are in those of length(text), as `measure` finds them.

CREATE FUNCTION collation_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_sort_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_sort_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_compare(first text, second text, locale text, options text DEFAULT '') RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_compare' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2;

CREATE FUNCTION section_number(name text, locale text, options text DEFAULT '') RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_section_number' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION section_title(name text, locale text, options text DEFAULT '') RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_section_title' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2;

CREATE FUNCTION section_titles(
  locale text, options text DEFAULT '',
  OUT number integer, OUT title text, OUT index_title text, OUT kind text, OUT lower bytea, OUT upper bytea
) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'collation_keys_section_titles' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 ROWS 30;

CREATE FUNCTION collation_prefix_ranges(
  prefix text, locale text, options text DEFAULT '', OUT lower bytea, OUT upper bytea
) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'collation_keys_prefix_ranges' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30 ROWS 1;

CREATE FUNCTION collation_words(name text, locale text DEFAULT 'root', options text DEFAULT '') RETURNS SETOF text
AS 'MODULE_PATHNAME', 'collation_keys_words' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 3;

-- What these return changes with the library, so they must not be stored by an index.

CREATE FUNCTION collation_stamp(locale text, options text DEFAULT '') RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_stamp' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION collation_check(stamp text, locale text, options text DEFAULT '') RETURNS boolean
AS 'MODULE_PATHNAME', 'collation_keys_check' LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION collation_version() RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_version' LANGUAGE C STABLE PARALLEL SAFE;

-- From here on: which indexes and generated columns were made under which stamps. Names are qualified and the path is
-- closed, since the event triggers have the rights of the extension's owner in everybody's commands.

CREATE FUNCTION collation_difference(stamp text, locale text, options text) RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_difference' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION collation_known_stamp(locale text, options text) RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_known_stamp' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION collation_calls(expression pg_node_tree, OUT locale text, OUT options text, OUT stamp text)
RETURNS SETOF record
AS 'MODULE_PATHNAME', 'collation_keys_calls' LANGUAGE C STABLE STRICT PARALLEL SAFE ROWS 1;

CREATE FUNCTION collation_is_current_transaction(xid) RETURNS boolean
AS 'MODULE_PATHNAME', 'collation_keys_is_current_transaction' LANGUAGE C STABLE STRICT;

CREATE FUNCTION collation_run_as_owner(relation regclass, statement text) RETURNS bigint
AS 'MODULE_PATHNAME', 'collation_keys_run_as_owner' LANGUAGE C STRICT;

-- Not part of a dump, which rebuilds everything; pg_upgrade, which keeps indexes, keeps this table too.
CREATE TABLE collation_stamps (
  relation regclass NOT NULL,
  attnum   smallint NOT NULL,
  locale   text     NOT NULL,
  options  text     NOT NULL,
  stamp    text     NOT NULL
);

-- Rules are too long for an index.
CREATE UNIQUE INDEX collation_stamps_key ON collation_stamps (relation, attnum, locale, md5(options));

-- Part of a dump, as the lists are, with keys of the old stamp.
CREATE TABLE collation_lists (
  list    regclass PRIMARY KEY,
  source  regclass NOT NULL,
  locale  text     NOT NULL,
  options text     NOT NULL,
  stamp   text     NOT NULL,
  number  bigint   NOT NULL
) WITH (fillfactor = 50);

SELECT pg_extension_config_dump('collation_lists', '');

-- The calls in the expressions of some indexes (attnum is 0) and generated columns, or of all, and today's stamps.
CREATE FUNCTION collation_uses(
  relations oid[] DEFAULT NULL,
  OUT relation regclass, OUT attnum smallint, OUT locale text, OUT options text, OUT stamp text
) RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT pg_class.oid::regclass, expressions.attnum, calls.locale, calls.options, calls.stamp
  FROM (
    SELECT indexrelid AS relation, 0::smallint AS attnum, indexprs AS expression FROM pg_index
    UNION ALL
    SELECT indexrelid, 0::smallint, indpred FROM pg_index
    UNION ALL
    SELECT adrelid, adnum, adbin FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE attgenerated = 's'
  ) AS expressions
  JOIN pg_class ON pg_class.oid = expressions.relation
  CROSS JOIN LATERAL @extschema@.collation_calls(expression) AS calls
  WHERE (relations IS NULL OR expressions.relation = ANY (relations)) AND expression IS NOT NULL
    -- A partitioned table and its indexes have no storage, and a temporary table is gone before an upgrade.
    AND relkind IN ('i', 'r') AND relpersistence <> 't'
$$;

GRANT SELECT ON collation_stamps, collation_lists TO PUBLIC;

CREATE FUNCTION collation_stale(
  OUT relation regclass, OUT column_name name, OUT locale text, OUT options text, OUT reason text
) RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT
    relation, attname, locale, options,
    CASE
      WHEN recorded IS NULL THEN 'no stamp is recorded'
      WHEN today IS NULL THEN 'the locale or an option is unknown to this library'
      WHEN locale = '' AND options = '' THEN format('library is %s, was %s', today, recorded)
      ELSE @extschema@.collation_difference(recorded, locale, options)
    END
  FROM (
    SELECT relation, attnum, locale, options, uses.stamp AS today, stamps.stamp AS recorded
    FROM @extschema@.collation_uses() AS uses
    LEFT JOIN @extschema@.collation_stamps AS stamps USING (relation, attnum, locale, options)
    UNION ALL
    SELECT list, 1, locale, options, @extschema@.collation_known_stamp(locale, options), stamp
    FROM @extschema@.collation_lists
  ) AS stored
  LEFT JOIN pg_attribute ON attrelid = relation AND stored.attnum > 0 AND pg_attribute.attnum = stored.attnum
  WHERE today IS DISTINCT FROM recorded
  ORDER BY relation::text, stored.attnum, locale, options
$$;

-- Records today's stamps for an index, or a table's generated columns, that were rebuilt by other means than
-- collation_rebuild. REINDEX CONCURRENTLY replaces an index without an event, so what is gone is forgotten here.
CREATE FUNCTION collation_record(relation regclass) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM @extschema@.collation_stamps AS stamps
  WHERE stamps.relation = $1 OR NOT EXISTS (SELECT FROM pg_class WHERE oid = stamps.relation);
  INSERT INTO @extschema@.collation_stamps
  SELECT * FROM @extschema@.collation_uses(ARRAY[$1::oid]) WHERE stamp IS NOT NULL;
$$;

-- The statement that rebuilds an index, a list, or a table's generated columns; NULL if there is nothing to rebuild.
CREATE FUNCTION collation_rebuild_statement(relation regclass) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN relkind = 'i' THEN format('REINDEX INDEX %s', $1)
    -- A role that may declare lists may also write there what is none, so the function has to be of the same owner.
    WHEN EXISTS (SELECT FROM @extschema@.collation_lists WHERE list = $1)
    THEN (
      SELECT format('SELECT %s.rebuild()', relnamespace::regnamespace) FROM pg_proc
      WHERE pronamespace = relnamespace AND proname = 'rebuild' AND pronargs = 0 AND proowner = relowner)
    -- An update computes those generated columns whose expressions have a column that it sets.
    ELSE (
      SELECT format('UPDATE ONLY %s SET %s', $1, string_agg(DISTINCT format('%1$I = %1$I', used.attname), ', '))
      FROM pg_attrdef
      JOIN pg_depend ON classid = 'pg_attrdef'::regclass::oid AND objid = pg_attrdef.oid
      JOIN pg_attribute AS used ON attrelid = refobjid AND attnum = refobjsubid
      WHERE adrelid = $1::oid AND refclassid = 'pg_class'::regclass::oid AND refobjid = adrelid AND attgenerated = ''
        AND attidentity <> 'a'
        AND adnum IN (SELECT uses.attnum FROM @extschema@.collation_uses(ARRAY[$1::oid]) AS uses)
      HAVING count(*) > 0)
  END
  FROM pg_class WHERE oid = $1::oid
$$;

-- A statement that finds a row whose generated columns were not rebuilt; NULL if the relation has none. A trigger may
-- have kept a row from being updated, and a policy hides rows. The path is that of pg_get_expr, and also has the
-- caller's schemas, since the bodies of functions may need them. It is set within one query, whose own names have been
-- looked up by then.
CREATE FUNCTION collation_check_statement(relation regclass, schemas name[]) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT format(
    $statement$
      SELECT pg_catalog.set_config('row_security', 'off', true), pg_catalog.set_config('search_path', %L, true);
      SELECT FROM ONLY %s WHERE %s LIMIT 1
    $statement$,
    path, $1, differences)
  FROM (
    SELECT set_config(
      'search_path', concat_ws(', ', 'pg_catalog', string_agg(quote_ident(schema), ', '), 'pg_temp'), true) AS path
    FROM unnest(schemas) AS schema
  ) AS own
  CROSS JOIN LATERAL (
    SELECT string_agg(
      -- As text, since some types cannot be compared.
      format('%I::text COLLATE "C" IS DISTINCT FROM (%s)::text COLLATE "C"', attname, pg_get_expr(adbin, adrelid)),
      ' OR ') AS differences
    FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE path IS NOT NULL AND adrelid = $1::oid
      AND adnum IN (SELECT uses.attnum FROM @extschema@.collation_uses(ARRAY[$1::oid]) AS uses)
  ) AS found
  WHERE differences IS NOT NULL
$$;

-- Rebuilds an index, a list, or a table's generated columns. The path stays that of the caller, as the triggers of a
-- table may need it; so all names are qualified here, and no others may fit better.
CREATE FUNCTION collation_rebuild(relation regclass) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  statement CONSTANT text := @extschema@.collation_rebuild_statement(relation);
  verification CONSTANT text :=
    @extschema@.collation_check_statement(relation, pg_catalog.current_schemas(false));
  is_list CONSTANT boolean := EXISTS (
    SELECT FROM @extschema@.collation_lists WHERE list OPERATOR(pg_catalog.=) collation_rebuild.relation);
BEGIN
  IF statement IS NULL THEN
    RAISE EXCEPTION 'collation_rebuild: expected an index, a list, or a table with keys of columns that can be set, not %',
      relation USING ERRCODE = 'wrong_object_type';
  END IF;
  IF is_list OR verification IS NOT NULL THEN
    PERFORM @extschema@.collation_require_read_committed();
  END IF;
  PERFORM @extschema@.collation_run_as_owner(relation, statement);
  IF verification IS NOT NULL AND @extschema@.collation_run_as_owner(relation, verification) OPERATOR(pg_catalog.>) 0 THEN
    RAISE EXCEPTION 'collation_rebuild: rows of % keep their keys, by a trigger or because no column of a key can be set',
      relation USING ERRCODE = 'triggered_action_exception';
  END IF;
  -- A list has its own stamp.
  IF NOT is_list THEN
    PERFORM @extschema@.collation_record(relation);
  END IF;
END
$$;

-- In other levels, a transaction does not see what was committed after it began, such as rows of the table that it has
-- locked to make a list of them.
CREATE FUNCTION collation_require_read_committed() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    RAISE EXCEPTION 'keys are made in the isolation level READ COMMITTED, and this transaction has another'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
END
$$;

-- Records the stamps of new indexes and columns, whoever makes them. What is older keeps its stamp, or has none: a
-- command that alters a table need not rebuild them. An index that was made concurrently is of an earlier transaction.
CREATE FUNCTION collation_record_new() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent regclass;
BEGIN
  INSERT INTO @extschema@.collation_stamps
  SELECT uses.* FROM @extschema@.collation_uses(ARRAY(
    WITH RECURSIVE changed AS (
      SELECT objid FROM pg_event_trigger_ddl_commands() WHERE classid = 'pg_class'::regclass
      UNION
      SELECT inhrelid FROM changed JOIN pg_inherits ON inhparent = objid
    )
    SELECT objid FROM changed
    UNION
    SELECT indexrelid FROM changed JOIN pg_index ON indrelid = objid
  )) AS uses
  WHERE stamp IS NOT NULL AND (
    EXISTS (
      SELECT FROM pg_event_trigger_ddl_commands()
      WHERE command_tag = 'CREATE INDEX' AND classid = 'pg_class'::regclass AND objid = relation)
    -- A command may record a column's expression again without rewriting the table, which changes pg_class.
    OR EXISTS (
      SELECT FROM pg_attrdef JOIN pg_class ON pg_class.oid = adrelid
      WHERE adrelid = relation AND adnum = attnum AND @extschema@.collation_is_current_transaction(pg_attrdef.xmin)
        AND @extschema@.collation_is_current_transaction(pg_class.xmin))
    -- What an index depends on is recorded when it is made.
    OR attnum = 0 AND EXISTS (
      SELECT FROM pg_depend
      WHERE classid = 'pg_class'::regclass AND objid = relation AND refclassid = 'pg_proc'::regclass
        AND @extschema@.collation_is_current_transaction(pg_depend.xmin)))
  ON CONFLICT DO NOTHING;

  SELECT source INTO parent
  FROM @extschema@.collation_lists JOIN pg_inherits ON source IN (inhrelid, inhparent)
  JOIN pg_event_trigger_ddl_commands() ON classid = 'pg_class'::regclass AND objid IN (inhrelid, inhparent)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'a list follows %, so that it can neither inherit nor be inherited from', parent
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
END
$$;

CREATE EVENT TRIGGER collation_record_new ON ddl_command_end
WHEN TAG IN (
  'CREATE INDEX', 'CREATE TABLE', 'ALTER TABLE', 'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE SCHEMA',
  'CREATE EXTENSION', 'ALTER EXTENSION'
)
EXECUTE FUNCTION collation_record_new();

CREATE FUNCTION collation_forget_dropped() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM @extschema@.collation_stamps USING pg_event_trigger_dropped_objects() AS dropped
  WHERE classid = 'pg_class'::regclass AND objid = relation AND objsubid IN (0, attnum);
  DELETE FROM @extschema@.collation_lists USING pg_event_trigger_dropped_objects() AS dropped
  WHERE classid = 'pg_class'::regclass AND objid IN (list, source) AND objsubid = 0;
END
$$;

CREATE EVENT TRIGGER collation_forget_dropped ON sql_drop EXECUTE FUNCTION collation_forget_dropped();

-- From here on: lists. A list is a schema whose tables follow a table of the user's, by triggers. Its functions are
-- made for it, so that PostgreSQL keeps their plans. They run without scans of whole tables, since a plan that was made
-- when the list was short stays in use while it grows, and without what takes longer to start than their statements.

CREATE FUNCTION collation_index_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_index_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_create_list(
  list text, source regclass, expression text, locale text, options text DEFAULT '',
  words boolean DEFAULT false, hiding_empty boolean DEFAULT false
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  arguments CONSTANT text := format('%L, %L', locale, options);
  settings CONSTANT text := format('SET search_path = pg_catalog, %s, pg_temp', list)
    || ' SET enable_seqscan = off SET enable_bitmapscan = off SET max_parallel_workers_per_gather = 0 SET jit = off';
  id text;
  id_type text;
  alias text;
  columns text;
  named text;
  operation record;
  missing CONSTANT text := CASE
    WHEN list IS NULL THEN 'list' WHEN source IS NULL THEN 'source' WHEN expression IS NULL THEN 'expression'
    WHEN locale IS NULL THEN 'locale' WHEN options IS NULL THEN 'options' WHEN words IS NULL THEN 'words'
    WHEN hiding_empty IS NULL THEN 'hiding_empty' END;
BEGIN
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'collation_create_list: % is NULL', missing USING ERRCODE = 'null_value_not_allowed';
  END IF;
  IF list <> quote_ident(list) OR octet_length(list) > 48 THEN
    RAISE EXCEPTION 'collation_create_list: expected a name such as people_by_name, of at most 48 letters, not %', list
      USING ERRCODE = 'invalid_name';
  END IF;
  PERFORM @extschema@.collation_require_read_committed();
  -- So that no table inherits from it after the look for those that do.
  EXECUTE format('LOCK TABLE ONLY %s IN SHARE ROW EXCLUSIVE MODE', source);
  SELECT quote_ident(attname), format_type(atttypid, atttypmod), ' AS ' || quote_ident(relname) INTO id, id_type, alias
  FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
  JOIN pg_class ON pg_class.oid = indrelid
  JOIN pg_opclass ON pg_opclass.oid = indclass[0]
  WHERE indrelid = source AND indisprimary AND indnkeyatts = 1 AND relkind = 'r' AND relpersistence <> 't'
    -- The functions of the list compare ids by PostgreSQL's own operators, and tell equal ids apart.
    AND opcnamespace = 'pg_catalog'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_collation WHERE oid = indcollation[0] AND NOT collisdeterministic)
    AND NOT relispartition AND NOT EXISTS (SELECT FROM pg_inherits WHERE source IN (inhrelid, inhparent));
  IF NOT FOUND THEN
    RAISE EXCEPTION
      'collation_create_list: expected a table of its own with a primary key of one column, of a built-in order, not %',
      source USING ERRCODE = 'wrong_object_type';
  END IF;

  EXECUTE format('CREATE SCHEMA %s', list);
  -- The view keeps the columns of the expression from being dropped. Here and in the triggers, rows come under the name
  -- of their table, since the expression may use it.
  named := format('SELECT %s AS id, coalesce((%s)::text, '''') AS name FROM ', id, expression);
  EXECUTE format('CREATE VIEW %s.names AS %s', list, named || 'ONLY ' || source || alias);
  -- A row as a whole is no dependency on columns.
  SELECT 'OF ' || string_agg(quote_ident(attname), ', ') INTO columns
  FROM pg_depend
  JOIN pg_rewrite ON classid = 'pg_rewrite'::regclass AND objid = pg_rewrite.oid
  JOIN pg_attribute ON refclassid = 'pg_class'::regclass AND attrelid = refobjid AND attnum = refobjsubid
  WHERE ev_class = format('%s.names', list)::regclass AND refobjid = source
    AND ev_action::text NOT LIKE '%:varattno 0 %';

  EXECUTE format($template$
    CREATE TABLE %1$s.rows (key bytea NOT NULL, id %2$s NOT NULL, PRIMARY KEY (key, id));
    CREATE TABLE %1$s.sections (
      number integer PRIMARY KEY, title text NOT NULL, index_title text NOT NULL, lower bytea NOT NULL,
      upper bytea NOT NULL, count bigint NOT NULL
    ) WITH (fillfactor = 50);
    -- The number of rows from a place to the next. A section's first block begins with the section, and has no id.
    CREATE TABLE %1$s.blocks (key bytea NOT NULL, id %2$s, count integer NOT NULL) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX blocks_key ON %1$s.blocks (key, id);
    CREATE TABLE %1$s.words (key bytea NOT NULL, id %2$s NOT NULL, word text NOT NULL, PRIMARY KEY (key, id));

    -- Numbers changes, which keeps other writers from the list until the transaction ends. Returns the number before.
    CREATE FUNCTION %1$s.number_changes(change_count bigint) RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE
      last bigint;
    BEGIN
      UPDATE @extschema@.collation_lists SET number = number + change_count
      WHERE list = '%1$s.rows'::regclass AND stamp = @extschema@.collation_stamp(%4$s)
      RETURNING number INTO last;
      IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state',
          MESSAGE = 'the list %1$s has keys of another collation: run SELECT collation_rebuild(''%1$s.rows'')';
      END IF;
      RETURN last - change_count;
    END
    $body$;

    -- Tells listeners that so much has changed that they had better read the list again.
    CREATE FUNCTION %1$s.tell_of_all(number bigint) RETURNS void LANGUAGE sql AS $body$
      SELECT pg_notify('%1$s', json_build_object('number', number)::text)
    $body$;

    -- The number of rows of the section before a place.
    CREATE FUNCTION %1$s.row_at(of_key bytea, of_id %2$s) RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE
      block %1$s.blocks;
    BEGIN
      SELECT * INTO block FROM blocks WHERE (key, id) <= (of_key, of_id) ORDER BY key DESC, id DESC LIMIT 1;
      RETURN
        (SELECT coalesce(sum(count), 0) FROM blocks
         WHERE key >= substring(of_key FOR 2) AND (key, id) < (block.key, block.id))
        + (SELECT count(*) FROM rows WHERE (key, id) >= (block.key, block.id) AND (key, id) < (of_key, of_id));
    END
    $body$;

    -- The position of a section among those that are shown.
    CREATE FUNCTION %1$s.section_at(of_number integer) RETURNS bigint LANGUAGE plpgsql AS $body$
    BEGIN
      IF NOT %5$s THEN
        RETURN of_number;
      END IF;
      RETURN (SELECT count(*) FROM sections WHERE number < of_number AND count > 0);
    END
    $body$;

    -- Counts a row that was inserted (1) or removed (-1), and returns how many its section has.
    CREATE FUNCTION %1$s.count_row(of_key bytea, of_id %2$s, change integer) RETURNS bigint
    LANGUAGE plpgsql AS $body$
    DECLARE
      block %1$s.blocks;
      place tid;
      total bigint;
    BEGIN
      SELECT ctid INTO place FROM blocks WHERE (key, id) <= (of_key, of_id) ORDER BY key DESC, id DESC LIMIT 1;
      UPDATE blocks SET count = count + change WHERE ctid = place
      RETURNING ctid, key, id, count INTO place, block.key, block.id, block.count;
      IF block.count = 0 AND block.id IS NOT NULL THEN
        DELETE FROM blocks WHERE ctid = place;
      ELSIF block.count > 512 THEN
        INSERT INTO blocks SELECT key, id, block.count - 256 FROM rows
        WHERE (key, id) >= (block.key, block.id) ORDER BY key, id OFFSET 256 LIMIT 1;
        UPDATE blocks SET count = 256 WHERE ctid = place;
      END IF;
      UPDATE sections SET count = count + change
      WHERE number = get_byte(of_key, 0) * 256 + get_byte(of_key, 1) RETURNING count INTO total;
      RETURN total;
    END
    $body$;

    -- Counts all rows.
    CREATE FUNCTION %1$s.count_all() RETURNS void LANGUAGE plpgsql AS $body$
    DECLARE
      section record;
      block %1$s.blocks;
      next %1$s.blocks;
      total bigint;
    BEGIN
      DELETE FROM blocks;
      FOR section IN SELECT number, lower, upper FROM sections LOOP
        block := (section.lower, NULL, 0);
        total := 0;
        LOOP
          SELECT key, id, 0 INTO next FROM rows WHERE (key, id) >= (block.key, block.id) AND key < section.upper
          ORDER BY key, id OFFSET 256 LIMIT 1;
          EXIT WHEN NOT FOUND;
          INSERT INTO blocks VALUES (block.key, block.id, 256);
          total := total + 256;
          block := next;
        END LOOP;
        SELECT count(*) INTO block.count FROM rows WHERE (key, id) >= (block.key, block.id) AND key < section.upper;
        INSERT INTO blocks SELECT block.*;
        UPDATE sections SET count = total + block.count WHERE number = section.number;
      END LOOP;
    END
    $body$;

    -- Moves, inserts or removes a row, and returns what listeners are told.
    CREATE FUNCTION %1$s.change(of_id %2$s, old_key bytea, new_key bytea, last bigint) RETURNS text
    LANGUAGE plpgsql AS $body$
    DECLARE
      old_number CONSTANT integer := get_byte(old_key, 0) * 256 + get_byte(old_key, 1);
      new_number CONSTANT integer := get_byte(new_key, 0) * 256 + get_byte(new_key, 1);
      old_place json;
      new_place json;
      old_section bigint;
      new_section bigint;
      old_count bigint;
      new_count bigint;
    BEGIN
      IF old_key IS NOT NULL THEN
        old_section := section_at(old_number);
        old_place := json_build_object('section', old_section, 'row', row_at(old_key, of_id));
      END IF;
      IF old_key IS NOT NULL AND old_key IS DISTINCT FROM new_key THEN
        DELETE FROM rows WHERE key = old_key AND id = of_id;
        IF NOT FOUND THEN
          RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format(
            'the list %1$s lacks the row with id %%s: run SELECT collation_rebuild(''%1$s.rows'')', of_id);
        END IF;
        old_count := count_row(old_key, of_id, -1);
      END IF;
      IF new_key IS NOT NULL THEN
        IF old_key IS DISTINCT FROM new_key THEN
          INSERT INTO rows VALUES (new_key, of_id);
          new_count := count_row(new_key, of_id, 1);
        END IF;
        new_section := section_at(new_number);
        new_place := json_build_object('section', new_section, 'row', row_at(new_key, of_id));
      END IF;
      RETURN json_strip_nulls(json_build_object(
        'number', last, 'id', of_id, 'old', old_place, 'new', new_place,
        'deletedSection',
        CASE WHEN %5$s AND old_count = 0 AND old_number IS DISTINCT FROM new_number THEN old_section END,
        'insertedSection',
        CASE WHEN %5$s AND new_count = 1 AND old_number IS DISTINCT FROM new_number THEN new_section END));
    END
    $body$;

    -- Rebuilds the list, for collation_rebuild. Writers wait. Readers keep what they see, which TRUNCATE would take.
    CREATE FUNCTION %1$s.rebuild() RETURNS void LANGUAGE plpgsql
    %7$s AS $body$
    BEGIN
      -- By the name that the table has now.
      EXECUTE (
        SELECT format('LOCK TABLE %%s IN SHARE ROW EXCLUSIVE MODE', source)
        FROM @extschema@.collation_lists WHERE list = '%1$s.rows'::regclass);
      DELETE FROM rows;
      DELETE FROM sections;
      DELETE FROM words;
      INSERT INTO sections SELECT number, title, index_title, lower, upper, 0 FROM @extschema@.section_titles(%4$s);
      INSERT INTO rows SELECT @extschema@.collation_index_key(name, %4$s) AS key, id FROM names ORDER BY key, id;
      IF %6$s THEN
        INSERT INTO words SELECT @extschema@.collation_index_key(word, %4$s) AS key, id, word
        FROM names, @extschema@.collation_words(name, %4$s) AS word ORDER BY key, id ON CONFLICT DO NOTHING;
      END IF;
      PERFORM count_all();
      UPDATE @extschema@.collation_lists SET stamp = @extschema@.collation_stamp(%4$s)
      WHERE list = '%1$s.rows'::regclass;
      PERFORM tell_of_all(number_changes(1) + 1);
    END
    $body$;

    -- Right in any isolation level: the table is empty for everybody, and if the list has changed since the snapshot,
    -- numbering this change fails.
    CREATE FUNCTION %1$s.truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    %7$s AS $body$
    BEGIN
      PERFORM rebuild();
      RETURN NULL;
    END
    $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.truncated FROM PUBLIC;
    ALTER FUNCTION %1$s.truncated DEPENDS ON EXTENSION collation_keys;
    CREATE TRIGGER %1$s_truncated AFTER TRUNCATE ON %3$s EXECUTE FUNCTION %1$s.truncated();

    -- The rows from an offset on.
    CREATE FUNCTION %1$s.page(first bigint, most integer) RETURNS SETOF %1$s.rows LANGUAGE plpgsql STABLE
    %7$s AS $body$
    DECLARE
      section record;
      block record;
    BEGIN
      first := greatest(first, 0);
      SELECT lower, first - up_to + count AS row INTO section
      FROM (SELECT number, lower, count, sum(count) OVER (ORDER BY number) AS up_to FROM sections) AS sums
      WHERE up_to > first ORDER BY number LIMIT 1;
      SELECT key, id, section.row - up_to + count AS row INTO block
      FROM (
        SELECT key, id, count, sum(count) OVER (ORDER BY key, id) AS up_to FROM blocks WHERE key >= section.lower
      ) AS sums
      WHERE up_to > section.row ORDER BY key, id LIMIT 1;
      RETURN QUERY SELECT key, id FROM rows WHERE (key, id) >= (block.key, block.id)
      ORDER BY key, id OFFSET block.row LIMIT most;
    END
    $body$;

    -- Where a row is: its section among those that are shown, its row in that, and its offset in the list.
    CREATE FUNCTION %1$s.place(
      of_id %2$s, OUT section bigint, OUT "row" bigint, OUT first bigint
    ) RETURNS SETOF record LANGUAGE plpgsql STABLE
    %7$s AS $body$
    DECLARE
      own_key bytea;
      own_number integer;
    BEGIN
      PERFORM @extschema@.collation_check(stamp, %4$s) FROM @extschema@.collation_lists
      WHERE list = '%1$s.rows'::regclass;
      SELECT @extschema@.collation_index_key(name, %4$s) INTO own_key FROM names WHERE id = of_id;
      IF FOUND THEN
        own_number := get_byte(own_key, 0) * 256 + get_byte(own_key, 1);
        section := section_at(own_number);
        "row" := row_at(own_key, of_id);
        first := "row" + (SELECT coalesce(sum(count), 0) FROM sections WHERE number < own_number);
        RETURN NEXT;
      END IF;
    END
    $body$;
  $template$, list, id_type, source, arguments, hiding_empty::text, words::text, settings);

  FOR operation IN
    SELECT 'INSERT' AS event, 'INSERT' AS tables, 'REFERENCING NEW TABLE AS new_rows' AS transition,
      format(
        'SELECT id, NULL::text AS old_name, name AS new_name FROM (%s) AS new', named || 'new_rows' || alias
      ) AS changes
    UNION ALL
    SELECT 'DELETE', 'DELETE', 'REFERENCING OLD TABLE AS old_rows',
      format('SELECT id, name AS old_name, NULL::text AS new_name FROM (%s) AS old', named || 'old_rows' || alias)
    UNION ALL
    SELECT 'UPDATE', concat_ws(' ', 'UPDATE', columns), 'REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows',
      format(
        'SELECT id, old.name AS old_name, new.name AS new_name FROM (%s) AS old FULL JOIN (%s) AS new USING (id)'
        ' WHERE old.name COLLATE "C" IS DISTINCT FROM new.name COLLATE "C"',
        named || 'old_rows' || alias, named || 'new_rows' || alias)
  LOOP
    EXECUTE format($template$
      CREATE FUNCTION %1$s.%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      %9$s AS $body$
      #variable_conflict use_column
      DECLARE
        change_count bigint;
        old_count bigint;
        removed_count bigint;
        is_told boolean;
        last_number bigint;
        own_change record;
      BEGIN
        IF TG_WHEN = 'BEFORE' THEN
          -- Before the statement locks its first row, so that two writers do not wait for each other.
          PERFORM pg_advisory_xact_lock(
            '@extschema@.collation_lists'::regclass::oid::integer, '%1$s.rows'::regclass::oid::integer);
          RETURN NULL;
        END IF;
        SELECT count(*), count(old_name) INTO change_count, old_count FROM (%3$s) AS changes;
        IF change_count = 0 THEN
          RETURN NULL;
        END IF;
        -- More than these take longer one by one than counting the whole list.
        is_told := change_count <= 1000;
        IF NOT is_told THEN
          is_told := change_count <= (SELECT sum(count) FROM sections) / 1000;
        END IF;
        last_number := number_changes(CASE WHEN is_told THEN change_count ELSE 1 END);

        IF NOT is_told THEN
          DELETE FROM rows USING (
            SELECT @extschema@.collation_index_key(old_name, %4$s) AS key, id FROM (%3$s) AS changes
            WHERE old_name IS NOT NULL
          ) AS old WHERE rows.key = old.key AND rows.id = old.id;
          GET DIAGNOSTICS removed_count = ROW_COUNT;
          IF removed_count < old_count THEN
            RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state', MESSAGE = format(
              'the list %1$s lacks %%s rows: run SELECT collation_rebuild(''%1$s.rows'')', old_count - removed_count);
          END IF;
          INSERT INTO rows
          SELECT @extschema@.collation_index_key(new_name, %4$s) AS key, id FROM (%3$s) AS changes
          WHERE new_name IS NOT NULL ORDER BY key, id;
          PERFORM count_all();
          PERFORM tell_of_all(last_number + 1);
        ELSE
          FOR own_change IN
            SELECT
              id, @extschema@.collation_index_key(old_name, %4$s) AS old_key,
              @extschema@.collation_index_key(new_name, %4$s) AS new_key
            FROM (%3$s) AS changes
          LOOP
            last_number := last_number + 1;
            PERFORM pg_notify('%1$s', change(own_change.id, own_change.old_key, own_change.new_key, last_number));
          END LOOP;
        END IF;
        IF %5$s THEN
          DELETE FROM words USING (
            SELECT DISTINCT @extschema@.collation_index_key(word, %4$s) AS key, id
            FROM (%3$s) AS changes, @extschema@.collation_words(old_name, %4$s) AS word WHERE old_name IS NOT NULL
          ) AS old WHERE words.key = old.key AND words.id = old.id;
          INSERT INTO words
          SELECT @extschema@.collation_index_key(word, %4$s) AS key, id, word
          FROM (%3$s) AS changes, @extschema@.collation_words(new_name, %4$s) AS word WHERE new_name IS NOT NULL
          ORDER BY key, id ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END
      $body$;
      REVOKE EXECUTE ON FUNCTION %1$s.%2$s FROM PUBLIC;
      -- So the extension is not dropped while triggers need it.
      ALTER FUNCTION %1$s.%2$s DEPENDS ON EXTENSION collation_keys;
      CREATE TRIGGER %1$s_before_%2$s BEFORE %6$s ON %8$s EXECUTE FUNCTION %1$s.%2$s();
      CREATE TRIGGER %1$s_after_%2$s AFTER %2$s ON %8$s %7$s EXECUTE FUNCTION %1$s.%2$s();
    $template$, list, lower(operation.event), operation.changes, arguments, words::text, operation.tables,
      operation.transition, source, settings);
  END LOOP;

  INSERT INTO @extschema@.collation_lists
  VALUES (format('%s.rows', list), source, locale, options, @extschema@.collation_stamp(locale, options), 0);
  EXECUTE format('SELECT %s.rebuild()', list);
END
$$;
