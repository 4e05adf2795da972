-- Functions and collations that several subjects use.

-- Natural order: ignores case at first, and sorts Room 9 before Room 10.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- ISO times for JSON that is built in SQL; the planner inlines the function.
create function iso_utc(timestamptz) returns text language sql stable parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A text as searches compare it: in lower case and without accents, so that é is found as e, and ё as е.
create function without_accents(original text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(original, nfd), '[\u0300-\u036f]', '', 'g'))
$$;

create function count_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
