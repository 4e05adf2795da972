import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The file that a mail carries; it is deleted with its message. */
export const messageAttachments: Migration = {
  async up(db) {
    await sql`
      create table message_attachments (
        message_id bigint primary key references outgoing_messages on delete cascade,
        filename text not null,
        content_type text not null,
        content text not null
      )`.execute(db);
  },
};
