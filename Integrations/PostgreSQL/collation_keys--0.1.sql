\echo Use "CREATE EXTENSION collation_keys" to load this file. \quit

-- Keys, sections and comparisons depend on the ICU of the library, so IMMUTABLE holds until that is replaced;
-- collation_stale() finds what was stored before. Costs are in those of length(text), as `measure` finds them.

CREATE FUNCTION collation_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_index_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_index_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_sort_key(name text, locale text, options text DEFAULT '') RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_sort_key' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 3;

CREATE FUNCTION collation_compare(first text, second text, locale text, options text DEFAULT '') RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_compare' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2;

CREATE FUNCTION section_number(name text, locale text, options text DEFAULT '') RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_section_number' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION section_title(name text, locale text, options text DEFAULT '') RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_section_title' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 2;

-- Names of several texts, with what else is known of each.

CREATE FUNCTION collation_key(
  texts text[], locale text, options text DEFAULT '',
  sort_as text DEFAULT NULL, reading text DEFAULT NULL, language text DEFAULT NULL
) RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_key' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION collation_index_key(
  texts text[], locale text, options text DEFAULT '',
  sort_as text DEFAULT NULL, reading text DEFAULT NULL, language text DEFAULT NULL
) RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_index_key' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION collation_sort_key(
  texts text[], locale text, options text DEFAULT '',
  sort_as text DEFAULT NULL, reading text DEFAULT NULL, language text DEFAULT NULL
) RETURNS bytea
AS 'MODULE_PATHNAME', 'collation_keys_sort_key' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION section_number(
  texts text[], locale text, options text DEFAULT '',
  sort_as text DEFAULT NULL, reading text DEFAULT NULL, language text DEFAULT NULL
) RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_section_number' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION section_title(
  texts text[], locale text, options text DEFAULT '',
  sort_as text DEFAULT NULL, reading text DEFAULT NULL, language text DEFAULT NULL
) RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_section_title' LANGUAGE C IMMUTABLE PARALLEL SAFE COST 10;

CREATE FUNCTION section_titles(
  locale text, options text DEFAULT '',
  OUT number integer, OUT title text, OUT index_title text, OUT kind text, OUT lower bytea, OUT upper bytea
) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'collation_keys_section_titles' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 50 ROWS 30;

CREATE FUNCTION collation_search_ranges(
  query text, locale text, options text DEFAULT '', OUT lower bytea, OUT upper bytea
) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'collation_keys_search_ranges' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 30 ROWS 5;

CREATE FUNCTION collation_search_rank(query text, locale text, VARIADIC names text[]) RETURNS integer
AS 'MODULE_PATHNAME', 'collation_keys_search_rank' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

CREATE FUNCTION collation_search_keys(VARIADIC names text[]) RETURNS SETOF bytea
AS 'MODULE_PATHNAME', 'collation_keys_search_keys' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10 ROWS 3;

-- What these return changes with the library, so they must not be stored by an index.

CREATE FUNCTION collation_stamp(locale text, options text DEFAULT '') RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_stamp' LANGUAGE C STABLE STRICT PARALLEL SAFE;

CREATE FUNCTION collation_search_stamp() RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_search_stamp' LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION collation_check(stamp text, locale text, options text DEFAULT '') RETURNS boolean
AS 'MODULE_PATHNAME', 'collation_keys_check' LANGUAGE C STABLE PARALLEL SAFE;

CREATE FUNCTION collation_version() RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_version' LANGUAGE C STABLE PARALLEL SAFE;

-- From here on: which indexes and generated columns were made under which stamps. Names are qualified and the path is
-- closed, since the event triggers have the rights of the extension's owner in everybody's commands.

CREATE FUNCTION collation_difference(stamp text, locale text, options text) RETURNS text
AS 'MODULE_PATHNAME', 'collation_keys_difference' LANGUAGE C STABLE STRICT PARALLEL SAFE;

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

GRANT SELECT ON collation_stamps TO PUBLIC;

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

-- The statement that rebuilds an index, or a table's generated columns; NULL if there is nothing to rebuild.
CREATE FUNCTION collation_rebuild_statement(relation regclass) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN relkind = 'i' THEN format('REINDEX INDEX %s', $1)
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

-- Rebuilds an index, or a table's generated columns. The path stays that of the caller, as the triggers of a table may
-- need it; so all names are qualified here, and no others may fit better.
CREATE FUNCTION collation_rebuild(relation regclass) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  statement CONSTANT text := @extschema@.collation_rebuild_statement(relation);
  verification CONSTANT text :=
    @extschema@.collation_check_statement(relation, pg_catalog.current_schemas(false));
BEGIN
  IF statement IS NULL THEN
    RAISE EXCEPTION 'collation_rebuild: expected an index, or a table with keys of columns that can be set, not %',
      relation USING ERRCODE = 'wrong_object_type';
  END IF;
  -- In other levels, rows that were committed after the transaction began are not updated.
  IF verification IS NOT NULL
    AND pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.!~) '^read (un)?committed$'
  THEN
    RAISE EXCEPTION 'collation_rebuild: expected the isolation level READ COMMITTED for a table'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
  PERFORM @extschema@.collation_run_as_owner(relation, statement);
  IF verification IS NOT NULL AND @extschema@.collation_run_as_owner(relation, verification) OPERATOR(pg_catalog.>) 0 THEN
    RAISE EXCEPTION 'collation_rebuild: rows of % keep their keys, by a trigger or because no column of a key can be set',
      relation USING ERRCODE = 'triggered_action_exception';
  END IF;
  PERFORM @extschema@.collation_record(relation);
END
$$;

-- Records the stamps of new indexes and columns, whoever makes them. What is older keeps its stamp, or has none: a
-- command that alters a table need not rebuild them. An index that was made concurrently is of an earlier transaction.
CREATE FUNCTION collation_record_new() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
END
$$;

CREATE EVENT TRIGGER collation_record_new ON ddl_command_end
WHEN TAG IN ('CREATE INDEX', 'CREATE TABLE', 'ALTER TABLE', 'CREATE SCHEMA', 'CREATE EXTENSION', 'ALTER EXTENSION')
EXECUTE FUNCTION collation_record_new();

CREATE FUNCTION collation_forget_dropped() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM @extschema@.collation_stamps USING pg_event_trigger_dropped_objects() AS dropped
  WHERE classid = 'pg_class'::regclass AND objid = relation AND objsubid IN (0, attnum);
END
$$;

CREATE EVENT TRIGGER collation_forget_dropped ON sql_drop EXECUTE FUNCTION collation_forget_dropped();
