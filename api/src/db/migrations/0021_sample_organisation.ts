import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One row at most: that it was decided whether the database gets a sample organisation, and what was created. */
export const sampleOrganisation: Migration = {
  async up(db) {
    await sql`
      create table sample_organisation (
        id int primary key check (id = 1),
        user_id int references users on delete set null,
        content jsonb,
        created_at timestamptz not null default now()
      )`.execute(db);
  },
};
