import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How much of each kind the installation has, counted once a minute, and how much it may have. Accounts that registered themselves have a
 * tenth of the quotas until an administrator confirms them; those that exist have all.
 */
export const installationQuotas: Migration = {
  async up(db) {
    await sql`
      create table installation_usage (
        kind text primary key,
        used bigint not null,
        most bigint not null,
        counted_at timestamptz not null default now()
      )`.execute(db);
    await sql`alter table users add column full_quotas boolean not null default true`.execute(db);
  },
};
