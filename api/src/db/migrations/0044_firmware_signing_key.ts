import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key that signs firmware archives, sealed with the service secret, so that all instances of the api sign with the same one. */
export const firmwareSigningKey: Migration = {
  async up(db) {
    await sql`
      create table firmware_signing_key (
        only_row boolean primary key default true check (only_row),
        sealed bytea not null,
        stored_at timestamptz not null default now()
      )`.execute(db);
  },
};
