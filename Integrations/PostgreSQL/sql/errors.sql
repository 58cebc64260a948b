\set ECHO none
\a \t
-- Bad input: an error of one line that says what was asked and what would work, or the right answer.
CREATE EXTENSION collation_keys;
CREATE FUNCTION result(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  made text;
BEGIN
  EXECUTE 'SELECT ' || call INTO made;
  RETURN made;
EXCEPTION WHEN OTHERS THEN
  -- Not the list of what would work, if it depends on ICU or grows with the library.
  RETURN SQLSTATE || ' ' || regexp_replace(SQLERRM, ': (ICU has|expected one of rules,) .*', '');
END
$$;
CREATE TABLE a (version text DEFAULT collation_version());
CREATE TABLE b (made boolean DEFAULT (collation_run_as_owner('-'::regclass, 'a') IS NULL));

SELECT call, result(call) FROM unnest(ARRAY[
  -- Locales that ICU does not know are never root in silence.
  $$collation_key('a', 'swedish')$$,
  $$collation_key('a', 'xx')$$,
  $$collation_stamp('tlh')$$,
  $$collation_key('a', 'C')$$,
  $$collation_key('a', 'sv-u-co-bogus')$$,
  $$collation_key('a', 'sv_SE') = collation_key('a', 'sv')$$,
  $$collation_key('a', 'root') = collation_key('a', 'und')$$,
  $$collation_key('a', '')$$,
  $$collation_key('a', 'åäö')$$,
  $$section_number('a', repeat('x', 100000))$$,
  $$collation_key('a', 'sv', 'strength=3')$$,
  $$collation_key('a', 'sv', 'numeric=yes')$$,
  $$collation_key('a', 'sv', 'normalization=true')$$,
  $$collation_key('a', 'sv', 'bogus=1')$$,
  $$collation_key('a', 'sv', 'numeric')$$,
  $$collation_key('a', 'sv', 'numeric=true;workers=4')$$,
  $$collation_key('a', '', 'rules=&a<<<<<b')$$,
  $$collation_key('a', 'sv', 'rules=&a<b')$$,
  $$collation_key('a', 'sv', repeat('title=a=b;', 100001))$$,
  $$collation_check(NULL, 'sv')$$,
  $$collation_check('', 'sv')$$,
  $$collation_check('no stamp', 'sv')$$,
  $$collation_check(collation_stamp('sv', 'numeric=true'), 'sv')$$,
  -- A query of more bytes than anybody types, a name of 100 million bytes, and one of 20,000 words.
  $$count(*) FROM collation_search_ranges(repeat('a', 1025), 'sv')$$,
  $$collation_search_rank(repeat('a', 1025), 'sv', 'a')$$,
  $$collation_search_rank('a', 'xx', 'a')$$,
  $$length(collation_key(repeat('å', 50000000), 'sv')) > 50000000$$,
  $$section_title(repeat('å', 50000000), 'sv')$$,
  $$count(*) FROM collation_search_keys((SELECT string_agg('w' || n, ' ') FROM generate_series(10000, 29999) AS n))$$,
  -- Anybody may pass any expression to what reads those of indexes.
  $$count(*) FROM collation_calls((SELECT adbin FROM pg_attrdef WHERE adrelid = 'a'::regclass))$$,
  $$(locale, options, stamp = collation_version()) FROM pg_attrdef, collation_calls(adbin)
    WHERE adrelid = 'b'::regclass$$
]) AS call;

DROP TABLE a, b;
DROP FUNCTION result;
DROP EXTENSION collation_keys;
