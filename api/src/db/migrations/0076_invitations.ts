import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitations to register. The check of the kinds of messages goes, since the types of the api are the list of them. */
export const invitations: Migration = {
  async up(db) {
    await sql`alter table outgoing_messages drop constraint outgoing_messages_kind_check`.execute(db);
    await sql`
      create table invitations (
        id int generated always as identity primary key,
        token_hash bytea not null,
        email text not null,
        lang text not null,
        invited_by int references users on delete set null,
        message_id bigint references outgoing_messages on delete set null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        user_id int references users on delete set null
      )`.execute(db);
    await sql`create unique index invitations_token on invitations (token_hash)`.execute(db);
    await sql`create index invitations_message on invitations (message_id)`.execute(db);
    await sql`create index invitations_created on invitations (created_at)`.execute(db);
  },
};
