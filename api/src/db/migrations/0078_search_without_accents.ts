import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A text as searches compare it: in lower case and without accents, so that é is found as e, and ё as е. */
export const searchWithoutAccents: Migration = {
  async up(db) {
    await sql`
      create function without_accents(original text) returns text language sql immutable strict parallel safe as $$
        select lower(regexp_replace(normalize(original, nfd), '[\u0300-\u036f]', '', 'g'))
      $$`.execute(db);
  },
};
