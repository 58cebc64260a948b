-- Bad input: an error of one line that says what was asked and what would work, or the right answer.
CREATE EXTENSION collation_keys;
\set VERBOSITY terse
-- What an error says was wrong, without the list of what would work.
CREATE FUNCTION complaint(options text, locale text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN collation_key('a', locale, options);
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN substring(SQLERRM FROM '^[^:]*');
END
$$;

-- Locales that ICU does not know are never root in silence.
SELECT collation_key('a', 'swedish');
SELECT collation_key('a', 'xx');
SELECT collation_stamp('tlh');
SELECT collation_key('a', 'C');
SELECT complaint('', 'sv-u-co-bogus');
SELECT collation_key('a', 'sv_SE') = collation_key('a', 'sv');
SELECT collation_key('a', 'root') = collation_key('a', 'und');
SELECT collation_key('a', '');
SELECT collation_key('a', 'åäö');
SELECT section_number('a', repeat('x', 100000));

-- Options.
SELECT collation_key('a', 'sv', 'strength=3');
SELECT collation_key('a', 'sv', 'numeric=yes');
SELECT collation_key('a', 'sv', 'normalization=true');
SELECT complaint('bogus=1', 'sv');
SELECT collation_key('a', 'sv', 'numeric');
SELECT collation_key('a', 'sv', 'numeric=true;workers=4');
SELECT collation_key('a', '', 'rules=&a<<<<<b');
SELECT collation_key('a', 'sv', 'rules=&a<b');
SELECT collation_key('a', 'sv', repeat('title=a=b;', 100001));

-- Stamps.
SELECT collation_check(NULL, 'sv');
SELECT collation_check('', 'sv');
SELECT collation_check('no stamp', 'sv');
SELECT collation_check(collation_stamp('sv', 'numeric=true'), 'sv');

-- A prefix of more bytes than anybody types.
SELECT count(*) FROM collation_prefix_ranges(repeat('a', 1025), 'sv');

-- A name of 10 million bytes, and one of 20,000 words.
SELECT length(collation_key(repeat('å', 5000000), 'sv')) > 5000000, section_title(repeat('å', 5000000), 'sv');
SELECT count(*) FROM (SELECT string_agg('w' || n, ' ') AS name FROM generate_series(1, 20000) AS n) AS names,
  collation_words(name);
-- Anybody may pass any expression to what reads those of indexes.
CREATE TABLE with_a_default (version text DEFAULT collation_version());
SELECT count(*) FROM collation_calls((SELECT adbin FROM pg_attrdef WHERE adrelid = 'with_a_default'::regclass));
CREATE TEMPORARY TABLE with_other_arguments (
  made boolean DEFAULT (collation_run_as_owner('-'::regclass, 'a') IS NULL));
SELECT locale, options, stamp = collation_version() FROM collation_calls(
  (SELECT adbin FROM pg_attrdef WHERE adrelid = 'with_other_arguments'::regclass));
DROP TABLE with_a_default, with_other_arguments;
DROP FUNCTION complaint;
DROP EXTENSION collation_keys;
