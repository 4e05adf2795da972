import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys with which an administrator works as another user, the used account in the audit log, and the deletion of users. */
export const openedKeys: Migration = {
  async up(db) {
    // A key is deleted with the administrator who issued it.
    await sql`alter table user_keys add column made_by int references users on delete cascade`.execute(db);
    await sql`create index user_keys_made_by on user_keys (made_by) where made_by is not null`.execute(db);
    // Without this index the deletion of a user scans all commands.
    await sql`create index commands_issued_by on commands (issued_by) where issued_by is not null`.execute(db);
    await sql`alter table audit_log add column acting_as int`.execute(db);
  },
};
