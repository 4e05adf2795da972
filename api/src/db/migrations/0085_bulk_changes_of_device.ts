import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The bulk changes that a device was part of are found by its serial number, for its timeline. */
export const bulkChangesOfDevice: Migration = {
  async up(db) {
    await sql`
      create index audit_log_devices on audit_log using gin ((details -> 'serials') jsonb_path_ops)
      where object_kind = 'devices'`.execute(db);
  },
};
