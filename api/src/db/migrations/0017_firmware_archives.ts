import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Signed archives of the client software; their files are in DATA_DIR/archives. */
export const firmwareArchives: Migration = {
  async up(db) {
    await sql`
      create table firmware_archives (
        filename text primary key,
        version double precision not null,
        firmware_version text,
        size int not null,
        sha256 text not null,
        signature text not null,
        created timestamptz not null,
        added_by int references users on delete set null,
        added_at timestamptz not null default now()
      )`.execute(db);
  },
};
