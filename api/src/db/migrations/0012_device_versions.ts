import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The filter by version and the list of the versions in use. A version seldom changes, so updates of the live state remain
 * HOT; `last_seen` changes with every message and therefore has no index.
 */
export const deviceVersions: Migration = {
  async up(db) {
    await sql`create index device_state_version on device_state (device_version)`.execute(db);
  },
};
