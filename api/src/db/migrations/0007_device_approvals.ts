import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { oneOf } from './one-of.ts';

/** Copies of the values at the time of this migration; a later migration changes them. */
const STATES = ['waiting', 'rejected'];

/** Requests that wait for an administrator: claims of users and enrolments of devices without a pass. */
export const deviceApprovals: Migration = {
  async up(db) {
    await sql`
      create table device_approvals (
        id int generated always as identity primary key,
        serial text collate "C" not null check (serial ~ '^\\d{4}-\\d{4}-\\d{4}-\\d{4}$'),
        user_id int references users on delete cascade,
        address text,
        note text,
        state text not null default 'waiting' check (state in ${oneOf(STATES)}),
        requested_at timestamptz not null default now(),
        check ((user_id is null) <> (address is null))
      )`.execute(db);
    await sql`
      create unique index device_approvals_claim on device_approvals (serial, user_id) where user_id is not null`.execute(
      db,
    );
    await sql`
      create unique index device_approvals_enrolment on device_approvals (serial, address)
      where address is not null`.execute(db);
    await sql`create index device_approvals_user on device_approvals (user_id)`.execute(db);
    await sql`create index device_approvals_requested on device_approvals (requested_at)`.execute(db);
    // The address from which, and the time until which, a device without a pass may fetch its key.
    await sql`alter table devices add column enroll_address text, add column enroll_until timestamptz`.execute(db);
  },
};
