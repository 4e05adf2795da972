import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys with which an administrator works as somebody else, whose account was used for an act, and deleting people. */
export const openedKeys: Migration = {
  async up(db) {
    // Whoever made a key takes it along when they go.
    await sql`alter table user_keys add column made_by int references users on delete cascade`.execute(db);
    await sql`create index user_keys_made_by on user_keys (made_by) where made_by is not null`.execute(db);
    // Without it, each person who is deleted costs a look through every command.
    await sql`create index commands_issued_by on commands (issued_by) where issued_by is not null`.execute(db);
    await sql`alter table audit_log add column acting_as int`.execute(db);
  },
};
