import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Settings of nodes that may be inherited: null is the value of the nearest node above that has one; see TREE-56. */
export const places: Migration = {
  async up(db) {
    await sql`
      alter table companies
        add time_zone text,
        add volume_max int check (volume_max between 0 and 100),
        add quiet_hours jsonb,
        alter time_zone_utc drop not null,
        alter default_language drop not null,
        alter default_voice drop not null`.execute(db);
    // Until now each node had a copy of the settings, so that a value that equals the parent's was rarely chosen for the node.
    await sql`
      update companies c set
        time_zone_utc = nullif(c.time_zone_utc, p.time_zone_utc),
        default_language = nullif(c.default_language, p.default_language),
        default_voice = nullif(c.default_voice, p.default_voice)
      from companies p
      where p.company_id = c.parent_company_id
        and (c.time_zone_utc = p.time_zone_utc or c.default_language = p.default_language
          or c.default_voice = p.default_voice)`.execute(db);
  },
};
