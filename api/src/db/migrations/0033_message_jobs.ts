import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Messages are sent by background jobs. The new name of the column keeps instances of the previous version, which claim messages by it,
 * from sending what the jobs send. Messages that wait get their jobs when the api has started.
 */
export const messageJobs: Migration = {
  async up(db) {
    await sql`drop index outgoing_messages_due`.execute(db);
    await sql`alter table outgoing_messages rename column next_attempt_at to due_at`.execute(db);
    await sql`create index outgoing_messages_queued on outgoing_messages (id) where state = 'queued'`.execute(db);
  },
};
