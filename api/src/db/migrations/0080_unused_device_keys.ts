import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the key of a device was shown when an administrator created it, and no device has used or replaced it since. */
export const unusedDeviceKeys: Migration = {
  async up(db) {
    await sql`alter table devices add column key_unused boolean not null default false`.execute(db);
  },
};
