import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Named filters of the list of devices, per account. */
export const savedFilters: Migration = {
  async up(db) {
    await sql`
      create table saved_device_filters (
        id int generated always as identity primary key,
        user_id int not null references users on delete cascade,
        name text not null,
        filters jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create unique index saved_device_filters_name on saved_device_filters (user_id, lower(name))`.execute(db);
  },
};
